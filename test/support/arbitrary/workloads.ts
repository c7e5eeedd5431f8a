import fc from "fast-check";
import type { KubeObject, OwnerReference } from "../../../src/kubernetes/index.ts";
import { ownedBy, pod, statefulSet } from "../objects.ts";
import { facts, maybe, meta, namespace, nodeName, someOf } from "./facts.ts";

const set = statefulSet({ name: "set", namespace: "shop" });

const deployment = workload("Deployment", "deployment");

const replicas = workload("ReplicaSet", "replicas", [ownedBy(deployment)]);

export const workloads = fc.subarray<KubeObject>([set, deployment, replicas]);

export const pods = fc
  .record({
    ...meta,
    namespace,
    nodeName: maybe(nodeName),
    phase: fc.constantFrom("Pending", "Running", "Succeeded", "Failed"),
    claims: someOf("a", "b", "c"),
    deletionGracePeriodSeconds: maybe(fc.constantFrom(0, 30)),
    finalizers: someOf("example.com/pod", "batch.kubernetes.io/job-tracking"),
    owner: maybe(fc.constantFrom(ownedBy(set), ownedBy(replicas))),
  })
  .map(({ owner, ...record }) =>
    pod({ ...facts(record), ...(owner === undefined ? {} : { ownerReferences: [owner] }) }),
  );

function workload(
  kind: "Deployment" | "ReplicaSet",
  called: string,
  ownerReferences: readonly OwnerReference[] = [],
): KubeObject {
  return {
    apiVersion: "apps/v1",
    kind,
    metadata: { name: called, namespace: "shop", uid: `${called}-uid`, ownerReferences },
  };
}
