import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { load } from "js-yaml";
import type { RenderOptions } from "../../src/render/index.ts";
import { blockersRenderers, changesText, deletionRenderers, plainOptions } from "../../src/render/index.ts";
import { widthOf } from "../../src/render/line.ts";
import { renderers } from "../support/report-renderers.ts";
import { runs as numberOf } from "../support/runs.ts";
import { blockersWith, deletionWith, reportWith } from "./support/hostile.ts";
import { cycle, hostileText } from "./support/hostile-text.ts";

/** Some twenty in each report: with 25 reports in each of ten formats, 5,000 texts. */
const texts = fc.array(hostileText, { minLength: 3, maxLength: 40, size: "max" });
const runs = { numRuns: numberOf(12, 0.03), seed: 20261120 };
const options: RenderOptions = { ...plainOptions, ifDeleted: true };

/** Anything but the line break and what a reader sees. */
const unseen = /[^\P{C}\n]|[^\P{Z} ]|\p{Default_Ignorable_Code_Point}/u;
const ownColours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]+m`, "g");

function assertVisible(output: string): void {
  const found = unseen.exec(output);
  assert.equal(found, null, `character ${found?.[0].codePointAt(0)?.toString(16)} of data was printed`);
}

/** Every string in a parsed document, keys too. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...stringsIn(inner)]);
}

function rendered(format: string, text: () => string, chosen = options): string {
  const renderer = renderers.find(({ name }) => name === format);
  assert.ok(renderer !== undefined);
  return renderer.render(reportWith(text), chosen);
}

/** Lines of the report itself: headings and verdicts begin at the left edge, everything that data can reach does not. */
const leftLines = (output: string) => output.split("\n").filter((line) => /^\S/.test(line)).length;

test("wide: hostile reports show nothing that cannot be seen, and no line that data forged", () => {
  const harmless = leftLines(rendered("wide", () => "x"));
  fc.assert(
    fc.property(texts, (data) => {
      const output = rendered("wide", cycle(data));
      assertVisible(output);
      assert.equal(leftLines(output), harmless);
    }),
    runs,
  );
});

test("text: hostile reports show nothing that cannot be seen, and no line that data forged", () => {
  // Longer data leaves room for less: a line can be missing, and none can be added.
  const harmless = leftLines(rendered("text", () => "x"));
  fc.assert(
    fc.property(texts, (data) => {
      const output = rendered("text", cycle(data));
      assertVisible(output);
      assert.ok(leftLines(output) <= harmless, output);
    }),
    runs,
  );
});

for (const format of ["json", "yaml", "name"]) {
  test(`${format}: hostile reports show nothing that cannot be seen`, () => {
    fc.assert(
      fc.property(texts, (data) => assertVisible(rendered(format, cycle(data)))),
      runs,
    );
  });
}

for (const renderer of blockersRenderers) {
  test(`blockers, ${renderer.name}: hostile lists show nothing that cannot be seen`, () => {
    fc.assert(
      fc.property(texts, (data) => assertVisible(renderer.render(blockersWith(cycle(data)), options))),
      runs,
    );
  });
}

for (const renderer of deletionRenderers) {
  test(`before delete, ${renderer.name}: hostile reports show nothing that cannot be seen`, () => {
    fc.assert(
      fc.property(texts, (data) => assertVisible(renderer.render(deletionWith(cycle(data)), options))),
      runs,
    );
  });
}

test("in colour, the only escapes are pvguard's own", () => {
  fc.assert(
    fc.property(texts, (data) => {
      const coloured = rendered("text", cycle(data), { ...options, color: true });
      assert.equal(coloured.replaceAll(ownColours, ""), rendered("text", cycle(data)));
    }),
    runs,
  );
});

test("changes show nothing that cannot be seen", () => {
  fc.assert(
    fc.property(texts, texts, (before, after) =>
      assertVisible(changesText(reportWith(cycle(before)), reportWith(cycle(after)), options)),
    ),
    runs,
  );
});

test("what a program reads from json and yaml is visible too, and the same", () => {
  fc.assert(
    fc.property(texts, (data) => {
      const json = JSON.parse(rendered("json", cycle(data)));
      for (const text of stringsIn(json)) assertVisible(text.replaceAll("\n", "\u0000"));
      assert.deepEqual(load(rendered("yaml", cycle(data))), json);
    }),
    runs,
  );
});

test("data forges no name: one line for each object", () => {
  fc.assert(
    fc.property(texts, (data) => {
      const report = reportWith(cycle(data));
      const distinct = new Set(
        report.diagnoses.map(({ object }) => JSON.stringify([object.namespace, object.name])),
      );
      assert.equal(rendered("name", cycle(data)).split("\n").length - 1, distinct.size);
    }),
    runs,
  );
});

const isCommand = (line: string) =>
  /^\s+(?:\$ |kubectl |\{apiGroups)|^(?:Next:|Deleted by mistake\?|Details:|pvguard can do the first step:|On the cluster:) /.test(
    line,
  );
const isOneWord = (line: string) =>
  !line
    .replace(/^[\s│├└─]*(?:- |\d+\. )?(?:> )?/, "")
    .trim()
    .includes(" ");

test("no line is wider than asked, but for commands and for words that are wider by themselves", () => {
  const names = fc.array(fc.stringMatching(/^[a-z0-9]([-a-z0-9.]{0,70}[a-z0-9])?$/), {
    minLength: 3,
    maxLength: 30,
  });
  fc.assert(
    fc.property(fc.oneof(names, texts), fc.integer({ min: 40, max: 160 }), (data, width) => {
      const output = rendered("wide", cycle(data), { ...options, width });
      const tooWide = output.split("\n").filter((line) => widthOf(line) > width);
      assert.deepEqual(
        tooWide.filter((line) => !isCommand(line) && !isOneWord(line)),
        [],
      );
    }),
    {
      ...runs,
      // Marks where data is parted, which would be spelled out at the begin of a part.
      examples: ["\u001b[2J\u001b[H", "     "].map((before) => [
        [`${before}${"\u0301".repeat(9)}`, "", ""],
        40,
      ]),
    },
  );
});
