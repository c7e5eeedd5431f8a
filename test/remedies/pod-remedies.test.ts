/** What is said of deleting a pod, and of making it again, and that what must be done first is said before the commands. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createCluster } from "../../src/cluster/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { KubeObject, Phrase } from "../../src/kubernetes/index.ts";
import { flatten, refOf } from "../../src/kubernetes/index.ts";
import type { MarkedRemedy } from "../../src/report/index.ts";
import { marked } from "../support/marked.ts";
import { claim, claimRefTo, ebs, ownedBy, pod, statefulSet, volume } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

function offered(
  name: string,
  objects: readonly [KubeObject, ...KubeObject[]],
  options: Readonly<Record<string, string>> = {},
): MarkedRemedy {
  const entry = knowledge.remedies.find((remedy) => remedy.name === name);
  const cluster = createCluster(snapshotOf(objects));
  const made = marked(entry?.make(refOf(objects[0]), options, cluster), objects[0], cluster);
  assert.ok(made !== undefined, name);
  return made;
}

const textOf = (phrase: Phrase = []) => flatten(phrase, String);
const ofSet = { ownerReferences: [{ ...ownedBy(statefulSet()), controller: true }] };
const using = pod({ ...ofSet, claims: ["data"] });
const because = (objects: readonly [KubeObject, ...KubeObject[]]) =>
  textOf(offered("delete-pod", objects).because);

test("the pod that comes after a deleted one waits only where its claim is being deleted", () => {
  const makesAnother = "The pod has not finished: it will stop. StatefulSet/web will create a new one";
  assert.equal(
    because([using, claim({ deletionTimestamp: "2026-11-20T08:00:00Z" }), statefulSet()]),
    `${makesAnother}, which will stay Pending while the claim is being deleted.`,
  );
  assert.equal(
    because([using, claim(), statefulSet()]),
    `${makesAnother}, which will need the same volume again.`,
  );
  assert.equal(because([pod(ofSet), statefulSet()]), `${makesAnother}.`);
  const noMore =
    "The pod has not finished: it will stop. StatefulSet/web no longer exists, so it will not create a new one.";
  assert.equal(because([using, claim()]), noMore);
});

test("a pod that was put on a node is made again without it, and by its controller only after that was told", () => {
  const alone = offered("schedule-pod", [pod({ claims: ["data"] })]);
  assert.deepEqual(
    alone.commands.map(({ argv }) => argv[1]),
    ["get", "delete"],
  );
  assert.equal(alone.first, undefined);
  assert.match(
    alone.steps.map((step) => textOf(step)).join("\n"),
    /spec\.nodeName[\s\S]*kubectl create -f pod-shop-web-0\.yaml/,
  );
  const made = offered("schedule-pod", [using, statefulSet()]);
  assert.deepEqual(
    made.commands.map(({ argv }) => argv[1]),
    ["delete"],
  );
  assert.match(textOf(made.first?.[0]), /^First remove spec\.nodeName where .* StatefulSet\/web/);
});

test("what goes with the pod is told where it is made again", () => {
  const build = pod({ name: "build", ephemeral: ["work"] });
  const work = claim({ name: "build-work", volumeName: "pv-1", ownerReferences: [ownedBy(build)] });
  const disk = volume({
    name: "pv-1",
    phase: "Bound",
    policy: "Delete",
    spec: ebs,
    claimRef: claimRefTo(work),
  });
  const { safety, because: told } = offered("schedule-pod", [build, work, disk]);
  assert.equal(safety, "loses-data");
  assert.match(textOf(told), /This also deletes pvc\/build-work/);
});

test("a pod is made again beside another only after its template asks for that node", () => {
  const beside = { beside: "db-0", node: "node-a" };
  const made = offered("run-beside", [using], beside);
  assert.equal(made.safety, "risky");
  assert.match((made.first ?? []).map(textOf).join("\n"), /--show-labels\n.*StatefulSet\/web.*podAffinity/);
  assert.deepEqual(
    made.commands.map(({ argv }) => argv.slice(1, 4)),
    [["delete", "pod", "web-0"]],
  );
  const alone = offered("run-beside", [pod({ claims: ["data"] })], beside);
  assert.match((alone.first ?? []).map(textOf).join("\n"), /in the pod's manifest/);
  assert.match(alone.steps.map(textOf).join("\n"), /create the pod again/);
});
