import { test } from "node:test";
import { text } from "../../src/render/card/report.ts";
import type { RenderOptions } from "../../src/render/index.ts";
import { plainOptions } from "../../src/render/index.ts";
import { wide } from "../../src/render/terminal/report.ts";
import type { Report } from "../../src/report/index.ts";
import { assertGolden } from "./support/golden.ts";
import { reportOf } from "./support/report-makers.ts";
import { blocked, crowded, healthy, hostile, stuck, unknown, unread } from "./support/reports.ts";

interface Session {
  readonly name: string;
  readonly command: string;
  readonly report: Report;
  readonly options?: Partial<RenderOptions>;
}

const sessions: readonly Session[] = [
  { name: "blocked", command: "why pvc/data-0 -n shop", report: reportOf([blocked]) },
  {
    name: "blocked-narrow",
    command: "why pvc/data-0 -n shop  # 50 columns",
    report: reportOf([blocked]),
    options: { width: 50 },
  },
  { name: "stuck", command: "why pv/pvc-6b1c", report: reportOf([stuck]) },
  { name: "unknown", command: "why pvc/data-0 -n shop", report: reportOf([unknown], { unread }) },
  { name: "healthy", command: "why pvc/data-0 -n shop", report: reportOf([healthy]) },
  {
    name: "healthy-if-deleted",
    command: "why pvc/data-0 -n shop --if-deleted",
    report: reportOf([healthy]),
    options: { ifDeleted: true },
  },
  { name: "crowded", command: "why pvc/data-0 -n shop", report: reportOf([crowded]) },
  { name: "hostile", command: "why pvc/data-0 -n shop", report: reportOf([hostile]) },
  { name: "healthy-unread", command: "why pvc/data-0 -n shop", report: reportOf([healthy], { unread }) },
  {
    name: "several-from-files",
    command: "why pvc --all -f dump/",
    report: reportOf([healthy, blocked], {
      clock: "newest-timestamp",
      skipped: ["dump/a.yaml: 2: no kind", "dump/b.yaml: 1: a Secret"],
    }),
  },
  {
    name: "coloured",
    command: "why pvc/data-0 -n shop --color=always",
    report: reportOf([blocked]),
    options: { color: true },
  },
];

for (const { name, command, report, options } of sessions) {
  test(`text: ${name}`, () => {
    const output = text.render(report, { ...plainOptions, ...options });
    assertGolden(`${name}.golden.txt`, `$ kubectl pvguard ${command}\n${output}`);
  });
}

test("wide: with evidence and uids", () => {
  const output = wide.render(reportOf([blocked]), plainOptions);
  assertGolden("wide.golden.txt", `$ kubectl pvguard why pvc/data-0 -n shop -o wide\n${output}`);
});
