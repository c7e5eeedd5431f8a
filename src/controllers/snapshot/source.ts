import type { Cluster, Found, Listed, Unread } from "../../cluster/index.ts";
import { everywhere } from "../../cluster/index.ts";
import type {
  PersistentVolume,
  PersistentVolumeClaim,
  VolumeSnapshot,
  VolumeSnapshotClass,
} from "../../kubernetes/index.ts";
import { annotationOf, hasFinalizer, isTerminating, refOf } from "../../kubernetes/index.ts";
import { defaultSnapshotClass } from "../annotation-names.ts";
import { defineController, nothing } from "../controller.ts";
import { act, removeFinalizer, unknown, wait } from "../decision.ts";
import { pvcAsSource } from "../finalizer-names.ts";
import { eachSnapshotOfClaim, snapshotsOfClaim } from "../indexes/index.ts";
import { isVolumeBoundToClaim } from "../pv-binder/match.ts";

export const snapshotSourceClaim = defineController({
  name: "snapshot-controller",
  on: "v1/persistentvolumeclaims",
  sources: [
    "kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go checkandRemovePVCFinalizer, v8.6",
  ],
  decide(claim, cluster) {
    if (!hasFinalizer(claim, pvcAsSource)) return nothing;
    const user = firstThatUses(claim, cluster);
    if (user.state === "unread") return unknown(user);
    if (user.state === "found") return wait(refOf(user.object));
    const snapshots = snapshotsOfClaim(claim, cluster);
    if (!snapshots.read) return unknown(snapshots);
    // The controller looks at the claim only while it handles a VolumeSnapshot of it.
    if (snapshots.items.length === 0) return wait();
    const handled = handledAmong(snapshots.items, cluster);
    if (!handled.read) return unknown(handled);
    // It handles none that has no class.
    if (handled.items.length === 0) return wait();
    return act(removeFinalizer(claim, pvcAsSource));
  },
});

function handledAmong(snapshots: readonly VolumeSnapshot[], cluster: Cluster): Listed<VolumeSnapshot> {
  const items: VolumeSnapshot[] = [];
  for (const snapshot of snapshots) {
    const handling = handlingOf(snapshot, cluster);
    if (handling.state === "unread") return { read: false, unread: handling.unread };
    if (handling.state === "handled") items.push(snapshot);
  }
  return { read: true, items };
}

/** A snapshot in error is not ready either. kubernetes-csi/external-snapshotter pkg/utils/util.go IsSnapshotReady, v8.6. */
export function isSnapshotReady(snapshot: VolumeSnapshot): boolean {
  return snapshot.status?.readyToUse === true;
}

/**
 * The snapshots that keep the finalizer on the claim they are taken of: all that are not ready.
 * kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go isPVCBeingUsed, v8.6.
 *
 * @param without a snapshot that is about to be deleted, and no longer counts
 */
export function snapshotsThatUse(
  claim: PersistentVolumeClaim,
  snapshots: readonly VolumeSnapshot[],
  without?: VolumeSnapshot,
): readonly VolumeSnapshot[] {
  return snapshots.filter((snapshot) => uses(snapshot, claim, without));
}

/** The first of them: there can be thousands, and one is enough to keep the finalizer. */
export function firstThatUses(
  claim: PersistentVolumeClaim,
  cluster: Cluster,
  without?: VolumeSnapshot,
): Found<VolumeSnapshot> {
  const snapshots = eachSnapshotOfClaim(claim, cluster);
  if (!snapshots.read) return { state: "unread", unread: snapshots.unread };
  for (const object of snapshots.objects) if (uses(object, claim, without)) return { state: "found", object };
  return { state: "absent" };
}

function uses(snapshot: VolumeSnapshot, claim: PersistentVolumeClaim, without?: VolumeSnapshot): boolean {
  return (
    snapshot.metadata.namespace === claim.metadata.namespace &&
    snapshot.spec?.source?.persistentVolumeClaimName === claim.metadata.name &&
    snapshot.metadata.name !== without?.metadata.name &&
    !isSnapshotReady(snapshot)
  );
}

/** The claim that a snapshot is taken of; absent when the snapshot is made from a content. */
export function sourceClaimOf(snapshot: VolumeSnapshot, cluster: Cluster): Found<PersistentVolumeClaim> {
  const name = snapshot.spec?.source?.persistentVolumeClaimName ?? "";
  return name === ""
    ? { state: "absent" }
    : cluster.get("v1/persistentvolumeclaims", name, snapshot.metadata.namespace);
}

/**
 * The volume that a snapshot is taken of: its claim must be Bound, and the volume must agree.
 * kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go getVolumeFromVolumeSnapshot, v8.7.
 */
export function volumeOfSource(snapshot: VolumeSnapshot, cluster: Cluster): Found<PersistentVolume> {
  const claim = sourceClaimOf(snapshot, cluster);
  if (claim.state !== "found") return claim;
  if (claim.object.status?.phase !== "Bound") return { state: "absent" };
  const volume = cluster.get("v1/persistentvolumes", claim.object.spec?.volumeName ?? "");
  if (volume.state !== "found") return volume;
  return isVolumeBoundToClaim(volume.object, claim.object) ? volume : { state: "absent" };
}

/** Does the snapshot controller do anything with a snapshot? Not before the snapshot has a class. */
type Handling =
  | { readonly state: "handled"; readonly snapshotClass: VolumeSnapshotClass | "none" }
  | { readonly state: "left alone" }
  | { readonly state: "unread"; readonly unread: Unread };

/**
 * A deleted snapshot is handled even when the class that it names is gone; but not when it names none, and none can be
 * chosen for it.
 * kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller_base.go syncSnapshotByKey,
 * checkAndUpdateSnapshotClass, v8.7.
 */
export function handlingOf(snapshot: VolumeSnapshot, cluster: Cluster): Handling {
  const { volumeSnapshotClassName: name, source } = snapshot.spec ?? {};
  if (name !== undefined) return withNamedClass(snapshot, name, cluster);
  const needsNone =
    source?.volumeSnapshotContentName !== undefined || snapshot.status?.volumeGroupSnapshotName !== undefined;
  return needsNone ? { state: "handled", snapshotClass: "none" } : withDefaultClass(snapshot, cluster);
}

function withNamedClass(snapshot: VolumeSnapshot, name: string, cluster: Cluster): Handling {
  const found = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshotclasses", name);
  if (found.state === "found") return { state: "handled", snapshotClass: found.object };
  if (isTerminating(snapshot)) return { state: "handled", snapshotClass: "none" };
  return found.state === "unread" ? found : { state: "left alone" };
}

/** The only default class of the driver of the volume. The same repository, SetDefaultSnapshotClass. */
function withDefaultClass(snapshot: VolumeSnapshot, cluster: Cluster): Handling {
  const volume = volumeOfSource(snapshot, cluster);
  if (volume.state === "unread") return volume;
  const driver = volume.state === "found" ? volume.object.spec?.csi?.driver : undefined;
  if (driver === undefined) return { state: "left alone" };
  const classes = cluster.list("snapshot.storage.k8s.io/v1/volumesnapshotclasses", everywhere);
  if (!classes.read) return { state: "unread", unread: classes.unread };
  const [first, ...more] = classes.items.filter(
    (each) => each.driver === driver && annotationOf(each, defaultSnapshotClass) === "true",
  );
  return first === undefined || more.length > 0
    ? { state: "left alone" }
    : { state: "handled", snapshotClass: first };
}
