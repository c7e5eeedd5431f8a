/** The drawing as Graphviz itself reads it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Viz } from "@viz-js/viz";
import fc from "fast-check";
import { flatten } from "../../src/kubernetes/index.ts";
import { dot } from "../../src/render/dot.ts";
import { readable } from "../../src/render/escape.ts";
import { edgeLines, graphOf, nodeLines, titleOf } from "../../src/render/graph.ts";
import { plainOptions } from "../../src/render/index.ts";
import type { Report } from "../../src/report/index.ts";
import { runs as numberOf } from "../support/runs.ts";
import { reportWith } from "./support/hostile.ts";
import { cycle, hostileText } from "./support/hostile-text.ts";

const weapons = ["\\", '"', '\\"', "\\N\\G\\l", "&quot;", "&amp;lt;", "<b>x</b>", '"];evil->x;//', "end\\"];
const text = fc.oneof(hostileText, fc.constantFrom(...weapons));
const texts = fc.array(text, { minLength: 3, maxLength: 40, size: "max" });

interface Drawn {
  readonly label: string;
  readonly objects?: readonly { readonly name: string; readonly label: string }[];
  readonly edges?: readonly { readonly tail: number; readonly head: number; readonly label: string }[];
}

function read(viz: Viz, output: string): Drawn {
  const { output: answer, errors } = viz.render(output, { format: "dot_json", engine: "dot" });
  // Its fonts are not complete, which is nothing to do with the text.
  const found = errors.filter(({ message }) => !message.includes("no value for width of non-ASCII"));
  assert.deepEqual(found, [], output);
  return JSON.parse(answer ?? "");
}

/** What Graphviz would write into the drawing: https://graphviz.org/docs/attr-types/escString/, and then entities. */
function seen(label: string): string {
  const lines = label.replaceAll(/\\(.)/g, (_, letter) => (letter === "n" ? "\n" : letter));
  assert.doesNotMatch(lines, /&(?!amp;)/);
  return lines.replaceAll("&amp;", "&");
}

function assertSame(viz: Viz, report: Report): void {
  const drawn = read(viz, dot.render(report, plainOptions));
  const { nodes, edges } = graphOf(report);
  const told = (lines: ReturnType<typeof nodeLines>) =>
    lines.map((line) => flatten(line, (data) => readable(data).text)).join("\n");
  assert.equal(seen(drawn.label), told([titleOf(report, plainOptions)]));
  assert.deepEqual(
    (drawn.objects ?? []).map(({ name, label }) => [name, seen(label)]),
    nodes.map((node) => [node.id, told(nodeLines(node))]),
  );
  assert.deepEqual(
    (drawn.edges ?? [])
      .map(({ tail, head, label }) => [nodes[tail]?.id, nodes[head]?.id, seen(label)])
      .sort(),
    edges.map((edge) => [edge.from, edge.to, told(edgeLines(edge))]).sort(),
  );
}

test("dot: Graphviz reads each node, edge and label as the graph has it, whatever an attacker wrote", async () => {
  const { instance } = await import("@viz-js/viz");
  const viz = await instance();
  fc.assert(
    fc.property(texts, (data) => assertSame(viz, reportWith(cycle(data), 2))),
    { numRuns: numberOf(8, 0.05), seed: 20261120 },
  );
  assertSame(viz, reportWith(cycle(["x"]), 0));
});
