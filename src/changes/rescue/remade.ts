import { annotationNames, claimNamed, volumeBackend, volumeNamed } from "../../controllers/index.ts";
import { refusal } from "../../define/index.ts";
import type { ObjectRef, PersistentVolume } from "../../kubernetes/index.ts";
import { isRecord, nameKey, nameOf, own, say, words } from "../../kubernetes/index.ts";
import type { Refusal } from "../../report/index.ts";
import type { Pair, Rescue, Saved } from "./rescue.ts";

type Fields = { readonly [field: string]: unknown };

/** The claim that a volume is reserved for. Without a uid it is the next claim of that name. */
interface ReservedFor {
  readonly namespace: string;
  readonly name: string;
  readonly uid?: string;
}

/**
 * The manifest that makes a volume again, with Retain and for one claim.
 * velero-io/velero pkg/restore/restore.go resetMetadata, resetVolumeBindingInfo, v1.17. Numbers of a volume are small:
 * none is changed by being read.
 */
export function remadeVolume(text: string, claim: ReservedFor): string {
  const { spec, ...rest } = parsed(text);
  return JSON.stringify({
    ...head(rest, [annotationNames.boundByController]),
    spec: {
      ...fields(spec),
      persistentVolumeReclaimPolicy: "Retain",
      claimRef: { apiVersion: "v1", kind: "PersistentVolumeClaim", ...claim },
    },
  });
}

/**
 * The manifest that makes a claim again, bound to one volume. The PV controller writes the annotations again.
 * velero-io/velero pkg/restore/restore.go resetVolumeBindingInfo, pkg/restore/actions/pvc_action.go, v1.17.
 */
export function remadeClaim(text: string, volumeName: string): string {
  const { spec, ...rest } = parsed(text);
  const annotations = [
    annotationNames.bindCompleted,
    annotationNames.boundByController,
    annotationNames.selectedNode,
    annotationNames.storageProvisioner,
    annotationNames.betaStorageProvisioner,
  ];
  return JSON.stringify({ ...head(rest, annotations), spec: { ...fields(spec), volumeName } });
}

/** A claim that was not saved, as its volume tells it. Its labels and annotations are not known. */
function claimToldBy(volume: string): string {
  const spec = fields(parsed(volume).spec);
  const { namespace, name } = fields(spec.claimRef);
  const told = {
    accessModes: spec.accessModes,
    volumeMode: spec.volumeMode,
    resources: { requests: spec.capacity },
  };
  const { storageClassName = "", volumeAttributesClassName } = spec;
  return JSON.stringify({
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { name, namespace },
    spec: { ...told, storageClassName, volumeAttributesClassName },
  });
}

/** Name, labels and annotations; what the server or a controller writes is left out. */
function head({ apiVersion, kind, metadata }: Fields, without: readonly string[]): Fields {
  const { name, namespace, labels, annotations } = fields(metadata);
  const kept = Object.entries(fields(annotations)).filter(([key]) => !without.includes(key));
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      namespace,
      labels,
      annotations: kept.length === 0 ? undefined : Object.fromEntries(kept),
    },
  };
}

function parsed(text: string): Fields {
  return fields(JSON.parse(text));
}

function fields(value: unknown): Fields {
  if (!isRecord(value)) return {};
  return Object.fromEntries(Object.keys(value).map((field) => [field, own(value, field)]));
}

/**
 * The rescue with its manifests.
 *
 * @param read the JSON text of what is there, by `nameKey`
 * @param given the manifest of a volume that is gone, as a person kept it
 */
export function withManifests(
  rescue: Rescue,
  read: ReadonlyMap<string, string>,
  given: string | undefined,
): Rescue | Refusal {
  const pairs: Pair[] = [];
  for (const pair of rescue.pairs) {
    const whole = completedPair(pair, rescue, read, given);
    if ("reason" in whole) return whole;
    pairs.push(whole);
  }
  return { ...rescue, pairs };
}

function completedPair(
  { claim, volume }: Pair,
  { namespace }: Rescue,
  read: ReadonlyMap<string, string>,
  given: string | undefined,
): Pair | Refusal {
  const ref = volumeNamed(volume.name);
  const text = saved(volume, ref, read) ?? given;
  if (text === undefined)
    return refusal(
      "VolumeGone",
      ref,
      say`${nameOf(ref)} no longer exists, and with it the record of which disk has the data is lost.`,
      words(
        "With its manifest, from a backup or from Git, it can be created again: add --volume-manifest FILE.",
      ),
    );
  const wrong = mismatch(text, volume.name, namespace.name, claim.name);
  if (wrong !== undefined) return wrong;
  const claimText = saved(claim, claimNamed(namespace.name, claim.name), read) ?? claimToldBy(text);
  return { claim: { ...claim, manifest: claimText }, volume: { ...volume, manifest: text } };
}

/** Only of the very object: another one of the same name has another story. */
function saved({ uid }: Saved, ref: ObjectRef, read: ReadonlyMap<string, string>): string | undefined {
  const text = read.get(nameKey(ref));
  if (text === undefined) return undefined;
  const parsed: unknown = JSON.parse(text);
  const metadata = isRecord(parsed) ? own(parsed, "metadata") : undefined;
  return isRecord(metadata) && own(metadata, "uid") === uid ? text : undefined;
}

function mismatch(text: string, name: string, namespace: string, claim: string): Refusal | undefined {
  const volume = JSON.parse(text) as PersistentVolume;
  const { claimRef } = volume.spec ?? {};
  const isIt = volume.kind === "PersistentVolume" && volume.metadata?.name === name;
  const isIts = claimRef?.namespace === namespace && claimRef.name === claim;
  if (isIt && isIts && volumeBackend(volume).type !== "unknown") return undefined;
  return refusal(
    "WrongManifest",
    volumeNamed(name),
    say`This is not the manifest of ${nameOf(volumeNamed(name))}, bound to ${nameOf(claimNamed(namespace, claim))}, with a disk that pvguard knows.`,
  );
}
