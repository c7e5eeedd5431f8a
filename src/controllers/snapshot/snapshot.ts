import type { Cluster, Found } from "../../cluster/index.ts";
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
import { pvcAsSource } from "../finalizer-names.ts";
import { claimsFilledFrom, snapshotsOfClaim } from "../indexes/index.ts";
import type { SnapshotDeletion } from "./deletion.ts";
import { processDeletedSnapshot } from "./deletion.ts";
import { planLive } from "./live.ts";
import { handlingOf, snapshotsThatUse } from "./source.ts";

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
  const snapshots = snapshotsOfClaim(claim.object, cluster);
  if (!snapshots.read) return { state: "unread", unread: snapshots.unread };
  const others = snapshotsThatUse(claim.object, snapshots.items, snapshot);
  return others.length > 0 ? { state: "absent" } : claim;
}
