import { defineRemedy, kubectl } from "../define/index.ts";
import { say } from "../kubernetes/index.ts";

/** `using.driver`: the CSI driver that has no node to run on. */
export const addNode = defineRemedy({
  name: "add-node",
  summary: "Add a node to a cluster without nodes, so that its drivers can run",
  make(_on, { driver }: { readonly driver: string }) {
    if (driver === "") return undefined;
    return {
      title: say`Add a node so that the controller of ${driver} can run`,
      because: say`The controller then detaches and deletes what is waiting. Delete the volumes first and the last node after them.`,
      commands: [kubectl`get nodes`],
      steps: [
        say`One small node is enough. Keep it until no VolumeAttachment and no Terminating volume is left.`,
      ],
    };
  },
});
