import { defineRemedy, kubectl } from "../define/index.ts";
import { say } from "../kubernetes/index.ts";

export const enableProtection = defineRemedy({
  name: "enable-protection",
  summary: "Start the controllers that remove the protection finalizers",
  make: () => ({
    title: say`Start pvc-protection-controller and pv-protection-controller`,
    because: say`They are part of kube-controller-manager. Once they run, every Terminating claim and volume that nothing uses is deleted without further action.`,
    commands: [kubectl`get leases kube-controller-manager -n kube-system -o yaml`],
    steps: [
      say`Check that kube-controller-manager runs, and read its flag --controllers: it must not disable either controller.`,
      say`In a virtual control plane, enable both in its settings. In very old clusters, enable the feature gate in kube-controller-manager, not only in kube-apiserver.`,
    ],
  }),
});
