import { defineRemedy } from "../engine/index.ts";
import { say } from "../model/index.ts";

export default defineRemedy({
  name: "enable-protection",
  summary: "Get the controllers that remove the protection finalizers to run",
  needs: [],
  make: () => ({
    name: "enable-protection",
    title: say`Get pvc-protection-controller and pv-protection-controller to run`,
    safety: "safe",
    because: say`They are part of kube-controller-manager. Once they run, every claim and volume that nothing uses goes by itself.`,
    commands: [
      { argv: ["kubectl", "get", "leases", "kube-controller-manager", "-n", "kube-system", "-o", "yaml"] },
    ],
    steps: [
      say`See that kube-controller-manager runs, and read its flag --controllers: neither controller may be switched off there.`,
      say`In a virtual control plane, enable both in its settings. In very old clusters, switch the feature gate on in kube-controller-manager, not only in kube-apiserver.`,
    ],
  }),
});
