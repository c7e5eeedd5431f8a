import type { Cluster } from "../cluster/index.ts";
import { objectOf } from "../cluster/index.ts";
import {
  claimsToFillFrom,
  contentOf,
  finalizerNames,
  isDeletionCandidate,
  snapshotsOfClaim,
  snapshotsThatUse,
} from "../controllers/index.ts";
import type { Danger } from "../define/index.ts";
import { acceptance, defineRemedy } from "../define/index.ts";
import type { Phrase, VolumeSnapshot, VolumeSnapshotContent } from "../kubernetes/index.ts";
import { hasFinalizer, isTerminating, nameOf, say } from "../kubernetes/index.ts";
import { deletionFix, deletions } from "./shared/acts.ts";

const discarded = acceptance(
  "SnapshotDiscarded",
  say`With policy Delete, the driver deletes what it has created of the snapshot so far.`,
);

type Made =
  | "a content"
  | "a content that stays"
  | "an existing snapshot"
  | "a content that is gone"
  | "nothing";

function whatWasMade({ status }: VolumeSnapshot, content: VolumeSnapshotContent | undefined): Made {
  if (content !== undefined) {
    if (content.spec?.deletionPolicy !== "Retain") return "a content";
    return content.spec.source?.snapshotHandle === undefined
      ? "a content that stays"
      : "an existing snapshot";
  }
  return status?.boundVolumeSnapshotContentName === undefined ? "nothing" : "a content that is gone";
}

const costs: Readonly<Record<Made, { readonly because: Phrase; readonly dangers: readonly Danger[] }>> = {
  "a content": {
    dangers: ["SnapshotDiscarded"],
    because: say`It has a VolumeSnapshotContent. With policy Delete, the driver deletes what it has created of the snapshot so far.`,
  },
  "a content that stays": {
    dangers: ["RecordLost"],
    because: say`It has a VolumeSnapshotContent with policy Retain. What the driver creates of the snapshot is kept in the storage backend, and only the VolumeSnapshotContent then records it.`,
  },
  "an existing snapshot": {
    dangers: ["RecordLost"],
    because: say`Its VolumeSnapshotContent stands for a snapshot that was taken before, and has policy Retain. If that snapshot exists in the storage backend, it is kept, and only the VolumeSnapshotContent then records it.`,
  },
  "a content that is gone": {
    dangers: ["SnapshotLeaks"],
    because: say`It names a VolumeSnapshotContent that no longer exists. What the driver created may still be in the storage backend, and nothing else records it.`,
  },
  nothing: {
    dangers: [],
    because: say`It never became a snapshot, so no copy of the data is lost with it.`,
  },
};

export const deleteSnapshot = defineRemedy({
  name: "delete-snapshot",
  summary: "Delete a VolumeSnapshot that is not ready",
  on: ["snapshot.storage.k8s.io/v1/volumesnapshots"],
  needs: [
    "snapshot.storage.k8s.io/v1/volumesnapshots",
    "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
    "v1/persistentvolumeclaims",
  ],
  fixDoes: "Deletes a VolumeSnapshot that is not ready, and that holds its source claim",
  asked: { on: ["snapshot.storage.k8s.io/v1/volumesnapshots"], using: [{}] },
  make(on, _using, cluster) {
    const found = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshots", on.name, on.namespace);
    if (found.state !== "found" || isTerminating(found.object) || found.object.status?.readyToUse === true)
      return undefined;
    // Asked for first, so that it is read together with the content.
    const unfilled = leftUnfilled(found.object, cluster);
    const content = contentOf(found.object, cluster);
    if (content.state === "unread") return undefined;
    const made = whatWasMade(found.object, objectOf(content));
    const { dangers, because } = costs[made];
    return {
      title: say`Delete ${nameOf(on)}, which is not ready`,
      dangers: unfilled === undefined ? dangers : [...dangers, "ClaimNeverFilled"],
      because: unfilled === undefined ? because : say`${because} ${unfilled}`,
      steps: afterwards(found.object, cluster),
      ...(holdsItsClaim(found.object, cluster)
        ? { fix: deletionFix([found.object], made === "a content" ? [discarded] : []) }
        : { does: deletions([found.object]) }),
    };
  },
});

/** Without the finalizer on its source, or when it is not among those that keep it, it blocks nothing. */
function holdsItsClaim(snapshot: VolumeSnapshot, cluster: Cluster): boolean {
  const name = snapshot.spec?.source?.persistentVolumeClaimName;
  if (name === undefined) return false;
  const claim = cluster.get("v1/persistentvolumeclaims", name, snapshot.metadata.namespace);
  return (
    claim.state === "found" &&
    hasFinalizer(claim.object, finalizerNames.pvcAsSource) &&
    snapshotsThatUse(claim.object, [snapshot]).length > 0
  );
}

/**
 * A snapshot whose class does not exist is never handled, so it gets no finalizer; when it is deleted, no controller checks
 * its source claim. kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller_base.go
 * syncSnapshotByKey, deleteSnapshot, v8.6.
 */
function afterwards(snapshot: VolumeSnapshot, cluster: Cluster): readonly Phrase[] {
  const claim = snapshot.spec?.source?.persistentVolumeClaimName;
  if (claim === undefined || hasFinalizer(snapshot, finalizerNames.snapshotAsSource)) return [];
  const source = cluster.get("v1/persistentvolumeclaims", claim, snapshot.metadata.namespace);
  if (source.state !== "found" || !isDeletionCandidate(source.object, finalizerNames.pvcAsSource)) return [];
  const all = snapshotsOfClaim(source.object, cluster);
  const others = all.read ? all.items.length - 1 : 0;
  return [
    others > 0
      ? say`Wait: the snapshot-controller checks the source claim again when it next handles another snapshot of it, after 15 minutes at the latest.`
      : say`The snapshot-controller never handled this snapshot, so it does not check the source claim when the snapshot is deleted. If the claim then still remains, run pvguard again.`,
  ];
}

/** What a deletion does to claims that are still to be filled from the source; nothing if there are none. */
function leftUnfilled(source: VolumeSnapshot, cluster: Cluster): Phrase | undefined {
  const claims = claimsToFillFrom(source, cluster);
  if (!claims.read)
    return say`Could not read whether a claim still has to be filled from this snapshot. Without the snapshot, that claim could not be filled.`;
  const [first, ...others] = claims.items;
  if (first === undefined) return undefined;
  const name = nameOf(first);
  return others.length === 0
    ? say`But ${name} still has to be filled from this snapshot, and cannot be filled without it.`
    : say`But ${name} and ${others.length} more still have to be filled from this snapshot, and cannot be filled without it.`;
}
