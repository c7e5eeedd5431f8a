/** What fix may be asked to do, and what such situations are made of. */

import type { KubeObject, Resource } from "../../../../src/kubernetes/index.ts";
import { seenRefOf } from "../../../../src/kubernetes/index.ts";
import type { Act, Edit } from "../../../../src/report/index.ts";
import { attachment, claim, content, ebs, node, pod, volume } from "../../../support/objects.ts";

export interface Situation {
  readonly what: string;
  readonly act: Act;
  readonly objects: readonly KubeObject[];
  readonly hidden?: readonly Resource[];
}

export const gone = { deletionTimestamp: true } as const;
export const pvc = "kubernetes.io/pvc-protection";
export const pv = "kubernetes.io/pv-protection";
export const maker = "external-provisioner.volume.kubernetes.io/finalizer";
export const inTree = "kubernetes.io/pv-controller";
export const attacher = "external-attacher/ebs-csi-aws-com";
export const bound = "snapshot.storage.kubernetes.io/volumesnapshot-bound-protection";
export const contentBound = "snapshot.storage.kubernetes.io/volumesnapshotcontent-bound-protection";
const unique = "kubernetes.io/csi/ebs.csi.aws.com^vol-0abc";
export const strange = "example.com/keep";

export function withGrace(object: KubeObject, seconds: number): KubeObject {
  return { ...object, metadata: { ...object.metadata, deletionGracePeriodSeconds: seconds } };
}

/** The finalizer is taken off the first of the objects. */
export function removal(
  what: string,
  finalizer: string,
  objects: readonly [KubeObject, ...KubeObject[]],
  hidden: readonly Resource[] = [],
): Situation {
  const [object] = objects;
  return { what, act: { do: "drop-finalizer", on: seenRefOf(object), finalizer }, objects, hidden };
}

export function edit(
  what: string,
  change: Edit,
  ...objects: readonly [KubeObject, ...KubeObject[]]
): Situation {
  const [object] = objects;
  return { what, act: { do: "edit", on: seenRefOf(object), edits: [change] }, objects };
}

export function deletion(
  what: string,
  objects: readonly [KubeObject, ...KubeObject[]],
  hidden: readonly Resource[] = [],
): Situation {
  const [object] = objects;
  return { what, act: { do: "delete", on: seenRefOf(object) }, objects, hidden };
}

export const data = claim({ ...gone, finalizers: [pvc], volumeName: "pv-data", phase: "Bound" });
export const both = claim({ ...gone, finalizers: [pvc, strange], volumeName: "pv-data", phase: "Bound" });
export const user = pod({ claims: ["data"] });
export const nodeOfUser = node();
export const finished = pod({ name: "job", claims: ["data"], phase: "Succeeded" });
export const finishedToo = pod({ name: "job2", claims: ["data"], phase: "Failed" });
export const unscheduled = pod({ name: "new", claims: ["data"], nodeName: "" });
export const disk = (finalizers: readonly string[], more: Parameters<typeof volume>[0] = {}) =>
  volume({ ...gone, finalizers, spec: ebs, phase: "Released", policy: "Retain", ...more });
export const attached = attachment({ ...gone, finalizers: [attacher] });
export const detached = attachment({ ...gone, finalizers: [attacher], attached: false });
export const golden = content({ ...gone, finalizers: [contentBound] });
export const kept = content({ ...gone, finalizers: [contentBound], policy: "Retain" });
export const reporting = node({ volumesInUse: [unique] });
export const reportingAttached = {
  ...node(),
  status: { volumesAttached: [{ name: unique, devicePath: "" }] },
};
