import { defineRemedy } from "../engine/index.ts";
import { say } from "../model/index.ts";

/** `using.driver`: the CSI driver that has nowhere to run. */
export default defineRemedy({
  name: "add-node",
  summary: "Give a cluster without nodes one on which its drivers can run",
  needs: [],
  make(_on, { driver }) {
    if (driver === undefined || driver === "") return undefined;
    return {
      name: "add-node",
      title: say`Add a node, so that the controller of ${driver} can run`,
      safety: "safe",
      because: say`It then detaches and deletes what is waiting, by itself. Delete the volumes first and the last node after them.`,
      commands: [{ argv: ["kubectl", "get", "nodes"] }],
      steps: [
        say`One small node is enough. Leave it there until no VolumeAttachment and no Terminating volume is left.`,
      ],
    };
  },
});
