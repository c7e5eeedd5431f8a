import type { Phrase } from "../kubernetes/index.ts";
import { readableText } from "./escape.ts";
import type { Graph, GraphEdge, GraphNode, GraphNodeKind } from "./graph.ts";
import { edgeLines, graphOf, nodeLines, titleOf } from "./graph.ts";
import type { Renderer } from "./renderer.ts";

/** Mermaid draws no longer text: mermaid-js/mermaid packages/mermaid/src/schemas/config.schema.yaml maxTextSize, 11.17.2. */
const mostCharacters = 50_000;

const shapes: Record<GraphNodeKind, readonly [open: string, close: string]> = {
  object: ["[", "]"],
  missing: ["[", "]"],
  actor: ["([", "])"],
  unread: ["{{", "}}"],
  disk: ["[(", ")]"],
  more: ["(", ")"],
};

/** What is no letter, nor in the middle of a name: `1. ` and `- ` begin a list in Markdown. */
const meaning = /[^A-Za-z0-9 ,()/.-]|[.-](?![A-Za-z0-9])/gu;

/**
 * In quotes and with a code for each character that could mean something, so that no text is a directive, a link, HTML or
 * Markdown: mermaid-js/mermaid packages/mermaid/src/utils.ts encodeEntities, 11.17.2.
 */
function label(lines: readonly Phrase[]): string {
  const coded = lines.map((line) =>
    readableText(line).replaceAll(meaning, (character) => `#${character.codePointAt(0)};`),
  );
  return `"${coded.join("<br>")}"`;
}

/** Of the title Mermaid decodes nothing, and takes what looks like HTML out. */
function title(phrase: Phrase): string {
  const text = readableText(phrase).replaceAll(
    /[<>&#;`]/g,
    (character) => `\\x${character.charCodeAt(0).toString(16)}`,
  );
  return JSON.stringify(text);
}

function nodeLine(node: GraphNode): string {
  const [open, close] = shapes[node.is];
  const look = node.isRoot ? ":::root" : node.is === "missing" || node.is === "unread" ? ":::absent" : "";
  return `  ${node.id}${open}${label(nodeLines(node))}${close}${look}`;
}

function edgeLine(edge: GraphEdge): string {
  const arrow = edge.reason === undefined ? "-.->" : edge.isRoot ? "==>" : "-->";
  return `  ${edge.from} ${arrow}|${label(edgeLines(edge))}| ${edge.to}`;
}

function drawn(heading: Phrase, { nodes, edges }: Graph): string {
  return [
    "---",
    `title: ${title(heading)}`,
    "---",
    "flowchart LR",
    ...nodes.map(nodeLine),
    ...edges.map(edgeLine),
    "  classDef root stroke-width:4px",
    "  classDef absent stroke-dasharray:5 5",
    "",
  ].join("\n");
}

export const mermaid: Renderer = {
  name: "mermaid",
  summary: "the chain of causes as a Mermaid flowchart, for Markdown",
  render: (report, options) => {
    const heading = titleOf(report, options);
    let most = 100;
    let text = drawn(heading, graphOf(report, most));
    while (text.length >= mostCharacters && most > 1) {
      most = Math.floor(most / 2);
      text = drawn(heading, graphOf(report, most));
    }
    return text;
  },
};
