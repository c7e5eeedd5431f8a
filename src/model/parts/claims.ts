import { toolMarks } from "../annotations.ts";
import type { Part } from "../part.ts";

const on = ["v1/persistentvolumeclaims"] as const;
const phase = ["status", "phase"];
const finalizers = ["metadata", "finalizers"];
const owners = ["metadata", "ownerReferences"];

export const boundClaims: Part = {
  name: "Bound claims",
  on,
  any: [{ path: phase, is: "one of", values: ["Bound"] }],
};

export const pendingClaims: Part = {
  name: "Pending claims",
  on,
  any: [{ path: phase, is: "one of", values: ["Pending"] }],
};

export const pendingOrLostClaims: Part = {
  name: "Pending or Lost claims",
  on,
  any: [{ path: phase, is: "one of", values: ["Pending", "Lost"] }],
};

export const ownedClaims: Part = {
  name: "claims with an owner",
  on,
  any: [{ path: owners, is: "set" }],
};

export const unownedClaims: Part = {
  name: "claims without an owner",
  on,
  any: [{ path: owners, is: "absent" }],
};

export const unprotectedClaims: Part = {
  name: "unprotected claims",
  on,
  any: [{ path: finalizers, is: "none of", values: ["kubernetes.io/pvc-protection"] }],
};

/** Every live claim has the finalizer that protects it. */
export const claimsWithMoreFinalizers: Part = {
  name: "claims with more than their protection",
  on,
  any: [{ path: finalizers, is: "other than", values: ["kubernetes.io/pvc-protection"] }],
};

export const claimsOfTools: Part = {
  name: "claims that a tool has marked as its own",
  on,
  any: [
    { path: ["metadata", "labels", toolMarks.argoInstance], is: "set" },
    { path: ["metadata", "annotations", toolMarks.argoTrackingId], is: "set" },
    { path: ["metadata", "labels", toolMarks.fluxKustomization], is: "set" },
    { path: ["metadata", "annotations", toolMarks.helmRelease], is: "set" },
  ],
};

/** They have not got what they ask for, or something is told of them. */
export const changingClaims: Part = {
  name: "claims that may be changing",
  on,
  any: [
    {
      path: ["status", "capacity", "storage"],
      is: "unlike",
      other: ["spec", "resources", "requests", "storage"],
    },
    { path: ["status", "conditions", "type"], is: "other than", values: ["Unused"] },
  ],
};

/** A change to their VolumeAttributesClass is not done. */
export const claimsWithUnfinishedAttributes: Part = {
  name: "claims whose attributes are not changed yet",
  on,
  any: [{ path: ["status", "modifyVolumeStatus", "status"], is: "set" }],
};
