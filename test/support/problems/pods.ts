import fc from "fast-check";
import type { KubeObject, OwnerReference } from "../../../src/kubernetes/index.ts";
import { ownedBy, pod, statefulSet } from "../objects.ts";
import { deletion, facts, moments, mostly, one } from "./common.ts";
import { nameOfClaim } from "./names.ts";

/** A pod that names the claim of a disk. */
export const podsOfDisk = fc.array(
  fc.record({
    phase: one("Running", "Pending", "Succeeded", "Failed"),
    node: mostly("n1", "n2", "gone", "none"),
    deletion,
    grace: one(undefined, 30, 0),
    owner: mostly("none", "the set", "a deployment", "a job", "a set that is gone"),
    keeps: mostly("nothing", "unknown", "job tracking", "foreground"),
    containers: mostly("unsaid", "running", "crashing", "ended"),
    created: one(moments.yesterday, moments.long),
  }),
  { maxLength: 2 },
);
export type PodFacts = typeof podsOfDisk extends fc.Arbitrary<readonly (infer T)[]> ? T : never;

const deployment: KubeObject = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", namespace: "shop", uid: "web-uid" },
};
const replicas: KubeObject = {
  apiVersion: "apps/v1",
  kind: "ReplicaSet",
  metadata: { name: "web-5d", namespace: "shop", uid: "web-5d-uid", ownerReferences: [ownedBy(deployment)] },
};
const job: KubeObject = {
  apiVersion: "batch/v1",
  kind: "Job",
  metadata: { name: "import", namespace: "shop", uid: "import-uid" },
};

const finalizers: Record<PodFacts["keeps"], readonly string[]> = {
  nothing: [],
  unknown: ["example.com/pod"],
  "job tracking": ["batch.kubernetes.io/job-tracking"],
  foreground: ["foregroundDeletion"],
};

/** What runs the pods. */
export const workloads = fc.record({
  set: mostly(
    "none",
    "as it should be",
    "scaled to 0",
    "deleted",
    "deletes its claims",
    "drops claims when scaled",
  ),
});
export type WorkloadFacts = typeof workloads extends fc.Arbitrary<infer T> ? T : never;

function setObject({ set }: WorkloadFacts): KubeObject | undefined {
  if (set === "none") return undefined;
  return statefulSet(
    facts({
      name: "db",
      replicas: set === "as it should be" ? 2 : 0,
      deletionTimestamp: set === "deleted" ? moments.today : undefined,
      finalizers: set === "deleted" ? ["foregroundDeletion"] : undefined,
      whenDeleted: set === "deletes its claims" ? ("Delete" as const) : undefined,
      whenScaled: set === "drops claims when scaled" ? ("Delete" as const) : undefined,
    }),
  );
}

/** The pods of every disk, by its place, and what made them. */
export function podObjects(
  all: readonly (readonly PodFacts[])[],
  workload: WorkloadFacts,
): readonly KubeObject[] {
  const set = setObject(workload);
  const pods = all.flatMap((of, at) => of.map((each, place) => podObject(each, at, place)));
  const owners = all.flat().map(({ owner }) => owner);
  return [
    ...pods,
    ...(set === undefined ? [] : [set]),
    ...(owners.includes("a deployment") ? [deployment, replicas] : []),
    ...(owners.includes("a job") ? [job] : []),
  ];
}

function podObject(of: PodFacts, at: number, place: number): KubeObject {
  const owner = ownerOf(of);
  return pod(
    facts({
      name: of.owner === "the set" ? `db-${at}` : `${nameOfClaim(at)}-pod-${place}`,
      claims: [nameOfClaim(at)],
      phase: of.phase,
      nodeName: of.node === "none" ? "" : of.node,
      deletionTimestamp: of.deletion,
      deletionGracePeriodSeconds: of.deletion === undefined ? undefined : of.grace,
      creationTimestamp: of.created,
      finalizers: finalizers[of.keeps],
      ownerReferences: owner === undefined ? undefined : [owner],
      status: of.containers === "unsaid" ? {} : { containerStatuses: [containerOf(of)] },
    }),
  );
}

function ownerOf({ owner }: PodFacts): OwnerReference | undefined {
  switch (owner) {
    case "none":
      return undefined;
    case "the set":
      return ownedBy(statefulSet({ name: "db" }));
    case "a set that is gone":
      return ownedBy(statefulSet({ name: "old" }));
    case "a deployment":
      return ownedBy(replicas);
    case "a job":
      return ownedBy(job);
  }
}

function containerOf({ containers }: PodFacts) {
  const name = "main";
  switch (containers) {
    case "running":
      return { name, restartCount: 0, state: { running: { startedAt: moments.yesterday } } };
    case "crashing":
      return { name, restartCount: 9, state: { waiting: { reason: "CrashLoopBackOff" } } };
    case "ended":
    case "unsaid":
      return { name, restartCount: 0, state: { terminated: { reason: "Completed", exitCode: 0 } } };
  }
}
