import { kinds, toolMarks } from "../kubernetes/index.ts";
import type { FieldTest, Part, Path } from "./part.ts";

const all: Part[] = [];

/** Every part that a store can tell from the rest without making an object. */
export const parts: readonly Part[] = all;

function part(name: string, on: Part["on"], ...any: Part["any"]): Part {
  const made: Part = { name, on, any };
  all.push(made);
  return made;
}

function isSet(...path: Path): FieldTest {
  return { path, is: "set" };
}

function isAbsent(...path: Path): FieldTest {
  return { path, is: "absent" };
}

function isOneOf(path: Path, ...values: readonly string[]): FieldTest {
  return { path, is: "one of", values };
}

function isNoneOf(path: Path, ...values: readonly string[]): FieldTest {
  return { path, is: "none of", values };
}

const phase = ["status", "phase"];
const finalizers = ["metadata", "finalizers"];
const owners = ["metadata", "ownerReferences"];

const everyKind = kinds.map(({ resource }) => resource);

export const deleted = part("deleted", everyKind, isSet("metadata", "deletionTimestamp"));
export const live = part("live", everyKind, isAbsent("metadata", "deletionTimestamp"));

const ofPods = ["v1/pods"] as const;

/** By name, or by an ephemeral volume, whose claim has the pod's name. */
export const podsWithClaims = part(
  "pods with claims",
  ofPods,
  isSet("spec", "volumes", "persistentVolumeClaim"),
  isSet("spec", "volumes", "ephemeral"),
);

/** Or with a volume that a CSI driver makes for the pod alone, without a claim. */
export const podsWithStorage = part(
  "pods with claims or inline volumes",
  ofPods,
  isSet("spec", "volumes", "persistentVolumeClaim"),
  isSet("spec", "volumes", "ephemeral"),
  isSet("spec", "volumes", "csi"),
);
export const finishedPods = part("finished pods", ofPods, isOneOf(phase, "Succeeded", "Failed"));
export const unfinishedPods = part("unfinished pods", ofPods, isNoneOf(phase, "Succeeded", "Failed"));
export const pendingPods = part("Pending pods", ofPods, isOneOf(phase, "Pending"));

/** Or of which a container waits, with what keeps it: of a pod that runs, one can fail to start again. */
export const podsNotStarted = part(
  "Pending pods, or with a container that waits",
  ofPods,
  isOneOf(phase, "Pending"),
  isSet("status", "initContainerStatuses", "state", "waiting", "message"),
  isSet("status", "containerStatuses", "state", "waiting", "message"),
);

const ofClaims = ["v1/persistentvolumeclaims"] as const;
const pvcProtection = "kubernetes.io/pvc-protection";

export const boundClaims = part("Bound claims", ofClaims, isOneOf(phase, "Bound"));
export const pendingClaims = part("Pending claims", ofClaims, isOneOf(phase, "Pending"));
export const pendingOrLostClaims = part(
  "Pending or Lost claims",
  ofClaims,
  isOneOf(phase, "Pending", "Lost"),
);
export const ownedClaims = part("claims with an owner", ofClaims, isSet(...owners));
export const unownedClaims = part("claims without an owner", ofClaims, isAbsent(...owners));
export const unprotectedClaims = part("unprotected claims", ofClaims, isNoneOf(finalizers, pvcProtection));

/** Every live claim has the finalizer that protects it. */
export const claimsWithMoreFinalizers = part("claims with more than their protection", ofClaims, {
  path: finalizers,
  is: "other than",
  values: [pvcProtection],
});

export const claimsOfTools = part(
  "claims that a tool has marked as its own",
  ofClaims,
  isSet("metadata", "labels", toolMarks.argoInstance),
  isSet("metadata", "annotations", toolMarks.argoTrackingId),
  isSet("metadata", "annotations", toolMarks.argoHook),
  isSet("metadata", "labels", toolMarks.fluxKustomization),
  isSet("metadata", "annotations", toolMarks.helmRelease),
);

/** They have not got what they ask for, or something is told of them. */
export const changingClaims = part(
  "claims that may be changing",
  ofClaims,
  {
    path: ["status", "capacity", "storage"],
    is: "unlike",
    other: ["spec", "resources", "requests", "storage"],
  },
  { path: ["status", "conditions", "type"], is: "other than", values: ["Unused"] },
);

/** A change to their VolumeAttributesClass is not done. */
export const claimsWithUnfinishedAttributes = part(
  "claims whose attributes are not changed yet",
  ofClaims,
  isSet("status", "modifyVolumeStatus", "status"),
);

const ofVolumes = ["v1/persistentvolumes"] as const;
const provisionedBy = ["metadata", "annotations", "pv.kubernetes.io/provisioned-by"];
const policy = ["spec", "persistentVolumeReclaimPolicy"];
const provisioner = "external-provisioner.volume.kubernetes.io/finalizer";
const pvController = "kubernetes.io/pv-controller";

export const boundVolumes = part("Bound volumes", ofVolumes, isOneOf(phase, "Bound"));
export const boundOrReleasedVolumes = part(
  "Bound or Released volumes",
  ofVolumes,
  isOneOf(phase, "Bound", "Released"),
);
export const releasedVolumes = part("Released volumes", ofVolumes, isOneOf(phase, "Released"));
export const failedVolumes = part("Failed volumes", ofVolumes, isOneOf(phase, "Failed"));
export const releasedOrFailedVolumes = part(
  "Released or Failed volumes",
  ofVolumes,
  isOneOf(phase, "Released", "Failed"),
);
export const availableVolumes = part("Available volumes", ofVolumes, isOneOf(phase, "Available"));
export const localVolumes = part("local volumes", ofVolumes, isSet("spec", "local"));
export const unprotectedVolumes = part(
  "unprotected volumes",
  ofVolumes,
  isNoneOf(finalizers, "kubernetes.io/pv-protection"),
);
export const volumesToDelete = part("volumes with policy Delete", ofVolumes, isOneOf(policy, "Delete"));

/** All but those of a CSI driver that have the finalizer of its provisioner. */
export const volumesWithoutProvisioner = part(
  "volumes that lack the finalizer of a provisioner, or are of an in-tree plugin",
  ofVolumes,
  isNoneOf(finalizers, provisioner),
  { path: provisionedBy, is: "beginning with", values: ["kubernetes.io/"] },
);

export const volumesWithReclaimFinalizer = part(
  "volumes with a finalizer for their deletion",
  ofVolumes,
  isOneOf(finalizers, provisioner, pvController),
);

/** All volumes except those that only a CSI driver should delete. */
export const volumesOutsideOfProvisioning = part(
  "volumes that no CSI provisioner is to delete",
  ofVolumes,
  isOneOf(finalizers, pvController),
  isNoneOf(policy, "Delete"),
  isAbsent("spec", "csi"),
  { path: provisionedBy, is: "beginning with", values: ["kubernetes.io/", "local-volume-provisioner-"] },
);

/** They have no claim, or are reserved for one of any uid. */
export const volumesWithoutClaimUid = part(
  "volumes that name no claim by its uid",
  ofVolumes,
  isAbsent("spec", "claimRef", "uid"),
);

export const attachmentsWithoutNode = part(
  "attachments that name no node",
  ["storage.k8s.io/v1/volumeattachments"],
  isAbsent("spec", "nodeName"),
);

const retention = ["spec", "persistentVolumeClaimRetentionPolicy"];

export const setsThatDeleteClaims = part(
  "StatefulSets that delete their claims",
  ["apps/v1/statefulsets"],
  isOneOf([...retention, "whenDeleted"], "Delete"),
  isOneOf([...retention, "whenScaled"], "Delete"),
);
