/** What a card says is what the whole account says: its labels, its data, and the step that is proposed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Phrase } from "../../src/kubernetes/index.ts";
import { flatten, withoutNamespace } from "../../src/kubernetes/index.ts";
import { text } from "../../src/render/card/report.ts";
import { plainOptions } from "../../src/render/index.ts";
import type { DataFate, Diagnosis } from "../../src/report/index.ts";
import { walked } from "./walked.ts";

/** So wide that no title is wrapped. */
const options = { ...plainOptions, width: 2000 };
const names = { "[safe]": "safe", "[risky]": "risky", "[loses data]": "loses-data" } as const;

/** What stands in the row of the data, by what becomes of it. */
const verdicts: Record<DataFate, RegExp> = {
  destroyed: /WILL BE DELETED/,
  exposed: /WILL BE OPEN TO ANOTHER CLAIM/,
  leaked: /WILL BE LEFT BEHIND/,
  "already-gone": /ALREADY DELETED/,
  unknown: /UNKNOWN/,
  kept: /is kept/,
  none: /no disk|the snapshot has no content yet/,
};

function shown(phrase: Phrase, { object }: Diagnosis): string {
  return flatten(withoutNamespace(phrase, object.namespace), (data) => data);
}

const seen = { steps: 0, data: 0, kept: 0 };

function check(diagnosis: Diagnosis, card: string, about: string): void {
  const steps = [...card.matchAll(/^(\S.*?) +(\[(?:safe|risky|loses data)\])$/gm)].map(
    ([, title = "", label = ""]) => ({
      title,
      safety: names[label as keyof typeof names],
    }),
  );
  const known = diagnosis.remedies.map((remedy) => ({
    title: shown(remedy.title, diagnosis),
    safety: remedy.safety,
  }));
  let at = -1;
  for (const step of steps) {
    const place = known.findIndex(
      ({ title, safety }, position) => position > at && title === step.title && safety === step.safety,
    );
    assert.ok(place >= 0, `${about}: ${step.title} [${step.safety}], of ${JSON.stringify(known)}`);
    at = place;
    seen.steps += 1;
  }
  for (const [at, line] of card.split("\n").entries()) {
    if (!line.includes("unless you did the step above")) continue;
    const before = card
      .split("\n")
      .slice(0, at)
      .filter((each) => /\[(?:safe|risky|loses data)\]$/.test(each));
    assert.match(before.at(-2) ?? "", /^Keep .*Retain/, `${about}: what the step above does not keep`);
    seen.kept += 1;
  }
  const proposed = diagnosis.remedies.find(({ primary }) => primary);
  if (proposed !== undefined)
    assert.ok(
      steps.some(({ title }) => title === shown(proposed.title, diagnosis)),
      `${about}: not proposed`,
    );
  if (diagnosis.verdict.category === "healthy" || diagnosis.fate === undefined) return;
  const row = /^ {2}Data .*$/m.exec(card)?.[0] ?? "";
  const { data: told, onlyIf } = diagnosis.fate;
  assert.match(row, onlyIf === undefined ? verdicts[told] : /MAY BE DELETED .*, if /, about);
  for (const [data, words] of Object.entries(verdicts))
    if (data !== diagnosis.fate.data && data !== "kept") assert.doesNotMatch(row, words, `${about}: ${data}`);
  seen.data += 1;
}

test("a card says of labels and data what the whole account says", () => {
  for (const { name, report } of walked)
    for (const diagnosis of report.diagnoses)
      check(
        diagnosis,
        text.render({ ...report, diagnoses: [diagnosis] }, options),
        `${name}: ${diagnosis.object.kind}/${diagnosis.object.name}`,
      );
  assert.ok(seen.steps > 60 && seen.data > 30 && seen.kept > 3, JSON.stringify(seen));
});
