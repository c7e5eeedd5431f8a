import { handlingOf } from "../controllers/index.ts";
import { defineRemedy, kubectlTarget, nameOf } from "../engine/index.ts";
import { isTerminating, say } from "../model/index.ts";

/** The controller looks only whether a class is named, and goes on when a deleted snapshot's class does not exist. */
const anyName = "deleted-without-a-class";

export default defineRemedy({
  name: "name-snapshot-class",
  summary: "Name a class in a deleted VolumeSnapshot, so that its deletion goes on",
  needs: ["snapshot.storage.k8s.io/v1/volumesnapshots"],
  make(on, _using, cluster) {
    const found = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshots", on.name, on.namespace);
    if (found.state !== "found" || !isTerminating(found.object)) return undefined;
    if (handlingOf(found.object, cluster).state !== "left alone") return undefined;
    const change = JSON.stringify({ spec: { volumeSnapshotClassName: anyName } });
    return {
      name: "name-snapshot-class",
      title: say`Let the snapshot-controller finish the deletion of ${nameOf(on)}`,
      safety: "loses-data",
      because: say`Any name will do, since the snapshot is being deleted. Where its content has policy Delete, the driver then deletes the snapshot, as was asked.`,
      commands: [{ argv: ["kubectl", "patch", ...kubectlTarget(on), "--type=merge", "-p", change] }],
      steps: [],
    };
  },
});
