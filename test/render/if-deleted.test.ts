/** The one line on what a deletion would do: it has every condition that `--if-deleted` has, and in the same order. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { words } from "../../src/kubernetes/index.ts";
import { text } from "../../src/render/card/report.ts";
import { plainOptions } from "../../src/render/index.ts";
import type { IfDeleted } from "../../src/report/index.ts";
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
  return told.replaceAll(/\s+/g, " ").match(/If it were deleted now, (.*)\./)?.[1] ?? told;
}

const cases: readonly (readonly [name: string, Partial<IfDeleted>, string])[] = [
  ["at once", {}, "it would be deleted at once; then the disk would be deleted with all data on it"],
  [
    "the data after the object",
    { decidedWhen: [podGone, detached] },
    "it would be deleted at once; then, when pod/web-0 is gone and when pod/web-1 is gone, then when csi.example.com succeeds, the disk would be deleted with all data on it",
  ],
  [
    "both after one condition",
    { goesWhen: [podGone], decidedWhen: [podGone] },
    "it would stay Terminating until pod/web-0 is gone and pod/web-1 is gone; then the disk would be deleted with all data on it",
  ],
  [
    "each after its own",
    { goesWhen: [podGone], decidedWhen: [podGone, detached] },
    "it would stay Terminating until pod/web-0 is gone and pod/web-1 is gone; then, when csi.example.com succeeds, the disk would be deleted with all data on it",
  ],
  [
    "the data before the object",
    { goesWhen: [detached, podGone], decidedWhen: [detached] },
    "it would stay Terminating until csi.example.com succeeds, then until pod/web-0 is gone and pod/web-1 is gone; when csi.example.com succeeds, the disk would be deleted with all data on it",
  ],
  [
    "the data at once, and the object later",
    { goesWhen: [detached] },
    "it would stay Terminating until csi.example.com succeeds; at once the disk would be deleted with all data on it",
  ],
  [
    "the data of an object that stays",
    { stays: true, decidedWhen: [detached] },
    "it would stay Terminating; then, when csi.example.com succeeds, the disk would be deleted with all data on it",
  ],
  [
    "the data without it too",
    { fateComes: "in any case", fate: { ...destroyed, because: podGone }, decidedWhen: [detached] },
    "it would be deleted at once; in any case the disk would be deleted with all data on it",
  ],
];

for (const [name, more, told] of cases) test(name, () => assert.equal(line(more), told));
