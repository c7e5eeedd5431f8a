import type { Phrase } from "../kubernetes/index.ts";
import { flatten } from "../kubernetes/index.ts";
import { readable } from "./escape.ts";
import type { GraphEdge, GraphNode, GraphNodeKind } from "./graph.ts";
import { edgeLines, graphOf, nodeLines, titleOf } from "./graph.ts";
import type { Renderer } from "./renderer.ts";

const looks: Record<GraphNodeKind, string> = {
  object: "shape=box",
  missing: "shape=box, style=dashed",
  actor: "shape=box, style=rounded",
  unread: "shape=hexagon, style=dashed",
  disk: "shape=cylinder",
  more: "shape=plaintext",
};

/**
 * A quoted string, in which Graphviz reads escapes and HTML entities: https://graphviz.org/docs/attr-types/escString/ and
 * https://graphviz.org/doc/info/lang.html
 */
function label(lines: readonly Phrase[]): string {
  const escaped = lines.map((line) =>
    flatten(line, (data) => readable(data).text)
      .replaceAll("\\", "\\\\")
      .replaceAll('"', '\\"')
      .replaceAll("&", "&amp;"),
  );
  return `"${escaped.join("\\n")}"`;
}

function nodeLine(node: GraphNode): string {
  const root = node.isRoot ? ", penwidth=3" : "";
  return `  ${node.id} [label=${label(nodeLines(node))}, ${looks[node.is]}${root}];`;
}

function edgeLine(edge: GraphEdge): string {
  const look = edge.reason === undefined ? ", style=dashed" : edge.isRoot ? ", penwidth=3" : "";
  return `  ${edge.from} -> ${edge.to} [label=${label(edgeLines(edge))}${look}];`;
}

export const dot: Renderer = {
  name: "dot",
  summary: "the chain of causes as a graph for Graphviz",
  render: (report, options) => {
    const { nodes, edges } = graphOf(report);
    return [
      "digraph pvguard {",
      `  graph [label=${label([titleOf(report, options)])}, labelloc=t, rankdir=LR, fontname=Helvetica];`,
      "  node [fontname=Helvetica];",
      "  edge [fontname=Helvetica, fontsize=10];",
      ...nodes.map(nodeLine),
      ...edges.map(edgeLine),
      "}",
      "",
    ].join("\n");
  },
};
