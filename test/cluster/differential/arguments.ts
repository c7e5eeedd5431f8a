import type { ExtraArgs } from "../programs/control-plane.ts";

const version = process.env.PVGUARD_E2E_KUBERNETES ?? "";

/** The models speak of 1.31 and later, where HonorPVReclaimPolicy is on. */
const gates = /^v1\.(?:2\d|30)\./.test(version) ? ["--feature-gates=HonorPVReclaimPolicy=true"] : [];

/** Pods need no service account, and the PV controller looks again soon. */
export const extraArgs: ExtraArgs = {
  "kube-apiserver": ["--disable-admission-plugins=ServiceAccount"],
  "kube-controller-manager": ["--pvclaimbinder-sync-period=2s", ...gates],
};
