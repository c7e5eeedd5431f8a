import type { Cluster, Found, Unread } from "../../cluster/index.ts";
import type {
  ObjectRef,
  PersistentVolumeClaim,
  VolumeSnapshot,
  VolumeSnapshotClass,
  VolumeSnapshotContent,
} from "../../kubernetes/index.ts";
import { annotationOf, hasFinalizer, isTerminating, refOf } from "../../kubernetes/index.ts";
import { snapshotBeingDeleted } from "../annotation-names.ts";
import type { Action, Decision } from "../controller.ts";
import { defineController, nothing } from "../controller.ts";
import { actAll, removeFinalizer, unknown, wait, waitForAll } from "../decision.ts";
import { pvcAsSource, snapshotBound } from "../finalizer-names.ts";
import { claimsFilledFrom } from "../indexes/index.ts";
import type { SnapshotDeletion } from "./deletion.ts";
import { finalizersToAdd, pointsBack, processDeletedSnapshot } from "./deletion.ts";
import { firstThatUses, handlingOf, isSnapshotReady, sourceClaimOf, volumeOfSource } from "./source.ts";

export const snapshotController = defineController({
  name: "snapshot-controller",
  on: "snapshot.storage.k8s.io/v1/volumesnapshots",
  sources: [
    "kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go syncSnapshot, v8.6",
  ],
  decide(snapshot, cluster) {
    const found = contentOf(snapshot, cluster);
    if (found.state === "unread") return unknown(found);
    const content = found.state === "found" ? found.object : "missing";
    const handling = handlingOf(snapshot, cluster);
    switch (handling.state) {
      case "unread":
        return unknown(handling);
      case "left alone":
        return isTerminating(snapshot) ? wait() : nothing;
      case "handled":
        return isTerminating(snapshot)
          ? decideDeleted(snapshot, content, cluster)
          : decideLive(snapshot, handling.snapshotClass, cluster);
    }
  },
});

function decideLive(
  snapshot: VolumeSnapshot,
  snapshotClass: VolumeSnapshotClass | "none",
  cluster: Cluster,
): Decision {
  const planned = planLive(snapshot, snapshotClass, cluster);
  return "unread" in planned ? unknown(planned) : actAll(planned.actions);
}

function decideDeleted(
  snapshot: VolumeSnapshot,
  content: VolumeSnapshotContent | "missing",
  cluster: Cluster,
): Decision {
  const claims = claimsFilledFrom(snapshot, cluster);
  if (!claims.read) return unknown(claims);
  const group = groupOf(snapshot);
  const outcome = processDeletedSnapshot(snapshot, {
    content,
    claims: claims.items,
    group: group === undefined ? "none" : "exists",
  });
  switch (outcome.result) {
    case "nothing":
      return nothing;
    case "wait":
      return outcome.because === "restore"
        ? waitForAll(outcome.claims)
        : wait(...(group === undefined ? [] : [group]));
    case "release":
      return release(snapshot, content, outcome, cluster);
  }
}

/** The group is of a kind that is not read: a snapshot that names one counts as its member. */
function groupOf(snapshot: VolumeSnapshot): ObjectRef | undefined {
  const name = snapshot.status?.volumeGroupSnapshotName;
  if (name === undefined) return undefined;
  const { namespace = "" } = snapshot.metadata;
  return { apiVersion: "groupsnapshot.storage.k8s.io/v1", kind: "VolumeGroupSnapshot", namespace, name };
}

function release(
  snapshot: VolumeSnapshot,
  content: VolumeSnapshotContent | "missing",
  outcome: Extract<SnapshotDeletion, { result: "release" }>,
  cluster: Cluster,
): Decision {
  const source = sourceClaimToRelease(snapshot, cluster);
  if (source.state === "unread") return unknown(source);
  const actions = [
    ...contentActions(content, outcome.content),
    ...(source.state === "found" ? [removeFinalizer(source.object, pvcAsSource)] : []),
    ...outcome.finalizers.map((finalizer) => removeFinalizer(snapshot, finalizer)),
  ];
  return actAll(actions, content === "missing" ? nothing : wait(refOf(content)));
}

function contentActions(
  content: VolumeSnapshotContent | "missing",
  what: "leave" | "annotate" | "delete",
): readonly Action[] {
  if (content === "missing" || what === "leave") return [];
  const object = refOf(content);
  const annotate: readonly Action[] =
    annotationOf(content, snapshotBeingDeleted) === undefined
      ? [{ do: "annotate", object, key: snapshotBeingDeleted, value: "yes" }]
      : [];
  return what === "annotate" || isTerminating(content) ? annotate : [...annotate, { do: "delete", object }];
}

/** The content that a snapshot is bound to, or that was created for it and is not in its status yet. */
export function contentOf(snapshot: VolumeSnapshot, cluster: Cluster): Found<VolumeSnapshotContent> {
  const bound = snapshot.status?.boundVolumeSnapshotContentName ?? "";
  const { source } = snapshot.spec ?? {};
  if (bound === "" && source?.persistentVolumeClaimName === undefined) return { state: "absent" };
  const name = bound === "" ? `snapcontent-${snapshot.metadata.uid}` : bound;
  return cluster.get("snapshot.storage.k8s.io/v1/volumesnapshotcontents", name);
}

/** The claim whose finalizer is removed before this snapshot is deleted; absent if there is none, or others use it. */
function sourceClaimToRelease(snapshot: VolumeSnapshot, cluster: Cluster): Found<PersistentVolumeClaim> {
  const name = snapshot.spec?.source?.persistentVolumeClaimName;
  const { namespace = "" } = snapshot.metadata;
  if (name === undefined) return { state: "absent" };
  const claim = cluster.get("v1/persistentvolumeclaims", name, namespace);
  if (claim.state !== "found" || !hasFinalizer(claim.object, pvcAsSource)) {
    return claim.state === "unread" ? claim : { state: "absent" };
  }
  const other = firstThatUses(claim.object, cluster, snapshot);
  if (other.state === "unread") return other;
  return other.state === "found" ? { state: "absent" } : claim;
}

type Planned = { readonly actions: readonly Action[] } | { readonly unread: Unread };

/**
 * What becomes of a live snapshot of a known class. A ready one whose content is gone is not left in peace: a content
 * is created again, and with it a snapshot of what is on the volume now.
 * kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go syncSnapshot, syncReadySnapshot,
 * syncUnreadySnapshot, checkandAddSnapshotFinalizers, v8.7.
 */
function planLive(
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
  const unsettled = () =>
    own.state === "found" ? bind(snapshot, own.object) : makeContent(snapshot, snapshotClass, cluster);
  const rest = isSettled(snapshot) ? checkBinding(snapshot, cluster) : unsettled();
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
