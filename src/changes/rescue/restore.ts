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
import type { Decided, Pair, Rescue, RescueStart, Saved } from "./rescue.ts";

/**
 * What can be made again of saved objects. Only claims and volumes, and only what no longer exists: a deletion cannot be
 * undone, and what a provisioner destroyed does not come back with the object.
 */
export function restoring(
  saved: readonly RawObject[],
  accepted: readonly string[],
  cluster: Cluster,
): RescueStart {
  const { value: found, missed } = cluster.noting(() => decided(latest(saved), accepted, cluster));
  return missed.length > 0 ? { start: "unknown", unread: missed } : { ...found, unread: [] };
}

const allExist = words(
  "Every claim and volume of the backup exists, so there is nothing to recreate. Changes that were made to them are not reverted.",
);

/** Of an object that was saved several times, the last one. */
function latest(saved: readonly RawObject[]): readonly RawObject[] {
  return [...new Map(saved.map((raw) => [nameKey(raw.ref), raw])).values()];
}

function decided(saved: readonly RawObject[], accepted: readonly string[], cluster: Cluster): Decided {
  const halves = halvesOf(saved);
  const bound = halves.filter((half): half is BoundHalf => half.claim !== undefined);
  const alive = bound.filter((half) => isWithoutClaim(half, saved, cluster));
  const told = [
    ...saved
      .filter(({ ref }) => !kinds.includes(ref.kind))
      .map(({ ref }) => say`${nameOf(ref)} is not created again: pvguard creates only claims and volumes.`),
    ...alive.map(claimNotSaved),
  ];
  const alone = goneUnbound(halves, cluster);
  const nothing: Decided =
    alone === undefined
      ? { start: "nothing-to-do", because: allExist, told }
      : { start: "refused", refusal: alone };
  const open = distinct(
    bound.filter((half) => !alive.includes(half)),
    ({ claim }) => nameKey(claim),
  );
  const [namespace, ...more] = [...new Set(open.map(({ claim }) => claim.namespace ?? ""))];
  const [first] = open;
  if (namespace === undefined || first === undefined) return nothing;
  if (more.length > 0) return { start: "refused", refusal: severalNamespaces(first.claim) };
  const found = cluster.get("v1/namespaces", namespace);
  const rescue: Rescue = {
    namespace: { name: namespace, uid: found.state === "found" ? found.object.metadata.uid : "" },
    pairs: open.map((half) => pairFrom(half, saved, cluster)),
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
  const pairs = now.filter((each) => !isRestored(each)).map(({ pair }) => pair);
  if (pairs.length === 0) return nothing;
  if (found.state === "absent") return { start: "refused", refusal: withoutNamespace(namespace) };
  return {
    start: "rescue",
    rescue: { ...rescue, pairs },
    told: alone === undefined ? told : [...told, alone.message],
  };
}

const kinds = ["PersistentVolumeClaim", "PersistentVolume"];

/** A saved claim or volume. */
interface Half {
  readonly raw: RawObject;
  /** Absent where it is not bound. */
  readonly claim?: ObjectRef;
  readonly volume?: ObjectRef;
}

type BoundHalf = Half & { readonly claim: ObjectRef; readonly volume: ObjectRef };

/** Claims first. */
function halvesOf(saved: readonly RawObject[]): readonly Half[] {
  return kinds.flatMap((kind) => saved.filter(({ ref }) => ref.kind === kind)).map(halfOf);
}

function halfOf(raw: RawObject): Half {
  const { spec } = JSON.parse(raw.text) as PersistentVolumeClaim | PersistentVolume;
  if (raw.ref.kind === "PersistentVolumeClaim") {
    const name = (spec as PersistentVolumeClaim["spec"])?.volumeName ?? "";
    return name === ""
      ? { raw }
      : { raw, claim: claimNamed(raw.ref.namespace ?? "", raw.ref.name), volume: volumeNamed(name) };
  }
  const { namespace = "", name = "" } = (spec as PersistentVolume["spec"])?.claimRef ?? {};
  return name === ""
    ? { raw }
    : { raw, claim: claimNamed(namespace, name), volume: volumeNamed(raw.ref.name) };
}

function pairFrom({ raw, claim, volume }: BoundHalf, saved: readonly RawObject[], cluster: Cluster): Pair {
  const found = savedOrNow(claim, saved, cluster);
  const told = raw.ref.kind === "PersistentVolume" ? claimRefOf(raw)?.uid : undefined;
  return {
    claim: { ...found, uid: found.uid || (told ?? "") },
    volume: savedOrNow(volume, saved, cluster),
  };
}

/** As it was saved, else as it is now. */
function savedOrNow(ref: ObjectRef, saved: readonly RawObject[], cluster: Cluster): Saved {
  const raw = saved.find((each) => nameKey(each.ref) === nameKey(ref));
  const live = cluster.resolve(ref);
  const uid = raw?.ref.uid ?? (live?.state === "found" ? live.object.metadata.uid : "");
  return { name: ref.name, uid, manifest: raw?.text ?? "" };
}

/** The very volume is there, to stay. Its claim was not saved with it: it had gone before, and that is not to be undone. */
function isWithoutClaim({ raw, claim }: BoundHalf, saved: readonly RawObject[], cluster: Cluster): boolean {
  if (saved.some(({ ref }) => nameKey(ref) === nameKey(claim))) return false;
  const found = cluster.get("v1/persistentvolumes", raw.ref.name);
  const isThere = found.state === "found" && found.object.metadata.uid === raw.ref.uid;
  return isThere && !isTerminating(found.object) && cluster.resolve(claim)?.state === "absent";
}

function claimNotSaved({ raw, claim }: BoundHalf): Phrase {
  return say`${nameOf(claim)}, to which ${nameOf(raw.ref)} belongs, no longer exists and was not saved here. To create it again: kubectl pvguard rescue pv/${raw.ref.name}`;
}

function claimRefOf(raw: RawObject) {
  return (JSON.parse(raw.text) as PersistentVolume).spec?.claimRef;
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

function severalNamespaces(claim: ObjectRef): Refusal {
  return refusal(
    "SeveralNamespaces",
    claim,
    say`The backup has claims from several namespaces.`,
    say`Name one file of the backup instead of the folder.`,
  );
}

/** What was saved and no longer exists, and had no other half that it could be bound to again; `undefined` for nothing. */
function goneUnbound(halves: readonly Half[], cluster: Cluster): Refusal | undefined {
  const gone = halves
    .flatMap(({ raw, claim }) => (claim === undefined ? [raw.ref] : []))
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
