/**
 * In the scenarios: a step with acts has the label that a run of the controllers after these acts shows. The run is made here
 * from the acts alone, object by object, and knows nothing of labels.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createAnalysis } from "../../src/analysis/create-analysis.ts";
import { imagine } from "../../src/analysis/imagine.ts";
import { isKeeping } from "../../src/analysis/label.ts";
import { runForward } from "../../src/analysis/timeline/run.ts";
import { createSandbox } from "../../src/analysis/timeline/sandbox.ts";
import type { Cluster } from "../../src/cluster/index.ts";
import { dangers } from "../../src/define/dangers.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { ObjectRef } from "../../src/kubernetes/index.ts";
import type { Act, MarkedRemedy } from "../../src/report/index.ts";
import { recordsAround } from "./records-around.ts";
import { walked } from "./walked.ts";

/** Whether a disk is destroyed or opened around these objects once the acts are done and nothing holds them. */
function isLost(acts: readonly Act[], around: readonly ObjectRef[], cluster: Cluster): boolean {
  return around.some((ref) => {
    const sandbox = createSandbox(cluster);
    for (const act of acts) imagine(act, sandbox);
    return [
      ...runForward(sandbox, createAnalysis(cluster, knowledge), {
        subjects: recordsAround(ref, sandbox),
        missed: () => {},
        missedOf: () => {},
        cut: () => {},
      }),
    ].some(
      ({ action }) =>
        action.do === "destroy-backend" || (action.do === "clear-claim-ref" && action.part === "whole"),
    );
  });
}

const named: { readonly [name: string]: { readonly cost: string } } = dangers;
const costsData = ({ dangers: own = [], fix }: MarkedRemedy) =>
  [...own, ...(fix?.accept ?? []).map(({ name }) => name)].some((name) => named[name]?.cost === "loss");

test("what the run after the acts of a step destroys, its label says, and what only keeps is safe", () => {
  let [lost, kept] = [0, 0];
  for (const { name, report, cluster } of walked)
    for (const { object, remedies } of report.diagnoses)
      for (const remedy of remedies) {
        const acts = remedy.fix?.acts ?? remedy.does ?? [];
        if (acts.length === 0) continue;
        const about = `${name}: ${remedy.name} for ${object.kind} ${object.name}`;
        if (acts.every(isKeeping)) {
          assert.equal(remedy.safety, "safe", about);
          kept += 1;
        } else if (isLost(acts, [object, ...acts.map(({ on }) => on)], cluster)) {
          assert.equal(remedy.safety, "loses-data", about);
          lost += 1;
        } else if (costsData(remedy)) assert.equal(remedy.safety, "loses-data", about);
      }
  assert.ok(lost > 5 && kept > 30, `${lost} lose data, ${kept} keep it`);
});
