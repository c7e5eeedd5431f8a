/** A claim that is being deleted under the pods of a workload: who stops that, and what it would take along. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Job, KubeObject, ReplicaSet, Resource } from "../../src/kubernetes/index.ts";
import { diagnosisOf, remediesOf, rootsOf, textOf } from "../support/diagnose.ts";
import { claim, job, metadataOf, ownedBy, statefulSet } from "../support/objects.ts";
import { doomed, finalizers, owner, user } from "./support/claim-in-use.ts";

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
  const scaledTo = (count?: number): KubeObject => ({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: metadataOf({}, "web", "shop"),
    spec: { ...(count === undefined ? {} : { replicas: count }) },
  });
  const deployment = scaledTo();
  const web = user({ ownerReferences: [ownedBy(replicas)] });

  test("was most likely pruned under its pod, and its Deployment can be stopped", () => {
    const diagnosis = diagnosisOf([pruned, web, replicas, deployment]);
    assert.deepEqual(rootsOf(diagnosis), ["PrunedClaimInUse blocked"]);
    assert.match(textOf(diagnosis.verdict.summary), /Flux.*Deployment.*web.*through.*ReplicaSet/s);
    const scale = diagnosis.remedies.find(({ name }) => name === "scale-owner");
    assert.deepEqual(scale?.commands[0]?.argv.slice(0, 4), ["kubectl", "scale", "deployment", "web"]);
  });

  test("an owner that is at 0 already is not scaled: something else keeps the pod", () => {
    const scaled = (count: number) =>
      remediesOf(diagnosisOf([pruned, web, replicas, scaledTo(count)])).some((remedy) =>
        remedy.startsWith("scale"),
      );
    assert.deepEqual([scaled(0), scaled(1)], [false, true]);
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

describe("a workload that a tool applies again and again", () => {
  const labels = { "argocd.argoproj.io/instance": "shop" };
  const scaleOf = (whenScaled: "Delete" | "Retain", more: object) => {
    const set = statefulSet({ whenScaled, ...more });
    const { remedies } = diagnosisOf([doomed, user({ ownerReferences: [ownedBy(set)] }), set]);
    const scale = remedies.find(({ name }) => name === "scale-owner");
    assert.ok(scale !== undefined);
    return scale;
  };

  test("is started again by it: that is said", () => {
    assert.match(textOf(scaleOf("Retain", { labels }).first), /Argo CD .*shop.*start it again/);
    assert.equal(scaleOf("Retain", {}).first, undefined);
  });

  test("is told to keep its claims in the manifest, where a patch may be set back", () => {
    const scale = scaleOf("Delete", { labels });
    assert.deepEqual(
      scale.commands.map(({ argv }) => argv[1]),
      ["scale"],
    );
    assert.equal(scale.safety, "loses-data");
    assert.match(textOf(scale.first), /Set whenScaled to Retain in its manifest.*claims of all its pods/);
  });
});

describe("a finished pod of a Job with a TTL", () => {
  const importJob = (ttlSecondsAfterFinished: number): Job => ({
    ...job(),
    spec: { ttlSecondsAfterFinished },
    status: {
      conditions: [{ type: "Complete", status: "True", lastTransitionTime: "2026-11-20T11:59:30Z" }],
    },
  });
  const reasonFor = (of: Job, hidden: readonly Resource[] = []) =>
    rootsOf(diagnosisOf([doomed, user({ phase: "Succeeded", ownerReferences: [ownedBy(of)] }), of], hidden));

  test("is deleted by itself", () => {
    assert.deepEqual(reasonFor(importJob(90)), ["FinishedPodIsCleanedUp waiting"]);
  });

  test("that is long overdue waits for a person", () => {
    assert.deepEqual(reasonFor(importJob(-61)), ["FinishedPodUsesClaim blocked"]);
  });

  test("is held as any other where the Job was not read", () => {
    assert.deepEqual(reasonFor(importJob(90), ["batch/v1/jobs"]), ["FinishedPodUsesClaim blocked"]);
  });
});
