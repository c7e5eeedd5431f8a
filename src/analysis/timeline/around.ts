import type { Cluster, Unread } from "../../cluster/index.ts";
import { eachSnapshotOfClaim, isSnapshotReady, sourceClaimOf } from "../../controllers/index.ts";
import type { Tie } from "../../define/index.ts";
import { relativesOf, tied, tiesOf } from "../../define/index.ts";
import type { KubeObject, ObjectRef, PersistentVolumeClaim, VolumeSnapshot } from "../../kubernetes/index.ts";
import { nameKey, refOf } from "../../kubernetes/index.ts";
import type { Act } from "../../report/index.ts";
import { isKeeping } from "../label.ts";
import type { TiesOf } from "../remembering.ts";

const mostDepth = 2;

interface Around {
  readonly objects: readonly KubeObject[];
  /** What may be around them too, and was not read. */
  readonly unread: readonly Unread[];
}

/** The objects, and those whose controllers may act when something happens to them: pod, claim, volume. */
export function around(refs: readonly ObjectRef[], cluster: Cluster, ties: TiesOf = tiesOf): Around {
  const found = new Map<string, KubeObject>();
  const unread: Unread[] = [];
  let layer = refs.flatMap((ref) => {
    const resolved = cluster.resolve(ref);
    return resolved?.state === "found" ? [resolved.object] : [];
  });
  for (let depth = 0; depth <= mostDepth; depth += 1) {
    const fresh = layer.filter((object) => !found.has(nameKey(refOf(object))));
    for (const object of fresh) found.set(nameKey(refOf(object)), object);
    const relatives = fresh.flatMap((object) => ties(object).flatMap((tie) => tied(tie, cluster)));
    for (const relative of relatives) if ("unread" in relative) unread.push(relative.unread);
    layer = relatives.flatMap((relative) => ("object" in relative ? [relative.object] : []));
  }
  return { objects: [...found.values()], unread };
}

/** So many unready snapshots of a claim are told with each of them. */
const mostUnready = 8;

/**
 * Do these acts only keep a snapshot, one of many that are not ready? Then they change nothing for the claim, which the others
 * hold as well: what becomes of that and of its disk is as without them, and the same for each of the snapshots.
 */
export function keepsOneOfMany(of: KubeObject, acts: readonly Act[], cluster: Cluster): boolean {
  const isOfSnapshot = [refOf(of), ...acts.map(({ on }) => on)].every(({ kind }) => isSnapshotKind(kind));
  if (!isOfSnapshot || !acts.every(isKeeping)) return false;
  const [claim] = sourceClaims([of, ...relatives(of, cluster)], cluster);
  const snapshots = claim && eachSnapshotOfClaim(claim, cluster);
  if (snapshots?.read !== true) return false;
  let count = 0;
  for (const snapshot of snapshots.objects) {
    if (!isSnapshotReady(snapshot)) count += 1;
    if (count > mostUnready) return true;
  }
  return false;
}

/** From a snapshot to its content, and back. */
export function tiesOfSnapshot(object: KubeObject): readonly Tie[] {
  return tiesOf(object).filter((tie) => tie.to === "all" || tie.on !== "v1/persistentvolumeclaims");
}

/** The claims that the snapshots among these are taken of. */
export function sourceClaims(
  objects: readonly KubeObject[],
  cluster: Cluster,
): readonly PersistentVolumeClaim[] {
  return objects.flatMap((object) => {
    const claim =
      object.kind === "VolumeSnapshot" ? sourceClaimOf(object as VolumeSnapshot, cluster) : undefined;
    return claim?.state === "found" ? [claim.object] : [];
  });
}

function relatives(object: KubeObject, cluster: Cluster): readonly KubeObject[] {
  return relativesOf(object, cluster).flatMap((relative) => ("object" in relative ? [relative.object] : []));
}

function isSnapshotKind(kind: string): boolean {
  return kind === "VolumeSnapshot" || kind === "VolumeSnapshotContent";
}
