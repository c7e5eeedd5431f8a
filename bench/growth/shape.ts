import type { Snapshot } from "../../src/cluster/index.ts";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import type { ClaimFacts, VolumeFacts } from "../../test/support/objects.ts";
import { claim, claimRefTo, csiNode, node, storageClass, volume } from "../../test/support/objects.ts";

/** A cluster in which one number can be as large as it likes. */
export interface Shape {
  /** In a sentence, N is the number. */
  readonly name: string;
  /** Those of the number, in this order. */
  of(count: number): readonly KubeObject[];
  /** The kinds of which all were read; without it, those of all kinds. */
  readonly read?: string;
  /** What is asked of it, as it is typed. */
  readonly commands: readonly string[];
}

/** When the objects were read. */
export const readAt: Snapshot["takenAt"] = "2026-11-20T12:00:00Z";

export const driver = "ebs.csi.aws.com";

export function upTo<T>(count: number, make: (at: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, at) => make(at));
}

/** What every shape stands on: a class, its driver and a node. */
export const ground: readonly KubeObject[] = [
  { apiVersion: "storage.k8s.io/v1", kind: "CSIDriver", metadata: { name: driver, uid: "driver-uid" } },
  storageClass({ name: "gp3", provisioner: driver }),
  node({ name: "node-a", labels: { "kubernetes.io/hostname": "node-a" } }),
  csiNode("node-a", driver),
];

/** A claim and the volume that it is bound to. */
export function pair(at: number, facts: ClaimFacts = {}, of: VolumeFacts = {}): readonly KubeObject[] {
  const bound = claim({
    name: `data-${at}`,
    phase: "Bound",
    volumeName: `pv-${at}`,
    storageClassName: "gp3",
    finalizers: ["kubernetes.io/pvc-protection"],
    ...facts,
  });
  const behind = volume({
    name: bound.spec?.volumeName ?? "",
    phase: "Bound",
    storageClassName: "gp3",
    claimRef: claimRefTo(bound),
    finalizers: ["kubernetes.io/pv-protection", "external-provisioner.volume.kubernetes.io/finalizer"],
    annotations: { "pv.kubernetes.io/provisioned-by": driver },
    spec: { csi: { driver, volumeHandle: `vol-${at}` } },
    ...of,
  });
  return [bound, behind];
}
