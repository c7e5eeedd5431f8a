/**
 * Two rules for every report. It does not predict as "now" what one of its holds prevents. And it calls data already
 * gone only on evidence about that very disk, and then neither predicts its destruction nor offers to keep it.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import fc from "fast-check";
import { causesOf } from "../../src/analysis/causes.ts";
import { holdsOf } from "../../src/analysis/holds.ts";
import { createAnalysis, report } from "../../src/analysis/index.ts";
import { createSandbox } from "../../src/analysis/timeline/sandbox.ts";
import { isNow } from "../../src/analysis/timeline/steps.ts";
import type { Snapshot } from "../../src/cluster/index.ts";
import { createCluster } from "../../src/cluster/index.ts";
import type { Action } from "../../src/controllers/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type {
  Event,
  KubeObject,
  PersistentVolume,
  Phrase,
  Resource,
  VolumeAttachment,
} from "../../src/kubernetes/index.ts";
import { flatten, isTerminating, nameKey, refOf } from "../../src/kubernetes/index.ts";
import { nodeFiles, readInputs } from "../../src/reading/files/index.ts";
import type { Diagnosis, Hold } from "../../src/report/index.ts";
import { clusters } from "../support/arbitrary-cluster.ts";
import { workloads } from "../support/arbitrary-workloads.ts";
import { runs, shareOf } from "../support/runs.ts";
import { scenarios } from "../support/scenario.ts";
import { snapshotOf } from "../support/snapshot.ts";

const subjects: readonly Resource[] = [
  "v1/namespaces",
  "v1/persistentvolumeclaims",
  "v1/persistentvolumes",
  "v1/pods",
  "storage.k8s.io/v1/volumeattachments",
  "snapshot.storage.k8s.io/v1/volumesnapshots",
  "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
];

/** How many reports were looked at, and how many of them could have broken a rule. */
const seen = { reports: 0, held: 0, gone: 0 };

function tell(context: TestContext): void {
  const { reports, held, gone } = seen;
  context.diagnostic(`${reports} reports so far, ${held} of a held object, ${gone} of data already gone`);
}

function itemsOf<T>(snapshot: Snapshot, ...resources: readonly Resource[]): readonly T[] {
  return snapshot.readings.flatMap((reading) =>
    reading.read && resources.includes(reading.resource) ? (reading.items as readonly T[]) : [],
  );
}

function check(snapshot: Snapshot): void {
  const cluster = createCluster(snapshot);
  const objects = itemsOf<KubeObject>(snapshot, ...subjects);
  const { diagnoses } = report(objects, snapshot, knowledge);
  for (const [at, diagnosis] of diagnoses.entries()) {
    const object = objects[at];
    assert.ok(object !== undefined);
    seen.reports += 1;
    neitherLostNorKept(diagnosis, snapshot);
    offersNothingThatItForbids(diagnosis);
    const graph = causesOf(object, { cluster, knowledge });
    if (diagnosis.verdict.category !== "blocked" && diagnosis.verdict.category !== "stuck") continue;
    seen.held += 1;
    const { moves, steps } = createAnalysis(cluster, knowledge).future(object);
    const told = new Set(
      graph.holds.filter(({ held }) => nameKey(held) === nameKey(refOf(object))).map(identityOf),
    );
    const world = createSandbox(cluster);
    for (const [move, { action }] of moves.entries()) {
      const step = steps[move];
      if (step === undefined || !isNow(step.when)) break;
      // An earlier step can have ended a hold: what counts is what holds it by then.
      const then = world.find(refOf(object));
      if (then === undefined) break;
      const reasons = mayEnd(action, then)
        ? holdsOf(then, { cluster: world.cluster, knowledge })
            .filter((hold) => prevents(hold, then, action) && told.has(identityOf(hold)))
            .map(({ reason }) => reason)
        : [];
      assert.deepEqual(reasons, [], `${nameKey(diagnosis.object)}: held, and now ${action.do}`);
      world.apply(action);
    }
  }
}

const identityOf = ({ by, reason }: Pick<Hold, "by" | "reason">) => JSON.stringify([by, reason]);

function mayEnd(action: Action, object: KubeObject): boolean {
  return nameKey(action.object) === nameKey(refOf(object));
}

/** They tell a person what comes at once if nothing is done. They prevent nothing. */
const warnings: readonly string[] = ["FormerClaimReplaced", "DiskGoesWithAnother"];

/** A hold of the object itself that is not over soon, and an action that would end it, or the object. */
function prevents(hold: Hold, object: KubeObject, action: Action): boolean {
  if (warnings.includes(hold.reason)) return false;
  if (hold.category !== "blocked" && hold.category !== "stuck") return false;
  if ("finalizer" in hold.by)
    return action.do === "remove-finalizer" && action.finalizer === hold.by.finalizer;
  return action.do === "destroy-backend" || (action.do === "delete" && isTerminating(object));
}

const plain = (phrase: Phrase): string => flatten(phrase, (data) => data);

/** By what a person reads: a report that says to remove a finalizer does not also say not to. */
function offersNothingThatItForbids({ object, avoid, remedies }: Diagnosis): void {
  const removed = (text: string) => /emov\w+ the finalizer (\S+ from [^\s.]+(?: \([^)]+\))?)/.exec(text)?.[1];
  const offered = remedies.flatMap(({ title, steps }) =>
    [title, ...steps].map(plain).flatMap((text) => removed(text) ?? []),
  );
  for (const text of avoid.map(({ step }) => plain(step))) {
    if (text.endsWith("before the steps above are done")) continue;
    assert.ok(!offered.includes(removed(text) ?? ""), `${nameKey(object)}: ${text}, or not?`);
  }
  const steps = avoid.map(({ step }) => plain(step));
  assert.equal(new Set(steps).size, steps.length, `${nameKey(object)}: warns twice of the same`);
}

/** An independent look, by the words of the evidence and not by what the code made of them. */
function neitherLostNorKept({ object, fate, next, remedies }: Diagnosis, snapshot: Snapshot): void {
  if (fate?.data !== "already-gone" || fate.volume === undefined) return;
  seen.gone += 1;
  const disk = nameKey(fate.volume);
  const about = nameKey(object);
  if (fate.volume.kind === "PersistentVolume") {
    const handle = fate.volumeHandle ?? "";
    // Another volume of the same disk can be the one that the driver was asked about.
    const ofDisk = itemsOf<PersistentVolume>(snapshot, "v1/persistentvolumes")
      .filter(({ spec }) => handle !== "" && spec?.csi?.volumeHandle === handle)
      .map(({ metadata }) => metadata.name);
    const asked = new Set([fate.volume.name, ...ofDisk]);
    const texts = [
      ...itemsOf<Event>(snapshot, "v1/events")
        .filter(
          ({ involvedObject, reason }) =>
            reason === "VolumeFailedDelete" && asked.has(involvedObject?.name ?? ""),
        )
        .map(({ message = "" }) => message),
      ...itemsOf<VolumeAttachment>(snapshot, "storage.k8s.io/v1/volumeattachments").map(
        ({ status }) => status?.detachError?.message ?? "",
      ),
    ];
    const isAboutIt = (text: string) =>
      /forbidden/.test(text) || (handle !== "" && text.includes(handle)) || /\b(volume|disk)\b/i.test(text);
    assert.ok(texts.some(isAboutIt), `${about}: gone by what evidence?`);
    const volume = itemsOf<PersistentVolume>(snapshot, "v1/persistentvolumes").find(
      ({ metadata }) => metadata.name === fate.volume?.name,
    );
    // A path that is not found can be mounted again; only that it was deleted ends it.
    if (!texts.some((text) => /forbidden/.test(text)))
      assert.equal(
        volume?.spec?.local ?? volume?.spec?.hostPath,
        undefined,
        `${about}: a path is gone for good?`,
      );
  }
  const destroyed = next.filter((step) => step.fate === "destroyed" && nameKey(step.object) === disk);
  assert.deepEqual(destroyed, [], `${about}: gone, and destroyed`);
  for (const { name, safety, fix } of remedies) {
    const on = fix?.acts.map((act) => nameKey(act.on)) ?? [];
    if (!on.includes(disk)) continue;
    assert.notEqual(name, "set-retain", `${about}: gone, and to be kept`);
    if (name === "drop-finalizer" && fate.volume.kind === "PersistentVolume")
      assert.notEqual(safety, "loses-data", `${about}: gone, and lost once more`);
  }
}

async function* noInput(): AsyncGenerator<Uint8Array> {}

test("every scenario tells one story", async (context) => {
  for (const { folder } of shareOf(scenarios(), 20)) {
    const files = nodeFiles(noInput());
    check(await readInputs([join(folder, "cluster.yaml")], files, { now: Date.now() }));
  }
  tell(context);
  assert.ok(seen.held >= 10, JSON.stringify(seen));
});

/** What a driver says of a volume that it is to delete. */
const failures = fc.constantFrom(
  "rpc error: code = NotFound desc = volume vol-1 does not exist",
  "rpc error: code = NotFound desc = the volume does not exist",
  "rpc error: code = NotFound desc = volume vol-2 does not exist",
  "rpc error: code = NotFound desc = backend pool ssd-1 not found",
  "dial tcp: lookup vcenter.example.com: no such host",
  "open /x: no such file or directory",
  'persistentvolumes "pv-a" is forbidden: User "x" cannot patch resource',
  "volume is in use",
);

const attempts = fc
  .array(fc.record({ message: failures, about: fc.constantFrom("pv-a", "pv-b", "pv-c") }), { maxLength: 3 })
  .map((all) =>
    all.map(({ message, about }, at): Event => {
      return {
        apiVersion: "v1",
        kind: "Event",
        metadata: { name: `failed-${at}`, namespace: "default", uid: `failed-${at}-uid` },
        involvedObject: { apiVersion: "v1", kind: "PersistentVolume", name: about },
        reason: "VolumeFailedDelete",
        message,
        lastTimestamp: "2026-11-20T11:59:00Z",
      };
    }),
  );

const count = runs(12, 0.06);

test(`${count} generated clusters tell one story each`, (context) => {
  const before = { ...seen };
  fc.assert(
    fc.property(clusters, workloads, attempts, (some, more, failed) =>
      check(snapshotOf([...some, ...more, ...failed])),
    ),
    { numRuns: count },
  );
  tell(context);
  assert.ok(seen.held > before.held && seen.gone > before.gone);
});
