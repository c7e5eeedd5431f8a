import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { KubeObject, OwnerReference, ReplicaSet } from "../../src/model/index.ts";
import { diagnosisOf, remediesOf, rootsOf, textOf } from "../support/diagnose.ts";
import { claim, metadataOf, node, ownedBy, pod, statefulSet } from "../support/objects.ts";

const finalizers = ["kubernetes.io/pvc-protection"];
const doomed = claim({ deletionTimestamp: "2026-11-20T09:00:00Z", finalizers });
const user = (facts: Parameters<typeof pod>[0]) => pod({ name: "user", claims: ["data"], ...facts });
const owner = (kind: string, name: string): OwnerReference => ({
  apiVersion: "batch/v1",
  kind,
  name,
  uid: `${name}-uid`,
  controller: true,
});

const cases: readonly (readonly [string, readonly KubeObject[], readonly string[]])[] = [
  ["a finished pod", [user({ phase: "Succeeded" })], ["FinishedPodUsesClaim blocked"]],
  ["a running pod", [user({})], ["PodUsesClaim blocked"]],
  [
    "a crashing pod without an owner",
    [user({ status: { containerStatuses: [{ state: { waiting: { reason: "CrashLoopBackOff" } } }] } })],
    ["CrashLoopingPodUsesClaim blocked"],
  ],
  ["a pod that is not scheduled", [user({ nodeName: "", phase: "Pending" })], ["ControllerNotActing stuck"]],
  [
    "a pod deleted by force that its finalizer keeps",
    [user({ deletionTimestamp: true, deletionGracePeriodSeconds: 0, finalizers: ["example.com/x"] }), node()],
    ["UnknownFinalizer blocked"],
  ],
  [
    "a pod whose ephemeral volume only has the claim's name",
    [pod({ name: "a", ephemeral: ["b"] }), claim({ name: "a-b" })],
    ["ControllerNotActing stuck"],
  ],
];

for (const [name, objects, expected] of cases) {
  test(`${name}: ${expected.join(", ")}`, () => {
    assert.deepEqual(rootsOf(diagnosisOf([doomed, ...objects])), expected);
  });
}

test("an ephemeral volume counts for the pod that the claim was made for, and for no other", () => {
  const maker = pod({ name: "a", ephemeral: ["b"] });
  const made = claim({
    name: "a-b",
    deletionTimestamp: "2026-11-20T09:00:00Z",
    finalizers,
    ownerReferences: [ownedBy(maker)],
  });
  assert.deepEqual(rootsOf(diagnosisOf([made, maker])), ["PodUsesClaim blocked"]);
  const successor = pod({ name: "a", uid: "another", ephemeral: ["b"] });
  assert.deepEqual(rootsOf(diagnosisOf([made, successor])), ["ControllerNotActing stuck"]);
  const forced = pod({ name: "a", ephemeral: ["b"], deletionTimestamp: true, deletionGracePeriodSeconds: 0 });
  assert.deepEqual(rootsOf(diagnosisOf([made, forced])), ["ControllerNotActing stuck"]);
});

test("finished pods go with one command, and their maker is told to clean up", () => {
  const one = user({ name: "b", phase: "Succeeded", ownerReferences: [owner("Workflow", "wf1")] });
  const two = user({ name: "a", phase: "Failed", ownerReferences: [owner("Workflow", "wf1")] });
  const { remedies } = diagnosisOf([doomed, one, two]);
  const [first] = remedies.filter(({ name }) => name === "delete-finished-pods");
  assert.deepEqual(first?.commands, [{ argv: ["kubectl", "delete", "pod", "a", "b", "-n", "shop"] }]);
  assert.match(textOf(first?.steps), /podGC/);
});

test("a pod that is not scheduled is not the one to delete", () => {
  const waiting = user({ name: "victim", nodeName: "", phase: "Pending" });
  const { avoid } = diagnosisOf([doomed, user({}), waiting]);
  assert.match(textOf(avoid), /victim/);
});

describe("a claim that a tool manages", () => {
  const pruned = claim({
    deletionTimestamp: "2026-11-20T09:00:00Z",
    finalizers,
    labels: { "kustomize.toolkit.fluxcd.io/name": "apps" },
  });
  const replicas: ReplicaSet = {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: metadataOf(
      { ownerReferences: [{ ...owner("Deployment", "web"), apiVersion: "apps/v1" }] },
      "web-1",
      "shop",
    ),
  };
  const deployment: KubeObject = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: metadataOf({}, "web", "shop"),
  };
  const web = user({ ownerReferences: [ownedBy(replicas)] });

  test("was most likely pruned under its pod, and its Deployment can be stopped", () => {
    const diagnosis = diagnosisOf([pruned, web, replicas, deployment]);
    assert.deepEqual(rootsOf(diagnosis), ["PrunedClaimInUse blocked"]);
    assert.match(textOf(diagnosis.verdict.summary), /Flux.*Deployment.*web.*through.*ReplicaSet/s);
    const scale = diagnosis.remedies.find(({ name }) => name === "scale-owner");
    assert.deepEqual(scale?.commands[0]?.argv.slice(0, 4), ["kubectl", "scale", "deployment", "web"]);
  });

  test("an owner that was not read is not scaled", () => {
    for (const hidden of ["apps/v1/replicasets", "apps/v1/deployments"] as const) {
      const diagnosis = diagnosisOf([pruned, web, replicas, deployment], [hidden]);
      assert.ok(!remediesOf(diagnosis).some((remedy) => remedy.startsWith("scale")), hidden);
    }
  });
});

test("a workload that another owner keeps is stopped through that owner", () => {
  const assistant = statefulSet({ ownerReferences: [owner("PipelineRun", "run-1")] });
  const { remedies } = diagnosisOf([doomed, user({ ownerReferences: [ownedBy(assistant)] }), assistant]);
  const scale = remedies.find(({ name }) => name === "scale-owner");
  assert.deepEqual(scale?.commands, []);
  assert.match(textOf(scale?.steps), /PipelineRun/);
});

test("a set that would delete the claims of the pods it drops is told to keep them before it is scaled down", () => {
  const commandsFor = (whenScaled: "Delete" | "Retain") => {
    const set = statefulSet({ whenScaled });
    const { remedies } = diagnosisOf([doomed, user({ ownerReferences: [ownedBy(set)] }), set]);
    return remedies.find(({ name }) => name === "scale-owner")?.commands.map(({ argv }) => argv[1]);
  };
  assert.deepEqual(commandsFor("Delete"), ["patch", "scale"]);
  assert.deepEqual(commandsFor("Retain"), ["scale"]);
});

test("three unused claims that all wait mean that no controller works", () => {
  const more = ["b", "c"].map((name) =>
    claim({ name, deletionTimestamp: "2026-11-20T09:00:00Z", finalizers }),
  );
  const diagnosis = diagnosisOf([doomed, ...more]);
  assert.deepEqual(rootsOf(diagnosis), ["NoProtectionController stuck"]);
  assert.deepEqual(remediesOf(diagnosis), [
    "enable-protection safe",
    "nudge safe",
    "drop-finalizer loses-data",
  ]);
  const [first] = more;
  assert.ok(first !== undefined);
  assert.deepEqual(rootsOf(diagnosisOf([doomed, first])), ["ControllerNotActing stuck"]);
});

test("a pod on a node that is not Ready is said to be so, and does not simply go when it is deleted", () => {
  const away = diagnosisOf([doomed, user({}), node({ ready: "Unknown" })]);
  assert.match(textOf(away.verdict.summary), /which is not Ready/);
  assert.match(textOf(away.remedies), /stays Terminating until that node is back/);
  const present = diagnosisOf([doomed, user({}), node()]);
  assert.doesNotMatch(textOf([present.verdict.summary, present.remedies]), /not Ready/);
});
