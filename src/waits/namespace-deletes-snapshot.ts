import { contentOf } from "../controllers/index.ts";
import { defineWait } from "../engine/index.ts";
import { isTerminating, refOf, say } from "../model/index.ts";
import { goesWithNamespace } from "./shared/namespace/words.ts";

export default defineWait({
  wait: "namespace-deletes-snapshot",
  on: ["snapshot.storage.k8s.io/v1/volumesnapshots"],
  needs: ["v1/namespaces", "snapshot.storage.k8s.io/v1/volumesnapshotcontents"],
  sources: [
    "kubernetes/kubernetes pkg/controller/namespace/deletion/namespaced_resources_deleter.go deleteAllContent, 1.33 to 1.36",
  ],
  reasons: {
    NamespaceDeletesSnapshot: {
      title: "The namespace of the snapshot is being deleted, and the snapshot with it",
      category: "waiting",
      what: "The VolumeSnapshot is not marked for deletion yet, but its namespace is Terminating.",
      why: "The namespace controller deletes the pods first, and comes to claims and snapshots when no pod is left. With deletionPolicy Delete the snapshot in the backend is then destroyed. The deletion of a namespace cannot be taken back.",
      whatToDo:
        'If the snapshot is needed, set its content to Retain at once: `kubectl patch volumesnapshotcontents.snapshot.storage.k8s.io NAME --type=merge -p \'{"spec":{"deletionPolicy":"Retain"}}\'`. `kubectl pvguard why namespace/NAME` says what is left in it.',
    },
    NamespaceOfSnapshotNotRead: {
      title: "Whether the namespace of the snapshot is being deleted is not known",
      category: "unknown",
      what: "Nothing is wrong with the VolumeSnapshot itself, and its namespace could not be read.",
      why: "If the namespace is being deleted, the snapshot goes with it, and with deletionPolicy Delete what it stands for.",
      whatToDo:
        "Ask an administrator, or whoever may read it: `kubectl get namespace NAME`. If the snapshot is needed, set its content to Retain meanwhile.",
    },
  },
  holds: () => [],
  remark(snapshot, cluster) {
    if (isTerminating(snapshot)) return undefined;
    const { namespace = "" } = snapshot.metadata;
    const found = cluster.get("v1/namespaces", namespace);
    if (found.state === "unread") {
      return {
        reason: "NamespaceOfSnapshotNotRead",
        message: say`whether namespace/${namespace} is being deleted could not be read`,
        end: "may go",
      };
    }
    if (found.state === "absent" || !isTerminating(found.object)) return undefined;
    const content = contentOf(snapshot, cluster);
    return {
      reason: "NamespaceDeletesSnapshot",
      message: goesWithNamespace(found.object, "snapshot"),
      end: "goes",
      remedies: content.state === "found" ? [{ remedy: "retain-snapshot", on: refOf(content.object) }] : [],
    };
  },
});
