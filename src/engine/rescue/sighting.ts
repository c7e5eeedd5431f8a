import { volumeBackend } from "../../controllers/index.ts";
import {
  type Cluster,
  type Found,
  type Index,
  isTerminating,
  type Listed,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Resource,
  type Scope,
  type Unread,
  type Walked,
} from "../../model/index.ts";
import type { Pair, Rescue } from "./rescue.ts";

/** `first`: the very object with which the rescue began. `again`: one that was made in its place. */
type Which = "first" | "again" | "foreign";

/** A pair as it is now. */
export interface Sighting {
  readonly pair: Pair;
  readonly claim: { readonly which: Which; readonly object: PersistentVolumeClaim } | undefined;
  readonly volume: { readonly which: Which; readonly object: PersistentVolume } | undefined;
}

export function look(pair: Pair, { namespace }: Rescue, cluster: Cluster): Sighting {
  const claim = object(cluster.get("v1/persistentvolumeclaims", pair.claim.name, namespace.name));
  const volume = object(cluster.get("v1/persistentvolumes", pair.volume.name));
  return {
    pair,
    claim: claim && { which: whichClaim(claim, pair), object: claim },
    volume: volume && { which: whichVolume(volume, pair), object: volume },
  };
}

/** A claim that names the volume is as good as one that the rescue made, whatever made it. */
function whichClaim(claim: PersistentVolumeClaim, pair: Pair): Which {
  if (claim.metadata.uid === pair.claim.uid) return "first";
  return claim.spec?.volumeName === pair.volume.name ? "again" : "foreign";
}

/** The name alone proves nothing: the disk behind it must be the same. */
function whichVolume(volume: PersistentVolume, pair: Pair): Which {
  if (volume.metadata.uid === pair.volume.uid) return "first";
  const { manifest } = pair.volume;
  return manifest !== "" && isSameDisk(volume, JSON.parse(manifest)) ? "again" : "foreign";
}

function isSameDisk(volume: PersistentVolume, saved: PersistentVolume): boolean {
  const backend = volumeBackend(volume);
  return backend.type !== "unknown" && JSON.stringify(backend) === JSON.stringify(volumeBackend(saved));
}

/** Both are there to stay, and bound to each other: nothing is left to do. */
export function isRestored({ claim, volume }: Sighting): boolean {
  if (claim === undefined || volume === undefined) return false;
  if (claim.which === "foreign" || volume.which === "foreign") return false;
  return (
    !isTerminating(claim.object) &&
    !isTerminating(volume.object) &&
    claim.object.status?.phase === "Bound" &&
    claim.object.spec?.volumeName === volume.object.metadata.name &&
    volume.object.spec?.claimRef?.uid === claim.object.metadata.uid
  );
}

/** The claim is being deleted, or is deleted: what uses or creates it must be stopped. A Lost claim stays, and so do its pods. */
export function isLoose(sighting: Sighting): boolean {
  if (isRestored(sighting)) return false;
  if (sighting.claim === undefined) return true;
  return sighting.claim.which === "first" && mustGo(sighting);
}

/** A deletion cannot be undone; and nothing can be attached from a volume that is being deleted. */
export function mustGo({ claim, volume }: Sighting): boolean {
  if (claim === undefined) return false;
  return isTerminating(claim.object) || (volume !== undefined && isTerminating(volume.object));
}

/** A cluster that remembers what it could not answer. A decision that is made with it is then thrown away. */
interface Recording {
  readonly cluster: Cluster;
  readonly unread: readonly Unread[];
}

export function recording(base: Cluster): Recording {
  const unread: Unread[] = [];

  function found<T>(answer: Found<T>): Found<T> {
    if (answer.state === "unread") unread.push(answer.unread);
    return answer;
  }

  function listed<T>(answer: Listed<T>): Listed<T> {
    if (!answer.read) unread.push(answer.unread);
    return answer;
  }

  function walked<T>(answer: Walked<T>): Walked<T> {
    if (!answer.read) unread.push(answer.unread);
    return answer;
  }

  const cluster: Cluster = {
    now: base.now,
    get: <R extends Resource>(resource: R, name: string, namespace?: string) =>
      found(base.get(resource, name, namespace)),
    lookup: <R extends Resource>(index: Index<R>, key: string, scope: Scope) =>
      listed(base.lookup(index, key, scope)),
    list: <R extends Resource>(resource: R, scope: Scope) => listed(base.list(resource, scope)),
    walkWith: <R extends Resource>(index: Index<R>, key: string, scope: Scope) =>
      walked(base.walkWith(index, key, scope)),
    walkAll: <R extends Resource>(resource: R, scope: Scope) => walked(base.walkAll(resource, scope)),
    serves: (resource) => base.serves(resource),
    fact: (fact, key) => fact.workOut(key, cluster),
    resolve(ref) {
      const answer = base.resolve(ref);
      return answer === undefined ? undefined : found(answer);
    },
    otherOwner: (ref) => base.otherOwner(ref),
    missed: () => base.missed(),
  };
  return { unread, cluster };
}

/** The object, or `undefined`: an unread one is on record. */
export function object<T>(answer: Found<T>): T | undefined {
  return answer.state === "found" ? answer.object : undefined;
}

/** The objects, or none: an unread list is on record. */
export function objects<T>(answer: Listed<T>): readonly T[] {
  return answer.read ? answer.items : [];
}
