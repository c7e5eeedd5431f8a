import type { ObjectManifest } from "./paths.ts";

export interface Owner {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

/** Keeps the pods of others away: no kubelet would run them. */
export const testTaint = { key: "pvguard.dev/test", effect: "NoSchedule" };

/** The annotation lets the attach-detach controller work for the node. */
export function nodeObject(name: string): ObjectManifest {
  const metadata = {
    name,
    labels: { "kubernetes.io/hostname": name },
    annotations: { "volumes.kubernetes.io/controller-managed-attach-detach": "true" },
  };
  return { apiVersion: "v1", kind: "Node", metadata, spec: { taints: [testTaint] } };
}

export function leaseObject(name: string, owner: Owner): ObjectManifest {
  return {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: { name, namespace: "kube-node-lease", ownerReferences: [owner] },
    spec: { holderIdentity: name, leaseDurationSeconds: 40, renewTime: renewTime() },
  };
}

export function csiNodeObject(name: string, owner: Owner, drivers: readonly string[]): ObjectManifest {
  return {
    apiVersion: "storage.k8s.io/v1",
    kind: "CSINode",
    metadata: { name, ownerReferences: [owner] },
    spec: { drivers: drivers.map((driver) => ({ name: driver, nodeID: name, topologyKeys: [] })) },
  };
}

/** Now, in microseconds as a lease wants it. */
export function renewTime(): string {
  return new Date().toISOString().replace("Z", "000Z");
}

export function readyStatus(): object {
  const capacity = { cpu: "4", memory: "8Gi", pods: "110" };
  const now = new Date().toISOString();
  const condition = {
    type: "Ready",
    status: "True",
    reason: "KubeletReady",
    message: "played by a test",
    lastHeartbeatTime: now,
    lastTransitionTime: now,
  };
  return { capacity, allocatable: capacity, conditions: [condition] };
}
