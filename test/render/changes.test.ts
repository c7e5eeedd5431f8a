import assert from "node:assert/strict";
import { test } from "node:test";
import { flatten, nameOf, say } from "../../src/kubernetes/index.ts";
import { changes, changesText, plainOptions } from "../../src/render/index.ts";
import type { Diagnosis } from "../../src/report/index.ts";
import { claim, diagnosis, hold, pod, refTo, reportOf } from "./support/report-makers.ts";
import { blocked, unknown } from "./support/reports.ts";

function between(before: readonly Diagnosis[], after: readonly Diagnosis[]): readonly string[] {
  return changes(reportOf(before), reportOf(after)).map((phrase) => flatten(phrase, (data) => data));
}

const other = refTo("Pod", "web-0", "shop");
const used = (object = pod, reason = "PodUsesClaim") =>
  hold({ holder: { object }, reason, message: say`${nameOf(object)}: ${reason}` });
const elsewhere = hold({
  by: { finalizer: "example.com/backup" },
  holder: { controller: "backup" },
  reason: "UnknownFinalizer",
  message: say`pvguard does not know the finalizer`,
});

test("nothing changed, nothing said", () => {
  assert.deepEqual(between([blocked], [blocked]), []);
  assert.equal(changesText(reportOf([blocked]), reportOf([blocked]), plainOptions), "");
});

test("the object is gone", () => {
  assert.deepEqual(between([blocked], []), ["pvc/data-0 (shop) no longer exists"]);
});

test("one of two pods lets go", () => {
  assert.deepEqual(between([diagnosis([used(other), used()])], [diagnosis([used()])]), [
    "pod/web-0 (shop) no longer holds pvc/data-0 (shop)",
  ]);
});

test("a finalizer is removed, and the verdict is another", () => {
  assert.deepEqual(between([diagnosis([elsewhere, used()])], [diagnosis([elsewhere])]), [
    "the finalizer kubernetes.io/pvc-protection was removed from pvc/data-0 (shop)",
    "pvc/data-0 (shop) is now blocked (UnknownFinalizer), was blocked (PodUsesClaim)",
  ]);
});

test("what could not be read the second time has not ended", () => {
  const [first, ...rest] = between([blocked], [unknown]);
  assert.match(first ?? "", /^pvc\/data-0 is now held: pods in namespace shop were not read/);
  assert.ok(rest.every((line) => !line.includes("no longer") && !line.includes("removed")));
});

test("a pod begins to end", () => {
  const after = diagnosis([used(pod, "TerminatingPodUsesClaim")]);
  assert.deepEqual(between([diagnosis([used()])], [after]), [
    "pod/import-x (shop): TerminatingPodUsesClaim",
    "pvc/data-0 (shop) is now blocked (TerminatingPodUsesClaim), was blocked (PodUsesClaim)",
  ]);
});

test("a new object of the same name is not the old one", () => {
  const again = { ...blocked, object: { ...claim, uid: "another" } };
  assert.deepEqual(between([blocked], [again]), [
    "pvc/data-0 (shop) was replaced by a new object with the same name, which is Terminating: pod/import-x (shop) has finished (Succeeded), but its object still names the claim; it belongs to Job/import",
  ]);
});

const workload = refTo("Deployment", "web", "shop");
const partOf = (diagnosed: Diagnosis): Diagnosis => ({ ...diagnosed, partOf: workload });

test("a part that is no longer told of may still exist, and one that is told of for the first time may be old", () => {
  const whole: Diagnosis = { ...diagnosis([]), object: workload };
  const healthy = { category: "healthy", reason: "Running", summary: say`its node is gone` } as const;
  const ends: Diagnosis = { ...diagnosis([]), object: pod, state: "Running", verdict: healthy };
  assert.deepEqual(between([whole, partOf(blocked)], [whole]), []);
  assert.deepEqual(between([whole], [whole, partOf(blocked)]), []);
  assert.deepEqual(between([whole], [whole, partOf(ends)]), [
    "pod/import-x (shop) is Running: its node is gone",
  ]);
  assert.deepEqual(between([whole, partOf(blocked)], []), ["deployment/web (shop) no longer exists"]);
});

test("of what was and is healthy, only what is to be said of it now is news", () => {
  const healthy = (reason: string, summary: string): Diagnosis => ({
    ...diagnosis([]),
    verdict: { category: "healthy", reason, summary: say`${summary}` },
  });
  assert.deepEqual(
    between([healthy("Bound", "nothing is wrong with it")], [healthy("NoPodUsesClaim", "no pod uses it")]),
    ["pvc/data-0 (shop): no pod uses it"],
  );
});

test("state and data", () => {
  const bound = { ...diagnosis([]), state: "Bound", fate: { data: "kept", because: say`` } } as const;
  const lines = between([bound], [blocked]);
  assert.equal(lines[0], "pvc/data-0 (shop) is now Terminating (was Bound)");
  assert.equal(
    lines.at(-1),
    "the data of pvc/data-0 (shop): will be deleted (before: kept): when pod/import-x (shop) is gone, external-provisioner has the backend destroy vol-0abc (policy Delete)",
  );
});

test("that data is kept is no news where it could not be told before, and that it is lost is", () => {
  const from = (data: "unknown" | "kept", unseen?: "rest") =>
    ({
      ...diagnosis([]),
      state: "Bound",
      fate: { data, because: say``, ...(unseen === undefined ? {} : { unseen }) },
    }) as const;
  assert.deepEqual(between([from("unknown", "rest")], [from("kept")]), []);
  assert.match(between([from("unknown")], [from("kept")]).join(), /kept \(before: unknown\)/);
  assert.match(between([from("unknown", "rest")], [blocked]).at(-1) ?? "", /will be deleted/);
});

test("that a namespace has no claims left is no news of their data", () => {
  const namespace = (data: "destroyed" | "none"): Diagnosis => ({
    ...diagnosis([]),
    object: refTo("Namespace", "shop"),
    fate: { data, because: say`` },
  });
  assert.deepEqual(between([namespace("destroyed")], [namespace("none")]), []);
});

test("each change has its time, and keeps to the width", () => {
  const text = changesText(
    reportOf([diagnosis([used(other), used()])]),
    reportOf([diagnosis([used()])]),
    plainOptions,
  );
  assert.equal(
    text,
    ["2026-11-20T12:00:00Z pod/web-0 (shop) no longer holds pvc/data-0 (shop)\n"].join("\n"),
  );
});
