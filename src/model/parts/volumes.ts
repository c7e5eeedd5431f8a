import type { Part } from "../part.ts";

const on = ["v1/persistentvolumes"] as const;
const phase = ["status", "phase"];
const finalizers = ["metadata", "finalizers"];
const provisionedBy = ["metadata", "annotations", "pv.kubernetes.io/provisioned-by"];
const policy = ["spec", "persistentVolumeReclaimPolicy"];
const provisioner = "external-provisioner.volume.kubernetes.io/finalizer";
const pvController = "kubernetes.io/pv-controller";

export const boundVolumes: Part = {
  name: "Bound volumes",
  on,
  any: [{ path: phase, is: "one of", values: ["Bound"] }],
};

export const boundOrReleasedVolumes: Part = {
  name: "Bound or Released volumes",
  on,
  any: [{ path: phase, is: "one of", values: ["Bound", "Released"] }],
};

export const releasedVolumes: Part = {
  name: "Released volumes",
  on,
  any: [{ path: phase, is: "one of", values: ["Released"] }],
};

export const failedVolumes: Part = {
  name: "Failed volumes",
  on,
  any: [{ path: phase, is: "one of", values: ["Failed"] }],
};

export const releasedOrFailedVolumes: Part = {
  name: "Released or Failed volumes",
  on,
  any: [{ path: phase, is: "one of", values: ["Released", "Failed"] }],
};

export const availableVolumes: Part = {
  name: "Available volumes",
  on,
  any: [{ path: phase, is: "one of", values: ["Available"] }],
};

export const localVolumes: Part = {
  name: "local volumes",
  on,
  any: [{ path: ["spec", "local"], is: "set" }],
};

export const unprotectedVolumes: Part = {
  name: "unprotected volumes",
  on,
  any: [{ path: finalizers, is: "none of", values: ["kubernetes.io/pv-protection"] }],
};

export const volumesToDelete: Part = {
  name: "volumes with policy Delete",
  on,
  any: [{ path: policy, is: "one of", values: ["Delete"] }],
};

/** All but those of a CSI driver that have the finalizer of its provisioner. */
export const volumesWithoutProvisioner: Part = {
  name: "volumes that lack the finalizer of a provisioner, or are of an in-tree plugin",
  on,
  any: [
    { path: finalizers, is: "none of", values: [provisioner] },
    { path: provisionedBy, is: "beginning with", values: ["kubernetes.io/"] },
  ],
};

export const volumesWithReclaimFinalizer: Part = {
  name: "volumes with a finalizer for their deletion",
  on,
  any: [{ path: finalizers, is: "one of", values: [provisioner, pvController] }],
};

/** All volumes except those that only a CSI driver should delete. */
export const volumesOutsideOfProvisioning: Part = {
  name: "volumes that no CSI provisioner is to delete",
  on,
  any: [
    { path: finalizers, is: "one of", values: [pvController] },
    { path: policy, is: "none of", values: ["Delete"] },
    { path: ["spec", "csi"], is: "absent" },
    {
      path: provisionedBy,
      is: "beginning with",
      values: ["kubernetes.io/", "local-volume-provisioner-"],
    },
  ],
};

/** They have no claim, or are reserved for one of any uid. */
export const volumesWithoutClaimUid: Part = {
  name: "volumes that name no claim by its uid",
  on,
  any: [{ path: ["spec", "claimRef", "uid"], is: "absent" }],
};
