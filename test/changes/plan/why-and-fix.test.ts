/** A step has one label, which counts what follows it: `why`, `fix` and `audit` say the same. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { loadAll } from "js-yaml";
import { audit, createAnalysis, report } from "../../../src/analysis/index.ts";
import { drafted } from "../../../src/changes/plan/index.ts";
import { createCluster } from "../../../src/cluster/index.ts";
import { knowledge } from "../../../src/knowledge.ts";
import type { KubeObject, ObjectRef } from "../../../src/kubernetes/index.ts";
import { flatten, refOf } from "../../../src/kubernetes/index.ts";
import type { Diagnosis, MarkedRemedy, OfferedRemedy } from "../../../src/report/index.ts";
import { shareOf } from "../../support/runs.ts";
import { scenarios } from "../../support/scenario.ts";
import { snapshotOf } from "../../support/snapshot.ts";

const kinds = [
  "PersistentVolumeClaim",
  "PersistentVolume",
  "VolumeAttachment",
  "VolumeSnapshot",
  "VolumeSnapshotContent",
  "Pod",
  "Namespace",
];

interface Header {
  readonly kind: "Snapshot";
}

function objectsIn(folder: string): readonly KubeObject[] {
  const all = loadAll(readFileSync(join(folder, "cluster.yaml"), "utf8")) as readonly (
    | KubeObject
    | Header
    | null
  )[];
  return all.flatMap((object) => {
    if (object === null || object.kind === "Snapshot") return [];
    const { kind, metadata } = object;
    return [{ ...object, metadata: { ...metadata, uid: metadata.uid ?? `${kind}-${metadata.name}` } }];
  });
}

/** What fix makes of a remedy, in the same cluster. */
function wordOfFix(object: KubeObject, remedy: OfferedRemedy, objects: readonly KubeObject[]) {
  const { fix } = remedy;
  assert.ok(fix !== undefined);
  const cluster = createCluster(snapshotOf(objects), () => {});
  const because = { object: refOf(object), leaves: [] };
  const proposal = drafted(
    { object, remedy: { ...remedy, fix }, because },
    createAnalysis(cluster, knowledge),
  );
  return proposal.state === "draft" ? proposal.draft.safety : proposal.state;
}

/** What why says of all that it explains in each scenario. */
const told = shareOf(scenarios(), 9).map(({ name, folder }) => {
  const objects = objectsIn(folder);
  const subjects = objects.filter(({ kind }) => kinds.includes(kind));
  const { diagnoses } = report(subjects, snapshotOf(objects), knowledge);
  return { name, objects, subjects, diagnoses };
});

test("a step is called by why what fix calls it, in every scenario", () => {
  let marked = 0;
  for (const { name, objects, subjects, diagnoses } of told) {
    diagnoses.forEach(({ remedies }: Diagnosis, at) => {
      const subject = subjects[at];
      for (const remedy of remedies) {
        if (subject === undefined || remedy.fix === undefined) continue;
        const word = wordOfFix(subject, remedy, objects);
        if (word === "refused" || remedy.follows?.data === "unknown") continue;
        const about = `${name}: ${remedy.name} for ${subject.kind} ${subject.metadata.name}`;
        assert.equal(remedy.safety, word, about);
        if (remedy.follows !== undefined) marked += 1;
      }
    });
  }
  assert.ok(marked > 2, `only ${marked} are marked`);
});

const keyOf = ({ kind, name, namespace }: ObjectRef) => JSON.stringify([kind, namespace, name]);
const stepOf = ({ name, title }: MarkedRemedy) => JSON.stringify([name, flatten(title, (data) => data)]);
const labelOf = ({ safety, follows }: MarkedRemedy) => `${safety} ${follows?.data ?? ""}`;

test("audit marks a step with what follows it as why does, in every scenario", () => {
  let marked = 0;
  for (const { name, objects, diagnoses } of told) {
    const said = new Map(
      diagnoses.map(({ object, remedies }) => [
        keyOf(object),
        new Map(remedies.map((remedy) => [stepOf(remedy), labelOf(remedy)])),
      ]),
    );
    const scope = { namespace: undefined, olderThan: 0 };
    const { findings } = audit(knowledge.rules, scope, snapshotOf(objects), knowledge);
    for (const { code, subject, remedies } of findings) {
      for (const remedy of remedies) {
        const known = said.get(keyOf(subject));
        if (known?.has(stepOf(remedy)) !== true) continue;
        const about = `${name}: ${code}, ${remedy.name} for ${subject.kind} ${subject.name}`;
        assert.equal(labelOf(remedy), known.get(stepOf(remedy)), about);
        if (remedy.follows !== undefined) marked += 1;
      }
    }
  }
  assert.ok(marked > 2, `only ${marked} are marked`);
});
