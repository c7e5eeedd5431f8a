/**
 * Reading less never makes a verdict safer, never makes a remedy appear, and never promises that data is kept. Known and
 * intended exceptions: `test/support/meant`.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { report } from "../../src/analysis/index.ts";
import { generalReasons } from "../../src/define/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { KubeObject, Resource } from "../../src/kubernetes/index.ts";
import { kindNamed, kinds, nameKey } from "../../src/kubernetes/index.ts";
import type { Diagnosis, Report } from "../../src/report/index.ts";
import { clusters } from "../support/arbitrary-cluster.ts";
import { appeared, isLeftOpen, isMeant, proposed } from "../support/meant.ts";
import { runs } from "../support/runs.ts";
import { snapshotOf } from "../support/snapshot.ts";

const count = runs(6, 1 / 10);

const subjects = [
  "PersistentVolumeClaim",
  "PersistentVolume",
  "Pod",
  "VolumeAttachment",
  "VolumeSnapshot",
  "VolumeSnapshotContent",
  "Namespace",
];

const danger: Record<Diagnosis["verdict"]["category"], number> = {
  healthy: 0,
  waiting: 1,
  blocked: 2,
  stuck: 2,
  unknown: 2,
};

const losing: readonly string[] = ["destroyed", "leaked", "exposed"];
const reassuring: readonly string[] = ["kept", "none", "already-gone"];

const hidden = fc.constantFrom(...kinds.map(({ resource }) => resource));

function diagnoseAll(objects: readonly KubeObject[], without: readonly (typeof kinds)[number]["resource"][]) {
  const snapshot = snapshotOf(objects, without);
  const wanted = objects.filter(
    ({ apiVersion, kind }) =>
      subjects.includes(kind) &&
      !without.some((resource) => kindNamed(apiVersion, kind)?.resource === resource),
  );
  const { diagnoses, unread } = report(wanted, snapshot, knowledge);
  for (const { scope } of unread) assert.notEqual("name" in scope ? scope.name : undefined, "");
  return new Map(diagnoses.map((diagnosis) => [nameKey(diagnosis.object), { ...diagnosis, unread }]));
}

type Told = Diagnosis & Pick<Report, "unread">;

function compare(full: Diagnosis, partial: Told, resource: Resource): void {
  if (isMeant(full, resource)) return;
  const about = `${full.object.kind} ${full.object.name}`;
  assert.ok(
    danger[partial.verdict.category] >= danger[full.verdict.category] ||
      isLeftOpen(full, resource, partial.unread),
    `${about}: ${full.verdict.category} (${full.verdict.reason}) became ${partial.verdict.category} (${partial.verdict.reason})`,
  );
  // Where it is not known what a step loses, what could be lost may be kept first.
  const more = appeared(full, partial).filter((remedy) => !/^safe \["(set-retain|retain-)/.test(remedy));
  assert.deepEqual(more, [], `${about}: remedies appeared`);
  assert.deepEqual(proposed(full, partial), [], `${about}: proposed for less reading`);
  const [before, after] = [full.fate, partial.fate];
  if (before === undefined || after === undefined || !losing.includes(before.data)) return;
  assert.ok(!reassuring.includes(after.data), `${about}: ${before.data} became ${after.data}`);
}

test(`hiding any one list in ${count} generated clusters`, () => {
  fc.assert(
    fc.property(clusters, hidden, (objects, resource) => {
      const full = diagnoseAll(objects, []);
      for (const [key, partial] of diagnoseAll(objects, [resource])) {
        const whole = full.get(key);
        if (whole !== undefined) compare(whole, partial, resource);
      }
    }),
    { numRuns: count },
  );
});

const pages = new Set(
  [...knowledge.finalizers, ...knowledge.waits]
    .flatMap((entry) => Object.keys(entry.reasons))
    .concat(Object.keys(generalReasons)),
);
const unwellThoughNotHeld: readonly string[] = [
  "DataLossAhead",
  "CouldNotRead",
  "NamespaceDeletesClaim",
  "NamespaceOfClaimNotRead",
  "NamespaceDeletesSnapshot",
  "NamespaceOfSnapshotNotRead",
  "NodeOfPodGone",
];
const remedyNames = new Set(knowledge.remedies.map(({ name }) => name));

test("whatever is diagnosed, its reasons have pages, its remedies exist, and its causes end somewhere", () => {
  fc.assert(
    fc.property(clusters, (objects) => {
      for (const { holds, roots, verdict } of diagnoseAll(objects, []).values()) {
        assert.equal(roots.length > 0, holds.length > 0);
        // Nothing holds an object that is deleted with its namespace, or whose data is lost, but it is unhealthy all the same.
        const isWell = holds.length === 0 && !unwellThoughNotHeld.includes(verdict.reason);
        assert.equal(verdict.category === "healthy", isWell, verdict.reason);
        for (const hold of holds) {
          assert.ok(pages.has(hold.reason), `no page for ${hold.reason}`);
          assert.ok(hold.message.length > 0, `no words for ${hold.reason}`);
          for (const { remedy } of hold.remedies) assert.ok(remedyNames.has(remedy), `no remedy ${remedy}`);
        }
      }
    }),
    { numRuns: Math.ceil(count / 4) },
  );
});
