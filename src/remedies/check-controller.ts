import { defineRemedy } from "../engine/index.ts";
import { say } from "../model/index.ts";

const lease = {
  argv: ["kubectl", "get", "leases", "kube-controller-manager", "-n", "kube-system", "-o", "yaml"],
} as const;

/** `using.controller`: in words, who it is. */
export default defineRemedy({
  name: "check-controller",
  summary: "See that the controller that owns a finalizer runs",
  needs: [],
  make(_on, using) {
    const controller = using.controller ?? "the controller";
    const isManager = controller === "kube-controller-manager";
    return {
      name: "check-controller",
      title: say`See that ${controller} runs, and read its log`,
      safety: "safe",
      because: say`Only it knows what is left to do. It lets go by itself when that is done.`,
      commands: [{ argv: ["kubectl", "get", "pods", "--all-namespaces"] }, ...(isManager ? [lease] : [])],
      steps: [
        say`Find its pods, and look for the name of the object in their logs.`,
        ...(isManager
          ? [
              say`Where its pods are not to be seen, as in a managed cluster, the renewTime of its lease says whether it runs; its log is with whoever runs the control plane.`,
            ]
          : []),
        say`When it runs and does nothing, restart it: it then looks at every object again.`,
      ],
    };
  },
});
