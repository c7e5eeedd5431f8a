import { handlingOf } from "../controllers/index.ts";
import { defineRemedy } from "../define/index.ts";
import { isTerminating, nameOf, say, seenRefOf } from "../kubernetes/index.ts";

/** The controller only checks whether a class is named, and continues when a deleted snapshot's class does not exist. */
const anyName = "deleted-without-a-class";

export const nameSnapshotClass = defineRemedy({
  name: "name-snapshot-class",
  summary: "Name a class in a deleted VolumeSnapshot, so that its deletion continues",
  on: ["snapshot.storage.k8s.io/v1/volumesnapshots"],
  needs: ["snapshot.storage.k8s.io/v1/volumesnapshots"],
  make(on, _using, cluster) {
    const found = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshots", on.name, on.namespace);
    if (found.state !== "found" || !isTerminating(found.object)) return undefined;
    if (handlingOf(found.object, cluster).state !== "left alone") return undefined;
    return {
      title: say`Let the snapshot-controller finish deleting ${nameOf(on)}`,
      because: say`Any class name works, because the snapshot is being deleted.`,
      does: [
        {
          do: "edit",
          on: seenRefOf(found.object),
          edits: [{ op: "add", path: "/spec/volumeSnapshotClassName", value: anyName }],
        },
      ],
    };
  },
});
