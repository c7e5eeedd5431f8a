import fc from "fast-check";
import type { APIService, KubeObject } from "../../src/kubernetes/index.ts";
import { claim, cronJob, deployment, ownedBy, statefulSet } from "./objects.ts";

const namespace = fc.constantFrom("shop", "bank");
const name = fc.constantFrom("a", "b");
const claimNames = fc.subarray(["a", "b", "c", "data-a-0"]);
const policy = fc.constantFrom("Retain" as const, "Delete" as const);

const sets = fc
  .record({
    name,
    namespace,
    replicas: fc.nat(2),
    whenDeleted: policy,
    whenScaled: policy,
    isGoing: fc.boolean(),
  })
  .map(({ isGoing, ...facts }) => statefulSet({ ...facts, ...(isGoing ? { deletionTimestamp: true } : {}) }));

const deployments = fc
  .record({ name, namespace, replicas: fc.nat(1), claims: claimNames })
  .map((facts) => deployment(facts));

const cronJobs = fc.record({ name, namespace, claims: claimNames }).map((facts) => cronJob(facts));

const owners = fc.constantFrom(
  [],
  [ownedBy(statefulSet({ name: "a" }))],
  [ownedBy(statefulSet({ name: "a" }), { uid: "former-uid" })],
);

/** Claims with the names that sets give, and with the marks of tools. */
const numbered = fc
  .record({
    name: fc.constantFrom("data-a-0", "data-a-1", "data-b-0"),
    namespace,
    volumeName: fc.constantFrom("pv-a", "pv-b"),
    ownerReferences: owners,
    finalizers: fc.subarray([
      "kubernetes.io/pvc-protection",
      "replication.storage.openshift.io/pvc-protection",
      "snapshot.storage.kubernetes.io/pvc-as-source-protection",
    ]),
    labels: fc.constantFrom({}, { "argocd.argoproj.io/instance": "shop" }),
    annotations: fc.constantFrom({}, { "meta.helm.sh/release-name": "shop" }),
  })
  .map((facts) => claim({ ...facts, phase: "Bound" }));

const apiServices = fc
  .subarray(["apps", "batch", "replication.storage.openshift.io"])
  .map((groups) => groups.map(apiService));

function apiService(group: string): APIService {
  return {
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    metadata: { name: `v1.${group}`, uid: `${group}-uid` },
    spec: { group, version: "v1" },
  };
}

const keyOf = (object: KubeObject) =>
  `${object.kind}/${object.metadata.namespace ?? ""}/${object.metadata.name}`;

/** Workloads with their claims, to go with the objects of a small cluster. */
export const workloads: fc.Arbitrary<readonly KubeObject[]> = fc
  .tuple(
    fc.array(sets, { maxLength: 2 }),
    fc.array(deployments, { maxLength: 1 }),
    fc.array(cronJobs, { maxLength: 1 }),
    fc.array(numbered, { maxLength: 3 }),
    apiServices,
  )
  .map((parts) => [...new Map(parts.flat().map((object) => [keyOf(object), object])).values()]);
