import { defineRemedy, kubectl } from "../define/index.ts";
import { say } from "../kubernetes/index.ts";

/** `using.controller`: the container to look for, such as csi-provisioner. `using.driver`: whose. */
export const restartSidecar = defineRemedy({
  name: "restart-sidecar",
  summary: "Check that a driver's controller is running, and restart it",
  make(_on, using: { readonly controller: string; readonly driver: string }) {
    const controller = using.controller ?? "the controller";
    const driver = using.driver ?? "the driver";
    return {
      title: say`Check that ${controller} of ${driver} is running, and restart it`,
      because: say`When it starts, it checks every object again. Running pods keep their volumes in the meantime.`,
      commands: [kubectl`get pods --all-namespaces -o wide`],
      steps: [
        controller.startsWith("csi-")
          ? say`Find the pods of ${driver} that have a container named ${controller}, and search that container's log for the name of the object.`
          : say`Find the pods of ${driver}, and search their logs for the name of the object.`,
        say`Restart it: kubectl rollout restart deployment/NAME -n NAMESPACE`,
      ],
    };
  },
});
