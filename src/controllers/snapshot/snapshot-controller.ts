import {
  type Action,
  annotationOf,
  type Cluster,
  type Decision,
  defineController,
  isTerminating,
  nothing,
  type ObjectRef,
  refOf,
  type VolumeSnapshot,
  type VolumeSnapshotClass,
  type VolumeSnapshotContent,
} from "../../model/index.ts";
import { snapshotBeingDeleted } from "../annotation-names.ts";
import { act, actOnAll, unknown, wait, waitForAll } from "../decision.ts";
import { pvcAsSource } from "../finalizer-names.ts";
import { removeFinalizer } from "../protection.ts";
import { handlingOf } from "./class.ts";
import { processDeletedSnapshot, type SnapshotDeletion } from "./deletion.ts";
import { planLive } from "./live.ts";
import { claimsRestoredFrom, contentOf, sourceClaimToRelease } from "./snapshot-world.ts";

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
  if ("unread" in planned) return unknown(planned);
  const [first, ...more] = planned.actions;
  return first === undefined ? nothing : act(first, ...more);
}

function decideDeleted(
  snapshot: VolumeSnapshot,
  content: VolumeSnapshotContent | "missing",
  cluster: Cluster,
): Decision {
  const claims = claimsRestoredFrom(snapshot, cluster);
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
        ? waitForAll(outcome.claims.map(refOf))
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
  const [first, ...more]: readonly Action[] = [
    ...contentActions(content, outcome.content),
    ...(source.state === "found" ? [removeFinalizer(source.object, pvcAsSource)] : []),
    ...outcome.finalizers.map((finalizer) => removeFinalizer(snapshot, finalizer)),
  ];
  if (first !== undefined) return actOnAll([first, ...more]);
  return content === "missing" ? nothing : wait(refOf(content));
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
