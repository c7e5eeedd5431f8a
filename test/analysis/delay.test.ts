/** What a controller does by itself, and only after a while: told as a condition, and no reason to think data safe. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { stepsOf } from "../../src/analysis/timeline/steps.ts";
import { attacherFinalizer } from "../../src/controllers/index.ts";
import type { KubeObject, Phrase } from "../../src/kubernetes/index.ts";
import { flatten, refOf, words } from "../../src/kubernetes/index.ts";
import type { ControllerStep, Diagnosis } from "../../src/report/index.ts";
import { diagnosisOf } from "../support/diagnose.ts";
import { attachment, claim, claimRefTo, ebs, node, volume } from "../support/objects.ts";

const driver = attacherFinalizer("ebs.csi.aws.com");
const provisioner = "external-provisioner.volume.kubernetes.io/finalizer";
const deleter = {
  finalizers: ["kubernetes.io/pv-protection", provisioner, driver],
  annotations: { "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com" },
  spec: ebs,
};
const data = claim({ phase: "Bound", volumeName: "pv-data", finalizers: ["kubernetes.io/pvc-protection"] });
const bound = volume({ ...deleter, phase: "Bound", claimRef: claimRefTo(data) });
const released = volume({ ...deleter, phase: "Released", claimRef: claimRefTo(data) });
const attached = attachment({
  finalizers: [driver],
  annotations: { "csi.alpha.kubernetes.io/node-id": "i-1" },
});
const volumesInUse = ["kubernetes.io/csi/ebs.csi.aws.com^vol-0abc"];
const silent = node({ ready: "Unknown", readySince: "2026-11-20T11:00:00Z", volumesInUse });

const plain = (phrase: Phrase) => flatten(phrase, (data) => data);

const sixMinutes = "within six minutes";

function whenOf(steps: readonly ControllerStep[], wanted: string): string {
  const step = steps.find(({ action }) => plain(action).includes(wanted));
  assert.ok(step !== undefined, wanted);
  return plain(step.when);
}

function told(...objects: readonly [KubeObject, ...KubeObject[]]): Diagnosis {
  return diagnosisOf(objects);
}

test("a volume that a silent node reports in use is detached after six minutes, and its disk destroyed after that", () => {
  const { next, fate } = told(released, attached, silent);
  assert.equal(whenOf(next, "deletes volumeattachment/csi-1"), sixMinutes);
  assert.equal(whenOf(next, "delete disk"), sixMinutes);
  assert.equal(fate?.data, "destroyed");
  assert.match(plain(fate.because), /^within six minutes, external-provisioner deletes the disk/);
});

test("from a node that is gone it is detached no sooner", () => {
  assert.equal(whenOf(told(released, attached).next, "delete disk"), sixMinutes);
});

test("nothing is waited for where the node reports no use, or is out of service", () => {
  const unused = node({ ready: "Unknown" });
  const off = node({ ready: "Unknown", volumesInUse, taints: ["node.kubernetes.io/out-of-service"] });
  for (const each of [unused, off]) {
    const { next, fate } = told(released, attached, each);
    assert.equal(whenOf(next, "deletes volumeattachment/csi-1"), "now");
    assert.match(plain(fate?.because ?? []), /^at once, /);
  }
});

test("the six minutes begin when what must go first is gone", () => {
  const move = {
    controller: "attachdetach-controller",
    action: { do: "delete", object: refOf(attached) },
    delay: words(sixMinutes),
  } as const;
  const { delay: _, ...prompt } = move;
  const ended = [{ holder: { object: refOf(silent) }, by: "itself" }] as const;
  const steps = stepsOf([
    { ...prompt, after: [], allAfter: [] },
    { ...move, after: ended, allAfter: ended },
    { ...move, after: ended, allAfter: ended },
    { ...prompt, after: ended, allAfter: ended },
    { ...prompt, after: [], allAfter: [] },
  ]);
  const both = "when node/node-a releases it, and then within six minutes";
  assert.deepEqual(
    steps.map(({ when }) => plain(when)),
    ["now", both, both, both, "now"],
  );
});

test("what waits for nothing comes before it, and is told so", () => {
  const { ifDeleted } = told(data, bound, attached, silent);
  assert.ok(ifDeleted !== undefined);
  assert.equal(whenOf(ifDeleted.next, "kubernetes.io/pvc-protection"), "now");
  assert.equal(whenOf(ifDeleted.next, "Released"), "now");
  assert.deepEqual(ifDeleted.goesWhen, []);
  assert.deepEqual(ifDeleted.decidedWhen.map(plain), [sixMinutes]);
  assert.equal(ifDeleted.fate?.data, "destroyed");
});
