import type { Cluster } from "../../cluster/index.ts";
import { claimNamed, volumeNamed } from "../../controllers/index.ts";
import { refusal } from "../../define/index.ts";
import type {
  KubeObject,
  ObjectRef,
  PersistentVolume,
  PersistentVolumeClaim,
  Phrase,
  RawObject,
} from "../../kubernetes/index.ts";
import { distinct, isTerminating, join, nameKey, nameOf, say, words } from "../../kubernetes/index.ts";
import type { Refusal } from "../../report/index.ts";
import { isRestored, pairNow } from "./pair-now.ts";
import type { Pair, Rescue, Saved, Start } from "./rescue.ts";

/**
 * What can be made again of saved objects. Only claims and volumes, and only what no longer exists: a deletion cannot be
 * undone, and what a provisioner destroyed does not come back with the object.
 */
export function restoring(saved: readonly RawObject[], accepted: readonly string[], cluster: Cluster): Start {
  const { value: found, missed } = cluster.noting(() => decided(latest(saved), accepted, cluster));
  return missed.length > 0 ? { start: "unknown", unread: missed } : { ...found, unread: [] };
}

type Decided =
  | { readonly start: "rescue"; readonly rescue: Rescue; readonly told: readonly Phrase[] }
  | { readonly start: "nothing-to-do"; readonly because: Phrase; readonly told: readonly Phrase[] }
  | { readonly start: "refused"; readonly refusal: Refusal };

const allExist = words(
  "Every claim and volume of the backup exists, so there is nothing to recreate. Changes that were made to them are not reverted.",
);

/** Of an object that was saved several times, the last one. */
function latest(saved: readonly RawObject[]): readonly RawObject[] {
  return [...new Map(saved.map((raw) => [nameKey(raw.ref), raw])).values()];
}

function decided(saved: readonly RawObject[], accepted: readonly string[], cluster: Cluster): Decided {
  const claims = saved.filter(({ ref }) => ref.kind === "PersistentVolumeClaim");
  const volumes = saved.filter(({ ref }) => ref.kind === "PersistentVolume");
  const others = saved.filter((raw) => !claims.includes(raw) && !volumes.includes(raw));
  const alive = volumes.filter((raw) => isWithoutClaim(raw, claims, cluster));
  const left = [
    ...others.map(
      ({ ref }) => say`${nameOf(ref)} is not created again: pvguard creates only claims and volumes.`,
    ),
    ...alive.map(claimNotSaved),
  ];
  const alone = goneUnbound(claims, volumes, cluster);
  const nothing: Decided =
    alone === undefined
      ? { start: "nothing-to-do", because: allExist, told: left }
      : { start: "refused", refusal: alone };
  const pairs = distinct(
    [
      ...claims.flatMap((raw) => pairOfClaim(raw, volumes, cluster)),
      ...volumes.filter((raw) => !alive.includes(raw)).flatMap((raw) => pairOfVolume(raw, claims, cluster)),
    ],
    ({ namespace, pair }) => `${namespace}/${pair.claim.name}`,
  );
  const [namespace, ...more] = [...new Set(pairs.map((pair) => pair.namespace))];
  if (namespace === undefined) return nothing;
  if (more.length > 0) return { start: "refused", refusal: severalNamespaces(pairs) };
  const found = cluster.get("v1/namespaces", namespace);
  const rescue: Rescue = {
    namespace: { name: namespace, uid: found.state === "found" ? found.object.metadata.uid : "" },
    pairs: pairs.map(({ pair }) => pair),
    stopped: [],
    // A backup can be old: it does not prove with what policy a volume was deleted.
    safe: [],
    accepted,
  };
  const now = rescue.pairs.map((pair) => pairNow(pair, rescue, cluster));
  const dying = now
    .flatMap(({ claim, volume }): readonly KubeObject[] => [
      ...(claim ? [claim.object] : []),
      ...(volume ? [volume.object] : []),
    ])
    .find(isTerminating);
  if (dying !== undefined) return { start: "refused", refusal: stillGoing(dying) };
  const open = now.filter((each) => !isRestored(each)).map(({ pair }) => pair);
  if (open.length === 0) return nothing;
  if (found.state === "absent") return { start: "refused", refusal: withoutNamespace(namespace) };
  const all = alone === undefined ? left : [...left, alone.message];
  return { start: "rescue", rescue: { ...rescue, pairs: open }, told: all };
}

interface Placed {
  readonly namespace: string;
  readonly pair: Pair;
}

function pairOfClaim(raw: RawObject, volumes: readonly RawObject[], cluster: Cluster): readonly Placed[] {
  const { spec } = JSON.parse(raw.text) as PersistentVolumeClaim;
  const name = spec?.volumeName ?? "";
  if (name === "") return [];
  const claim: Saved = { name: raw.ref.name, uid: raw.ref.uid, manifest: raw.text };
  return [
    {
      namespace: raw.ref.namespace ?? "",
      pair: { claim, volume: half(volumeNamed(name), volumes, cluster) },
    },
  ];
}

function pairOfVolume(raw: RawObject, claims: readonly RawObject[], cluster: Cluster): readonly Placed[] {
  const { namespace = "", name = "", uid = "" } = claimRefOf(raw);
  if (name === "") return [];
  const claim = half(claimNamed(namespace, name), claims, cluster);
  const volume: Saved = { name: raw.ref.name, uid: raw.ref.uid, manifest: raw.text };
  return [{ namespace, pair: { claim: claim.uid === "" ? { ...claim, uid } : claim, volume } }];
}

/** As it was saved, else as it is now. */
function half(ref: ObjectRef, saved: readonly RawObject[], cluster: Cluster): Saved {
  const raw = saved.find((each) => nameKey(each.ref) === nameKey(ref));
  const live = cluster.resolve(ref);
  const uid = raw?.ref.uid ?? (live?.state === "found" ? live.object.metadata.uid : "");
  return { name: ref.name, uid, manifest: raw?.text ?? "" };
}

/** The very volume is there, to stay. Its claim was not saved with it: it had gone before, and that is not to be undone. */
function isWithoutClaim(raw: RawObject, saved: readonly RawObject[], cluster: Cluster): boolean {
  const { namespace = "", name = "" } = claimRefOf(raw);
  const claim = claimNamed(namespace, name);
  if (name === "" || saved.some(({ ref }) => nameKey(ref) === nameKey(claim))) return false;
  const found = cluster.get("v1/persistentvolumes", raw.ref.name);
  const isThere = found.state === "found" && found.object.metadata.uid === raw.ref.uid;
  return isThere && !isTerminating(found.object) && cluster.resolve(claim)?.state === "absent";
}

function claimNotSaved(raw: RawObject): Phrase {
  const { namespace = "", name = "" } = claimRefOf(raw);
  const claim = claimNamed(namespace, name);
  return say`${nameOf(claim)}, to which ${nameOf(raw.ref)} belongs, no longer exists and was not saved here. To create it again: kubectl pvguard rescue pv/${raw.ref.name}`;
}

function claimRefOf(raw: RawObject): NonNullable<NonNullable<PersistentVolume["spec"]>["claimRef"]> {
  return (JSON.parse(raw.text) as PersistentVolume).spec?.claimRef ?? {};
}

function withoutNamespace(name: string): Refusal {
  return refusal(
    "NamespaceGone",
    { apiVersion: "v1", kind: "Namespace", name },
    say`namespace/${name}, which contained the claims of the backup, no longer exists.`,
    say`Create it again, then run the same command again: kubectl create namespace ${name}`,
  );
}

function stillGoing(object: KubeObject): Refusal {
  const { apiVersion, kind, metadata } = object;
  const { name, namespace } = metadata;
  const ref = { apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }) };
  const what = kind === "PersistentVolume" ? say`pv/${name}` : say`pvc/${name} -n ${namespace ?? ""}`;
  return refusal(
    "BeingDeleted",
    ref,
    say`${nameOf(ref)} is being deleted, and that cannot be undone.`,
    say`To keep its data: kubectl pvguard rescue ${what}`,
  );
}

function severalNamespaces(pairs: readonly Placed[]): Refusal {
  const [first] = pairs;
  return refusal(
    "SeveralNamespaces",
    claimNamed(first?.namespace ?? "", first?.pair.claim.name ?? ""),
    say`The backup has claims from several namespaces.`,
    say`Name one file of the backup instead of the folder.`,
  );
}

/** What was saved and no longer exists, and had no other half that it could be bound to again; `undefined` for nothing. */
function goneUnbound(
  claims: readonly RawObject[],
  volumes: readonly RawObject[],
  cluster: Cluster,
): Refusal | undefined {
  const gone = [...claims.filter(hasNoVolume), ...volumes.filter(hasNoClaim)]
    .map(({ ref }) => ref)
    .filter((ref) => cluster.resolve(ref)?.state === "absent");
  const [first] = gone;
  if (first === undefined) return undefined;
  return refusal(
    "NotBoundWhenSaved",
    first,
    say`undo creates only claims and volumes that belong to each other, so it does not create these missing objects again: ${join(gone.map(nameOf), ", ")}.`,
    say`Copy its file from the backup and remove metadata.resourceVersion from the copy. For a volume, also set the policy to Retain there. Then run: kubectl create -f COPY`,
  );
}

function hasNoVolume(raw: RawObject): boolean {
  return ((JSON.parse(raw.text) as PersistentVolumeClaim).spec?.volumeName ?? "") === "";
}

function hasNoClaim(raw: RawObject): boolean {
  return ((JSON.parse(raw.text) as PersistentVolume).spec?.claimRef?.name ?? "") === "";
}
