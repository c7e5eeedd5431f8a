import type { ExtraArgs } from "../programs/control-plane.ts";

const version = process.env.PVGUARD_E2E_KUBERNETES ?? "";

/** The models speak of 1.31 and later, where HonorPVReclaimPolicy is on. */
const gates = /^v1\.(?:2\d|30)\./.test(version) ? ["--feature-gates=HonorPVReclaimPolicy=true"] : [];

/** They do much for every namespace, and nothing for volumes. */
const beside = ["serviceaccount-controller", "root-ca-certificate-publisher-controller"];

/** Pods need no service account, finalizers are as planted, and no request waits for its turn. */
export const extraArgs: ExtraArgs = {
  "kube-apiserver": [
    "--disable-admission-plugins=ServiceAccount,StorageObjectInUseProtection",
    "--enable-priority-and-fairness=false",
  ],
  "kube-controller-manager": [
    `--controllers=*,${beside.map((name) => `-${name}`).join(",")}`,
    "--kube-api-qps=2000",
    "--kube-api-burst=4000",
    "--pvclaimbinder-sync-period=4s",
    ...gates,
  ],
};
