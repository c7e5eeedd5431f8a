import { defineRemedy } from "../engine/index.ts";
import { say } from "../model/index.ts";

/** `using.controller`: the container to look for, such as csi-provisioner. `using.driver`: whose. */
export default defineRemedy({
  name: "restart-sidecar",
  summary: "See that a driver's controller runs, and restart it",
  needs: [],
  make(_on, using) {
    const controller = using.controller ?? "the controller";
    const driver = using.driver ?? "the driver";
    return {
      name: "restart-sidecar",
      title: say`See that ${controller} of ${driver} runs, and restart it`,
      safety: "safe",
      because: say`When it starts it looks at every object again. Running pods keep their volumes meanwhile.`,
      commands: [{ argv: ["kubectl", "get", "pods", "--all-namespaces", "-o", "wide"] }],
      steps: [
        controller.startsWith("csi-")
          ? say`Find the pods of ${driver} that have a container called ${controller}; read that container's log for the name of the object.`
          : say`Find the pods of ${driver}; read their logs for the name of the object.`,
        say`Restart it: kubectl rollout restart deployment/NAME -n NAMESPACE`,
      ],
    };
  },
});
