import type { Cluster } from "../cluster/index.ts";
import { pointsBack } from "../controllers/index.ts";
import type { FoundHold } from "../define/index.ts";
import { couldNotRead, defineWait, waiting } from "../define/index.ts";
import type { VolumeSnapshot } from "../kubernetes/index.ts";
import { isTerminating, nameOf, refOf, say } from "../kubernetes/index.ts";
import { proof } from "../report/index.ts";
import { beingDeleted } from "./shared/owners.ts";

type DeletedSnapshotHold = FoundHold<"SnapshotOfContentDeleted" | "SnapshotOfContentGoes" | "CouldNotRead">;

export default defineWait({
  wait: "snapshot-deleted",
  on: ["snapshot.storage.k8s.io/v1/volumesnapshotcontents"],
  needs: ["snapshot.storage.k8s.io/v1/volumesnapshots", "v1/namespaces"],
  sources: [
    "kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go checkandRemoveSnapshotFinalizersAndCheckandDeleteContent, v8.6",
    "kubernetes/kubernetes pkg/controller/namespace/deletion/namespaced_resources_deleter.go deleteAllContent, 1.33 to 1.36",
  ],
  reasons: {
    SnapshotOfContentDeleted: waiting("The VolumeSnapshot of this content is being deleted", {
      what: "The content is not being deleted, but the VolumeSnapshot that is bound to it has a deletionTimestamp.",
      why: "If the policy of the content is Delete, the snapshot controller deletes the content before the VolumeSnapshot, and the driver deletes the snapshot in the storage backend. With policy Retain the content is kept.",
      whatToDo:
        'If you need the snapshot, set the content to Retain at once: `kubectl patch volumesnapshotcontents.snapshot.storage.k8s.io NAME --type=merge -p \'{"spec":{"deletionPolicy":"Retain"}}\'`. `kubectl pvguard why volumesnapshot/NAME -n NAMESPACE` says what the snapshot still waits for.',
    }),
    SnapshotOfContentGoes: waiting("The VolumeSnapshot of this content will be deleted with its namespace", {
      what: "The VolumeSnapshot is not marked for deletion yet, and its namespace is Terminating.",
      why: "The namespace controller deletes the pods first, and deletes claims and snapshots when no pod is left. If the policy of the content is Delete, the content is then deleted with the VolumeSnapshot, and the driver deletes the snapshot in the storage backend.",
      whatToDo:
        'If you need the snapshot, set the content to Retain at once: `kubectl patch volumesnapshotcontents.snapshot.storage.k8s.io NAME --type=merge -p \'{"spec":{"deletionPolicy":"Retain"}}\'`. `kubectl pvguard why namespace/NAME` says what is left in it.',
    }),
  },
  holds(content, cluster) {
    const { name, namespace } = content.spec?.volumeSnapshotRef ?? {};
    if (isTerminating(content) || name === undefined) return [];
    const found = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshots", name, namespace);
    if (found.state === "unread") return couldNotRead(found.unread);
    if (found.state === "absent" || !pointsBack(content, found.object)) return [];
    return isTerminating(found.object)
      ? beingDeleted("SnapshotOfContentDeleted", found.object)
      : withNamespace(found.object, cluster);
  },
});

function withNamespace(snapshot: VolumeSnapshot, cluster: Cluster): DeletedSnapshotHold | undefined {
  const on = refOf(snapshot);
  const found = cluster.get("v1/namespaces", snapshot.metadata.namespace ?? "");
  if (found.state === "unread") return couldNotRead(found.unread);
  if (found.state === "absent" || !isTerminating(found.object)) return undefined;
  const namespace = refOf(found.object);
  return {
    reason: "SnapshotOfContentGoes",
    holder: { object: on },
    message: say`its ${nameOf(on)} will be deleted with ${nameOf(namespace)}, but is not marked for deletion yet`,
    evidence: [proof(namespace, "metadata.deletionTimestamp", found.object.metadata.deletionTimestamp)],
  };
}
