import assert from "node:assert/strict";
import { test } from "node:test";
import type { ObjectRef } from "../../src/kubernetes/index.ts";
import { nameOf, say } from "../../src/kubernetes/index.ts";
import { plainOptions } from "../../src/render/index.ts";
import { wide } from "../../src/render/terminal/report.ts";
import type { Diagnosis } from "../../src/report/index.ts";
import { claim, diagnosis, hold, reportOf } from "./support/report-makers.ts";

/** A user who may write ownerReferences can make a chain of any length. */
function chainOf(objects: number): Diagnosis {
  const refs: readonly ObjectRef[] = [
    claim,
    ...Array.from({ length: objects - 1 }, (_, at) => ({ ...claim, name: `dependent-${at + 1}` })),
  ];
  return diagnosis(
    refs.slice(1).map((object, at) => ({
      ...hold({
        holder: { object },
        reason: "DependentLeft",
        message: say`${nameOf(object)} depends on it`,
        by: { finalizer: "foregroundDeletion" },
      }),
      held: refs[at] ?? claim,
    })),
  );
}

for (const renderer of [wide]) {
  test(`${renderer.name}: a chain of ten thousand objects is cut, and its length told`, () => {
    const output = renderer.render(reportOf([chainOf(10_000)]), plainOptions);
    assert.match(output.replaceAll(/\s+/g, " "), /└─ and 9989 more objects below it; `-o json` lists them/);
    assert.doesNotMatch(output, /dependent-11\b/);
    assert.ok(output.length < 20_000);
  });

  test(`${renderer.name}: a chain that a person still reads is whole`, () => {
    const output = renderer.render(reportOf([chainOf(11)]), plainOptions);
    assert.match(output, /dependent-10\n.*← root cause/s);
    assert.doesNotMatch(output, /more objects? below/);
  });

  test(`${renderer.name}: one more is cut`, () => {
    const output = renderer.render(reportOf([chainOf(12)]), plainOptions);
    assert.match(output.replaceAll(/\s+/g, " "), /└─ and 1 more object below it/);
  });
}
