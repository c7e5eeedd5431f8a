/** The drawing as Mermaid itself reads it, and as it would show it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { JSDOM } from "jsdom";
import { flatten } from "../../src/kubernetes/index.ts";
import { readable } from "../../src/render/escape.ts";
import { edgeLines, graphOf, nodeLines } from "../../src/render/graph.ts";
import { plainOptions } from "../../src/render/index.ts";
import { mermaid } from "../../src/render/mermaid.ts";
import type { Report } from "../../src/report/index.ts";
import { reportWith } from "../render/support/hostile.ts";
import { cycle, hostileText } from "../render/support/hostile-text.ts";
import { diagnosis, hold, refTo, reportOf } from "../render/support/report-makers.ts";

// What Mermaid cleans HTML with needs a document.
const { window } = new JSDOM("");
Object.assign(globalThis, { window, document: window.document });
const { default: parser } = await import("mermaid");
parser.initialize({ startOnLoad: false, securityLevel: "loose" });

const weapons = [
  ...["end", "click n1 callback", 'click n1 href "javascript:alert(1)"', "--> n1", "]:::x", '"]', "`**x**`"],
  ...["%%{init: {'securityLevel': 'loose'}}%%", "---", "#quot;", "#59;", "ﬂ°°60¶ß", "fa:fa-user", "$$x^2$$"],
  ...[
    "style n1 fill:#f9f;",
    "style:#35;x;",
    "<img src=x onerror=alert(1)>",
    "<br>",
    "1. a",
    "- a",
    "subgraph x",
    "|",
  ],
  ...["\\", "@{ shape: cyl }", "www.evil.example", "classDef root fill:#000;", "x\nend\n"],
];
const text = fc.oneof(hostileText, fc.constantFrom(...weapons));
const texts = fc.array(text, { minLength: 3, maxLength: 40, size: "max" });

/** Of `db` of a flowchart, what is looked at here: mermaid-js/mermaid packages/mermaid/src/diagrams/flowchart/flowDb.ts. */
interface Flowchart {
  getVertices(): ReadonlyMap<
    string,
    { readonly text: string; readonly labelType: string; readonly link?: string }
  >;
  getEdges(): readonly { readonly start: string; readonly end: string; readonly text: string }[];
  getDiagramTitle(): string;
  getTooltip(id: string): string | undefined;
  getSubGraphs(): readonly unknown[];
}

/** As it stands in the picture: Mermaid's marks for entities become entities, and the label is HTML. */
function seen(label: string): string {
  const html = label.replaceAll("ﬂ°°", "&#").replaceAll("ﬂ°", "&").replaceAll("¶ß", ";");
  const { body } = new window.DOMParser().parseFromString(html.replaceAll("<br>", "\n"), "text/html");
  assert.equal(body.children.length, 0, html);
  return body.textContent ?? "";
}

async function assertSame(report: Report): Promise<void> {
  const output = mermaid.render(report, plainOptions);
  const { db, type } = await parser.mermaidAPI.getDiagramFromText(output);
  assert.equal(type, "flowchart-v2");
  const chart = db as unknown as Flowchart;
  const { nodes, edges } = graphOf(report);
  const told = (lines: ReturnType<typeof nodeLines>) =>
    lines.map((line) => flatten(line, (data) => readable(data).text)).join("\n");
  const vertices = [...chart.getVertices()];
  assert.deepEqual(
    vertices.map(([id, vertex]) => [id, seen(vertex.text).trim()]),
    nodes.map((node) => [node.id, told(nodeLines(node)).trim()]),
  );
  for (const [, { labelType, link }] of vertices) assert.deepEqual([labelType, link], ["string", undefined]);
  assert.deepEqual(
    chart.getEdges().map(({ start, end, text }) => [start, end, seen(text).trim()]),
    edges.map((edge) => [edge.from, edge.to, told(edgeLines(edge)).trim()]),
  );
  assert.deepEqual(chart.getSubGraphs(), []);
  assert.doesNotMatch(chart.getDiagramTitle(), /[<>]/);
}

test("mermaid: its own parser reads each node, edge and label, whatever an attacker wrote", async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (data) => assertSame(reportWith(cycle(data)))),
    { numRuns: 80, seed: 20261120 },
  );
  await assertSame(reportWith(cycle(["x"]), 0));
  await assertSame(reportWith(cycle(["x"]), 3));
});

test("mermaid: however long the names, it is no more than Mermaid draws", async () => {
  const pods = Array.from({ length: 300 }, (_, at) => refTo("Pod", `${"é".repeat(400)}${at}`, "shop"));
  const holds = pods.map((object) => hold({ holder: { object }, reason: "R", message: [] }));
  const output = mermaid.render(reportOf([diagnosis(holds)]), plainOptions);
  assert.ok(output.length < 50_000);
  assert.match(output, /more holds/);
  await parser.parse(output);
});
