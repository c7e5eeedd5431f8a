import { defineRemedy, kubectl } from "../define/index.ts";
import { say } from "../kubernetes/index.ts";

const lease = kubectl`get leases kube-controller-manager -n kube-system -o yaml`;

/** `using.controller`: its name, in words. */
export const checkController = defineRemedy({
  name: "check-controller",
  summary: "Check that the controller that owns a finalizer is running",
  make(_on, using: { readonly controller: string }) {
    const controller = using.controller ?? "the controller";
    const isManager = controller === "kube-controller-manager";
    return {
      title: say`Check that ${controller} is running, and read its log`,
      because: say`Only this controller knows what is left to do. When that is done, it releases the object.`,
      commands: [kubectl`get pods --all-namespaces`, ...(isManager ? [lease] : [])],
      steps: [
        say`Find its pods, and search their logs for the name of the object.`,
        ...(isManager
          ? [
              say`If its pods are not visible, as in a managed cluster, the renewTime of its lease shows whether it runs. The operator of the control plane has its log.`,
            ]
          : []),
        say`If it runs but does nothing, restart it: it then checks every object again.`,
      ],
    };
  },
});
