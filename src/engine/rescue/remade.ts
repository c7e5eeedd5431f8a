import { annotationNames } from "../../controllers/index.ts";
import { isRecord, own } from "../../model/index.ts";

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
export function claimToldBy(volume: string): string {
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
