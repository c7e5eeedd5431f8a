import { contentOf } from "../controllers/index.ts";
import { defineWait, uncertain, waiting } from "../define/index.ts";
import { isTerminating, say } from "../kubernetes/index.ts";
import { retainSnapshot } from "../remedies/index.ts";
import { willGoWithNamespace } from "./shared/namespace.ts";

export default defineWait({
  wait: "namespace-deletes-snapshot",
  on: ["snapshot.storage.k8s.io/v1/volumesnapshots"],
  needs: ["v1/namespaces", "snapshot.storage.k8s.io/v1/volumesnapshotcontents"],
  sources: [
    "kubernetes/kubernetes pkg/controller/namespace/deletion/namespaced_resources_deleter.go deleteAllContent, 1.33 to 1.36",
  ],
  reasons: {
    NamespaceDeletesSnapshot: waiting("The snapshot's namespace is being deleted, and the snapshot with it", {
      what: "The VolumeSnapshot is not marked for deletion yet, but its namespace is Terminating.",
      why: "The namespace controller deletes the pods first, and deletes claims and snapshots when no pod is left. With deletionPolicy Delete the snapshot in the storage backend is then deleted. The deletion of a namespace cannot be undone.",
      whatToDo:
        'If you need the snapshot, set its content to Retain at once: `kubectl patch volumesnapshotcontents.snapshot.storage.k8s.io NAME --type=merge -p \'{"spec":{"deletionPolicy":"Retain"}}\'`. `kubectl pvguard why namespace/NAME` says what is left in it.',
    }),
    NamespaceOfSnapshotNotRead: uncertain("It is unknown whether the snapshot's namespace is being deleted", {
      what: "The VolumeSnapshot itself is healthy, but its namespace could not be read.",
      why: "If the namespace is being deleted, the VolumeSnapshot is deleted with it, and with deletionPolicy Delete also its snapshot in the storage backend.",
      whatToDo:
        "Ask an administrator, or a person who may read it: `kubectl get namespace NAME`. If you need the snapshot, set its content to Retain meanwhile.",
    }),
  },
  remark(snapshot, cluster) {
    if (isTerminating(snapshot)) return undefined;
    const { namespace = "" } = snapshot.metadata;
    const found = cluster.get("v1/namespaces", namespace);
    if (found.state === "unread") {
      return {
        reason: "NamespaceOfSnapshotNotRead",
        message: say`it could not be read whether namespace/${namespace} is being deleted`,
        end: "may go",
      };
    }
    if (found.state === "absent" || !isTerminating(found.object)) return undefined;
    const content = contentOf(snapshot, cluster);
    return {
      reason: "NamespaceDeletesSnapshot",
      message: willGoWithNamespace(found.object, "snapshot"),
      end: "goes",
      remedies: content.state === "found" ? [retainSnapshot(content.object)] : [],
    };
  },
});
