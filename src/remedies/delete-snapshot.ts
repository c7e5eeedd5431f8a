import { defineRemedy, kubectlTarget, nameOf } from "../engine/index.ts";
import { isTerminating, say } from "../model/index.ts";

export default defineRemedy({
  name: "delete-snapshot",
  summary: "Delete a VolumeSnapshot that is not ready",
  needs: ["snapshot.storage.k8s.io/v1/volumesnapshots"],
  make(on, _using, cluster) {
    const found = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshots", on.name, on.namespace);
    if (found.state !== "found" || isTerminating(found.object) || found.object.status?.readyToUse === true)
      return undefined;
    const hasContent = found.object.status?.boundVolumeSnapshotContentName !== undefined;
    return {
      name: "delete-snapshot",
      title: say`Delete ${nameOf(on)}, which is not ready`,
      safety: hasContent ? "risky" : "safe",
      because: hasContent
        ? say`It has a content: with policy Delete the driver deletes what it has made of the snapshot so far.`
        : say`It never became a snapshot: nothing was made that could be lost.`,
      commands: [{ argv: ["kubectl", "delete", ...kubectlTarget(on)] }],
      steps: [],
    };
  },
});
