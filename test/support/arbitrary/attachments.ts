import fc from "fast-check";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { attachment, node } from "../objects.ts";
import { driver, facts, meta, nodeName, someOf } from "./facts.ts";

export const attachments = fc
  .record({
    ...meta,
    attacher: fc.constant(driver),
    nodeName,
    volume: fc.constantFrom("pv-a", "pv-b", "pv-gone"),
    attached: fc.boolean(),
    finalizers: someOf("external-attacher/ebs-csi-aws-com"),
    status: fc.constantFrom(
      {},
      { detachError: { message: "rpc error: not found", time: "2026-11-20T11:00:00Z" } },
      { detachError: { message: "rpc error: it broke", time: "2026-11-20T11:00:00Z" } },
      { attachError: { message: "rpc error: it broke", time: "2026-11-20T11:00:00Z" } },
    ),
  })
  .map((record) => attachment(facts(record)));

export const nodes = fc
  .record({
    name: fc.constantFrom("n1", "n2"),
    ready: fc.constantFrom("True", "False", "Unknown"),
    taints: someOf("node.kubernetes.io/out-of-service", "node.kubernetes.io/unreachable"),
    volumesInUse: someOf("kubernetes.io/csi/ebs.csi.aws.com^vol-1"),
  })
  .map((record) => node(facts(record)));

export const drivers = fc.constantFrom<readonly KubeObject[]>(
  [],
  [
    { apiVersion: "storage.k8s.io/v1", kind: "CSIDriver", metadata: { name: driver, uid: "driver-uid" } },
    csiNode("n1"),
  ],
);

function csiNode(of: string): KubeObject {
  const object: KubeObject & { readonly spec: object } = {
    apiVersion: "storage.k8s.io/v1",
    kind: "CSINode",
    metadata: { name: of, uid: `csinode-${of}` },
    spec: { drivers: [{ name: driver, nodeID: "i-1" }] },
  };
  return object;
}
