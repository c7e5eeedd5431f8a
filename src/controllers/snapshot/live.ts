import type { Cluster, Found, Unread } from "../../cluster/index.ts";
import type {
  PersistentVolumeClaim,
  VolumeSnapshot,
  VolumeSnapshotClass,
  VolumeSnapshotContent,
} from "../../kubernetes/index.ts";
import { hasFinalizer, isTerminating, refOf } from "../../kubernetes/index.ts";
import type { Action } from "../controller.ts";
import { pvcAsSource, snapshotBound } from "../finalizer-names.ts";
import { finalizersToAdd, pointsBack } from "./deletion.ts";
import { isSnapshotReady, sourceClaimOf, volumeOfSource } from "./source.ts";

type Planned = { readonly actions: readonly Action[] } | { readonly unread: Unread };

/**
 * What becomes of a live snapshot of a known class. A ready one whose content is gone is not left in peace: a content
 * is created again, and with it a snapshot of what is on the volume now.
 * kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go syncSnapshot, syncReadySnapshot,
 * syncUnreadySnapshot, checkandAddSnapshotFinalizers, v8.7.
 */
export function planLive(
  snapshot: VolumeSnapshot,
  snapshotClass: VolumeSnapshotClass | "none",
  cluster: Cluster,
): Planned {
  const own = ownContent(snapshot, cluster);
  if (own.state === "unread") return own;
  if (own.state === "found" && !isOfItsKind(snapshot, own.object)) return { actions: unready(snapshot) };
  const adds = finalizersToAdd(snapshot, own.state === "found" ? own.object : "missing").map(
    (finalizer): Action => ({ do: "add-finalizer", object: refOf(snapshot), finalizer }),
  );
  const rest = isSettled(snapshot)
    ? checkBinding(snapshot, cluster)
    : own.state === "found"
      ? bind(snapshot, own.object)
      : makeContent(snapshot, snapshotClass, cluster);
  return "unread" in rest ? rest : { actions: [...adds, ...rest.actions] };
}

/** By the name in its spec, or by the one that the controller gives; not by its status. */
function ownContent(snapshot: VolumeSnapshot, cluster: Cluster): Found<VolumeSnapshotContent> {
  const name = snapshot.spec?.source?.volumeSnapshotContentName ?? `snapcontent-${snapshot.metadata.uid}`;
  return cluster.get("snapshot.storage.k8s.io/v1/volumesnapshotcontents", name);
}

/** The same file, getPreprovisionedContentFromStore, getDynamicallyProvisionedContentFromStore. */
function isOfItsKind(snapshot: VolumeSnapshot, content: VolumeSnapshotContent): boolean {
  const { source, volumeSnapshotRef: ref } = content.spec ?? {};
  if (snapshot.spec?.source?.volumeSnapshotContentName === undefined) {
    return source?.volumeHandle !== undefined && pointsBack(content, snapshot);
  }
  const { name, namespace, uid } = snapshot.metadata;
  const isMeant = ref?.name === name && ref.namespace === namespace;
  return source?.snapshotHandle !== undefined && isMeant && ["", uid].includes(ref.uid ?? "");
}

function isSettled(snapshot: VolumeSnapshot): boolean {
  return isSnapshotReady(snapshot) && (snapshot.status?.boundVolumeSnapshotContentName ?? "") !== "";
}

function unready(snapshot: VolumeSnapshot): readonly Action[] {
  return isSnapshotReady(snapshot) ? [{ do: "mark-unready", object: refOf(snapshot) }] : [];
}

/** The same file, syncReadySnapshot. */
function checkBinding(snapshot: VolumeSnapshot, cluster: Cluster): Planned {
  const name = snapshot.status?.boundVolumeSnapshotContentName ?? "";
  const content = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshotcontents", name);
  if (content.state === "unread") return content;
  const isRight = content.state === "found" && pointsBack(content.object, snapshot);
  return { actions: isRight ? [] : unready(snapshot) };
}

function bind(snapshot: VolumeSnapshot, content: VolumeSnapshotContent): Planned {
  const isBound =
    (snapshot.status?.boundVolumeSnapshotContentName ?? "") !== "" && pointsBack(content, snapshot);
  const isInStep = isSnapshotReady(snapshot) === (content.status?.readyToUse === true);
  if (isBound && isInStep) return { actions: [] };
  return { actions: [{ do: "bind-content", object: refOf(snapshot), content: refOf(content) }] };
}

/** The same file, createSnapshotContent. The content itself is new, and so is what the driver then does. */
function makeContent(
  snapshot: VolumeSnapshot,
  snapshotClass: VolumeSnapshotClass | "none",
  cluster: Cluster,
): Planned {
  const claim = sourceClaimOf(snapshot, cluster);
  if (claim.state === "unread") return claim;
  if (claim.state === "absent" || !canBeHeld(claim.object)) return { actions: unready(snapshot) };
  const hold: readonly Action[] = hasFinalizer(claim.object, pvcAsSource)
    ? []
    : [{ do: "add-finalizer", object: refOf(claim.object), finalizer: pvcAsSource }];
  const volume = volumeOfSource(snapshot, cluster);
  if (volume.state === "unread") return volume;
  const isMade = volume.state === "found" && volume.object.spec?.csi !== undefined;
  const deletes = snapshotClass !== "none" && snapshotClass.deletionPolicy === "Delete";
  const protect: readonly Action[] =
    isMade && deletes && !hasFinalizer(snapshot, snapshotBound)
      ? [{ do: "add-finalizer", object: refOf(snapshot), finalizer: snapshotBound }]
      : [];
  return { actions: [...hold, ...unready(snapshot), ...protect] };
}

/** The same file, ensurePVCFinalizer: nothing can be put on a claim that is being deleted. */
function canBeHeld(claim: PersistentVolumeClaim): boolean {
  return !isTerminating(claim) || hasFinalizer(claim, pvcAsSource);
}
