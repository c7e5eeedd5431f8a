/** Audits in which an attacker chose every piece of data, in every format. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { say } from "../../src/kubernetes/index.ts";
import { whole } from "../../src/render/escape.ts";
import { auditListRenderers, auditRenderers, plainOptions } from "../../src/render/index.ts";
import { parseCsv } from "../support/formats/csv.ts";
import { outsideCode } from "../support/formats/markdown.ts";
import { parsePrometheus } from "../support/formats/prometheus.ts";
import type { XmlElement } from "../support/formats/xml.ts";
import { parseXml } from "../support/formats/xml.ts";
import { runs as numberOf } from "../support/runs.ts";
import { auditWith } from "./support/hostile.ts";
import { cycle, hostileText } from "./support/hostile-text.ts";

const texts = fc.array(hostileText, { minLength: 3, maxLength: 40, size: "max" });
const runs = { numRuns: numberOf(30, 0.03), seed: 20261120 };

/** Anything but the line break and what a reader sees. */
const unseen = /[^\P{C}\n]|[^\P{Z} ]|\p{Default_Ignorable_Code_Point}/u;

function rendered(format: string, data: readonly string[]): string {
  const renderer = auditRenderers.find(({ name }) => name === format);
  assert.ok(renderer !== undefined, format);
  return renderer.render(auditWith(cycle(data)), plainOptions);
}

function always(property: (data: readonly string[]) => void): void {
  fc.assert(fc.property(texts, property), runs);
}

function assertHarmless(text: string): void {
  const output = text.replaceAll("\r\n", "\n");
  const found = unseen.exec(output);
  const codePoint = found?.[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
  assert.equal(
    found,
    null,
    `U+${codePoint} was printed: pass data through src/render/escape.ts, and print no tab`,
  );
  // A runner of GitHub's takes a line for a command also when it is indented.
  for (const line of output.split("\n")) assert.doesNotMatch(line, /^\s*::/, line);
}

for (const { name } of auditRenderers) {
  test(`${name}: shows nothing that cannot be seen, and gives a log no command`, () => {
    always((data) => assertHarmless(rendered(name, data)));
  });
}

/** Also the names of contexts are chosen by who wrote the kubeconfig, and errors by a server. */
for (const renderer of auditListRenderers) {
  test(`${renderer.name} of several clusters: shows nothing that cannot be seen, and gives a log no command`, () => {
    always((data) => {
      const [context = "", server = "", error = ""] = data;
      const report = { ...auditWith(cycle(data)), context };
      const clusters = [
        { context, server, state: "audited", report },
        { context: server, state: "failed", error: { reason: "Unreachable", message: say`${error}` } },
      ] as const;
      assertHarmless(renderer.render({ takenAt: "2026-11-20T12:00:00Z", clusters }, plainOptions));
    });
  });
}

/** The finding that `auditWith` makes of the same texts. */
function firstFinding(data: readonly string[]) {
  const [finding] = auditWith(cycle(data)).findings;
  assert.ok(finding !== undefined);
  return finding;
}

const leftLines = (output: string) => output.split("\n").filter((line) => /^\S/.test(line)).length;

test("text: no line at the left edge is forged", () => {
  const harmless = leftLines(rendered("text", ["x"]));
  always((data) => assert.equal(leftLines(rendered("text", data)), harmless));
});

test("csv: reads back as it was, with an apostrophe before what could be a formula", () => {
  always((data) => {
    const [header = [], row = []] = parseCsv(rendered("csv", data));
    const { subject, storageClass = "" } = firstFinding(data);
    const read = (column: string) => row[header.indexOf(column)] ?? "";
    for (const [column, original] of [
      ["name", subject.name],
      ["namespace", subject.namespace ?? ""],
      ["storageClass", storageClass],
    ] as const) {
      const isMarked = /^[=+\-@＝＋－＠']/.test(whole(original));
      assert.equal(read(column), `${isMarked ? "'" : ""}${whole(original)}`);
    }
    for (const cell of row) assert.doesNotMatch(cell, /^[=+\-@＝＋－＠]/);
  });
});

function textsIn({ attributes, children, text }: XmlElement): readonly string[] {
  return [...Object.values(attributes), text, ...children.flatMap(textsIn)];
}

test("junit: is well-formed XML 1.0, and names what it found", () => {
  always((data) => {
    const document = parseXml(rendered("junit", data));
    const { subject } = firstFinding(data);
    assert.ok(textsIn(document).some((text) => text.includes(whole(subject.name))));
    assert.equal(document.children.length, 1);
  });
});

test("prometheus: labels read back as they were", () => {
  always((data) => {
    const [family] = parsePrometheus(rendered("prometheus", data));
    const { subject, storageClass = "" } = firstFinding(data);
    assert.deepEqual(family?.series, [
      {
        name: "pvguard_findings",
        labels: {
          code: "PVG101",
          severity: "warning",
          namespace: whole(subject.namespace ?? ""),
          storage_class: whole(storageClass),
        },
        value: 1,
      },
    ]);
  });
});

/** Where a text is empty, there is no code span: that much may differ. */
const skeleton = (markdown: string) => markdown.split("\n").map(outsideCode);

test("markdown: outside of code there is nothing but pvguard's own words", () => {
  const filled = texts.map((data) => data.map((text) => `${text}x`));
  const harmless = skeleton(rendered("markdown", ["x"]));
  fc.assert(
    fc.property(filled, (data) => assert.deepEqual(skeleton(rendered("markdown", data)), harmless)),
    runs,
  );
});

test("markdown: no bar in a cell but those of the table", () => {
  const bars = (data: readonly string[]) =>
    rendered("markdown", data)
      .split("\n")
      .map((line) => line.split("|").length);
  const harmless = bars(["x"]);
  always((data) => assert.deepEqual(bars(data), harmless));
});

interface SarifResult {
  readonly message: { readonly text: string };
  readonly locations: readonly {
    readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } };
  }[];
}

test("sarif: no link in a message, and paths that lead nowhere else", () => {
  always((data) => {
    const [run] = JSON.parse(rendered("sarif", data)).runs;
    const results: readonly SarifResult[] = run.results;
    for (const { message, locations } of results) {
      assert.doesNotMatch(message.text.replaceAll(/\\[\\[\]()`]/g, ""), /[[\]`]/);
      const [location] = locations;
      const uri = location?.physicalLocation.artifactLocation.uri ?? "";
      assert.match(uri, /^[A-Za-z0-9\-._~!*'()%/]*$/);
      assert.doesNotMatch(uri, /(^|\/)\.{1,2}(\/|$)/);
      assert.doesNotMatch(uri, /^[a-z]+:|^\/\//);
    }
  });
});

test("name: one line for each object", () => {
  always((data) => assert.equal(rendered("name", data).split("\n").length - 1, 1));
});
