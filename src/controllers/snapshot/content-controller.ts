import {
  annotationOf,
  defineController,
  hasFinalizer,
  isTerminating,
  nothing,
  refOf,
} from "../../model/index.ts";
import { snapshotBeingDeleted } from "../annotation-names.ts";
import { act, unknown, wait } from "../decision.ts";
import { contentBound as finalizer } from "../finalizer-names.ts";
import { removeFinalizer } from "../protection.ts";
import { contentDeletion } from "./content.ts";
import { isSnapshotDeletionCandidate, pointsBack } from "./deletion.ts";

export const contentSnapshotter = defineController({
  name: "csi-snapshotter",
  on: "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
  sources: [
    "kubernetes-csi/external-snapshotter pkg/sidecar-controller/snapshot_controller.go syncContent, v8.6",
  ],
  decide(content) {
    if (!isTerminating(content)) return nothing;
    const isHeld = hasFinalizer(content, finalizer);
    switch (contentDeletion(content)) {
      case "no":
        return isHeld ? wait() : nothing;
      case "delete":
        return act(
          {
            do: "destroy-backend",
            object: refOf(content),
            driver: content.spec?.driver ?? "",
            handle: content.status?.snapshotHandle ?? "",
          },
          ...(isHeld ? [removeFinalizer(content, finalizer)] : []),
        );
      case "release":
        return !isHeld ? nothing : act(removeFinalizer(content, finalizer));
    }
  },
});

export const contentController = defineController({
  name: "snapshot-controller",
  on: "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
  sources: [
    "kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go syncContent, v8.6",
  ],
  decide(content, cluster) {
    const ref = content.spec?.volumeSnapshotRef;
    if (ref?.name === undefined || (ref.uid ?? "") === "") return nothing;
    if (!isTerminating(content) && !hasFinalizer(content, finalizer)) {
      return act({ do: "add-finalizer", object: refOf(content), finalizer });
    }
    if (annotationOf(content, snapshotBeingDeleted) !== undefined) return nothing;
    const snapshot = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshots", ref.name, ref.namespace);
    if (snapshot.state === "unread") return unknown(snapshot);
    if (snapshot.state === "absent" || !pointsBack(content, snapshot.object)) return nothing;
    if (!isSnapshotDeletionCandidate(snapshot.object)) return nothing;
    return act({
      do: "annotate",
      object: refOf(content),
      key: snapshotBeingDeleted,
      value: "yes",
    });
  },
});
