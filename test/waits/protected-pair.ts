import { finalizerNames } from "../../src/controllers/index.ts";
import { claim, claimRefTo, ebs, volume } from "../support/objects.ts";

/** A claim with all that its controllers write on it, and its volume, with policy Delete. */
export const data = claim({
  phase: "Bound",
  volumeName: "pv-data",
  finalizers: [finalizerNames.pvcProtection],
  annotations: { "pv.kubernetes.io/bind-completed": "yes" },
});
/** See `data`. */
export const disk = volume({
  phase: "Bound",
  spec: ebs,
  claimRef: claimRefTo(data),
  finalizers: [finalizerNames.pvProtection, finalizerNames.externalProvisioner],
  annotations: { "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com" },
});
