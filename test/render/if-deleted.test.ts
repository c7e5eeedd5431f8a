/** The one line on what a deletion would do: it has every condition that `--if-deleted` has, and in the same order. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type IfDeleted, words } from "../../src/model/index.ts";
import { plainOptions } from "../../src/render/index.ts";
import { text } from "../../src/render/terminal/report.ts";
import { diagnosis, reportOf } from "./support/report-makers.ts";

const podGone = words("when pod/web-0 is gone and when pod/web-1 is gone");
const detached = words("when csi.example.com succeeds");
const destroyed = { data: "destroyed", because: words("it is") } as const;

function line(more: Partial<IfDeleted>): string {
  const ifDeleted: IfDeleted = {
    next: [],
    stays: false,
    goesWhen: [],
    decidedWhen: [],
    fate: destroyed,
    fateComes: "with it",
    ...more,
  };
  const told = text.render(reportOf([diagnosis([], { state: "Bound", ifDeleted })]), plainOptions);
  return told.replaceAll(/\s+/g, " ").match(/If it were deleted now: (.*)\./)?.[1] ?? told;
}

const cases: readonly (readonly [name: string, Partial<IfDeleted>, string])[] = [
  ["at once", {}, "it goes; then its data is destroyed"],
  [
    "the data after the object",
    { decidedWhen: [podGone, detached] },
    "it goes; then, when pod/web-0 is gone and when pod/web-1 is gone, then when csi.example.com succeeds, its data is destroyed",
  ],
  [
    "both after one condition",
    { goesWhen: [podGone], decidedWhen: [podGone] },
    "it stays Terminating until pod/web-0 is gone and pod/web-1 is gone; then its data is destroyed",
  ],
  [
    "each after its own",
    { goesWhen: [podGone], decidedWhen: [podGone, detached] },
    "it stays Terminating until pod/web-0 is gone and pod/web-1 is gone; then, when csi.example.com succeeds, its data is destroyed",
  ],
  [
    "the data before the object",
    { goesWhen: [detached, podGone], decidedWhen: [detached] },
    "it stays Terminating until csi.example.com succeeds, then until pod/web-0 is gone and pod/web-1 is gone; when csi.example.com succeeds, its data is destroyed",
  ],
  [
    "the data at once, and the object later",
    { goesWhen: [detached] },
    "it stays Terminating until csi.example.com succeeds; at once its data is destroyed",
  ],
  [
    "the data of an object that stays",
    { stays: true, decidedWhen: [detached] },
    "it stays Terminating; then, when csi.example.com succeeds, its data is destroyed",
  ],
  [
    "the data without it too",
    { fateComes: "in any case", fate: { ...destroyed, because: podGone }, decidedWhen: [detached] },
    "it goes; in any case its data is destroyed: when pod/web-0 is gone and when pod/web-1 is gone",
  ],
];

for (const [name, more, told] of cases) test(name, () => assert.equal(line(more), told));
