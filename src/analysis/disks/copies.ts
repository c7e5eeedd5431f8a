import type { Cluster } from "../../cluster/index.ts";
import { itemsOf } from "../../cluster/index.ts";
import {
  contentOf,
  finalizerNames,
  isSnapshotReady,
  snapshotsOfClaim,
  volumeHandleOf,
} from "../../controllers/index.ts";
import type { PersistentVolume, VolumeSnapshot } from "../../kubernetes/index.ts";
import { hasFinalizer, isTerminating, refOf } from "../../kubernetes/index.ts";
import type { Copy, Fate } from "../../report/index.ts";
import type { Analysis } from "../analysis.ts";

/** With the snapshots of a disk that is lost: only they still have the data. */
export function withCopies(fate: Fate, analysis: Analysis): Fate {
  const { data, volume: ref } = fate;
  if ((data !== "destroyed" && data !== "already-gone") || ref?.kind !== "PersistentVolume") return fate;
  const volume = analysis.cluster.get("v1/persistentvolumes", ref.name);
  const copies = volume.state === "found" ? copiesOf(volume.object, analysis) : [];
  return copies.length === 0 ? fate : { ...fate, copies };
}

/**
 * Those that can be used first, then the newest. A driver that deletes a disk should leave its snapshots usable, or refuse; not every driver does.
 * container-storage-interface/spec spec.md DeleteVolume, v1.11.
 */
function copiesOf(volume: PersistentVolume, analysis: Analysis): readonly Copy[] {
  const { namespace, name } = volume.spec?.claimRef ?? {};
  if (namespace === undefined || name === undefined) return [];
  const listed = snapshotsOfClaim({ metadata: { namespace, name } }, analysis.cluster);
  return itemsOf(listed)
    .flatMap((snapshot) => copyOf(snapshot, volume, analysis) ?? [])
    .sort((a, b) => placeOf(a) - placeOf(b) || (b.takenAt ?? "").localeCompare(a.takenAt ?? ""));
}

const placeOf = ({ state }: Copy) => (state === "ready" ? 0 : 1);

/** The name of the claim may be older than its disk: a content that names another disk is a copy of that. */
function copyOf(snapshot: VolumeSnapshot, volume: PersistentVolume, analysis: Analysis): Copy | undefined {
  const content = contentOf(snapshot, analysis.cluster);
  const handle = content.state === "found" ? content.object.spec?.source?.volumeHandle : undefined;
  if (handle !== undefined && handle !== volumeHandleOf(volume)) return undefined;
  const takenAt = snapshot.status?.creationTime ?? snapshot.metadata.creationTimestamp;
  return {
    snapshot: refOf(snapshot),
    state: stateOf(snapshot, content.state, analysis),
    ...(takenAt === undefined ? {} : { takenAt }),
  };
}

function stateOf(
  snapshot: VolumeSnapshot,
  content: "found" | "absent" | "unread",
  analysis: Analysis,
): Copy["state"] {
  if (isTerminating(snapshot) || analysis.dataOf(snapshot) === "destroyed") return "deleted-too";
  if (isSnapshotReady(snapshot)) return readyWith[content];
  return content === "absent" && comesTooLate(snapshot, analysis.cluster) ? "never-ready" : "not-ready";
}

const readyWith = { found: "ready", absent: "content-gone", unread: "not-known" } as const;

/**
 * No content is made for it: its claim can no longer be protected.
 * kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go createSnapshotContent, ensurePVCFinalizer, v8.6.
 */
function comesTooLate({ metadata, spec }: VolumeSnapshot, cluster: Cluster): boolean {
  const name = spec?.source?.persistentVolumeClaimName ?? "";
  const claim = cluster.get("v1/persistentvolumeclaims", name, metadata.namespace ?? "");
  if (claim.state !== "found") return claim.state === "absent";
  return isTerminating(claim.object) && !hasFinalizer(claim.object, finalizerNames.pvcAsSource);
}
