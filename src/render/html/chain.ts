import { Graph as Layout, layout } from "@dagrejs/dagre";
import type { Phrase } from "../../kubernetes/index.ts";
import { readableText } from "../escape.ts";
import type { Graph, GraphEdge, GraphNode } from "../graph.ts";
import type { Group } from "../group.ts";
import { grouped } from "../group.ts";
import { fateWords } from "../labels.ts";
import type { Markup } from "./markup.ts";
import { html, nothing } from "./markup.ts";

/** Pixels of a letter, of a line, and around them, at the sizes that the style gives. */
const letter = 7.3;
const smallLetter = 6.2;
const nodeHeight = { one: 30, two: 46 };
const padding = 12;
const lineHeight = 17;

/** Longer names lose their middle. They are whole beside the drawing, and in its description. */
const mostLetters = 60;

/** More holders side by side than this are drawn below each other. */
const mostAbreast = 3;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A chain of holds as a drawing, with the same as a text for those who do not see it. */
export function chainMarkup({ nodes, edges }: Graph): Markup {
  if (edges.length === 0) return nothing;
  const lines = grouped(edges, ({ from, to }) => `${from} ${to}`);
  const drawing = placed(nodes, lines);
  const { width = 0, height = 0 } = drawing.graph();
  const size = { width: Math.ceil(width), height: Math.ceil(height) };
  const paths = lines.map((line) => lineMarkup(line, drawing.edge(line[0].from, line[0].to)));
  const boxes = nodes.map((node) => nodeMarkup(node, drawing.node(node.id)));
  return html`<figure class="chain"><div class="wide" tabindex="0" role="group" aria-label="Drawing of the chain"><svg role="img" aria-label="${described(nodes, edges)}" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}">${paths}${boxes}</svg></div></figure>\n`;
}

/** All that holds one object for one holder. */
type Line = Group<GraphEdge>;

function placed(nodes: readonly GraphNode[], lines: readonly Line[]) {
  const drawing = new Layout({ directed: true });
  const isBroad = nodes.some(({ id }) => lines.filter(([{ from }]) => from === id).length > mostAbreast);
  drawing.setGraph({
    rankdir: isBroad ? "LR" : "TB",
    nodesep: 18,
    ranksep: isBroad ? 30 : 26,
    edgesep: 12,
    marginx: 2,
    marginy: 2,
  });
  for (const node of nodes) {
    const state = stateOf(node);
    const widest = Math.max(cut(node.name).length * letter, state.length * smallLetter);
    const height = state === "" ? nodeHeight.one : nodeHeight.two;
    drawing.setNode(node.id, { width: Math.ceil(widest + 2 * padding), height });
  }
  for (const line of lines) {
    const widest = Math.max(...line.map(({ by }) => cut(by).length));
    const size = { width: Math.ceil(widest * smallLetter) + 12, height: lineHeight * line.length };
    drawing.setEdge(line[0].from, line[0].to, { ...size, labelpos: "c" });
  }
  layout(drawing);
  return drawing;
}

function nodeMarkup(
  node: GraphNode,
  { x, y, width, height }: Point & { width: number; height: number },
): Markup {
  const left = Math.round(x - width / 2);
  const top = Math.round(y - height / 2);
  const state = stateOf(node);
  const middle = Math.round(x);
  const style = node.fate === undefined ? undefined : fateWords(node.fate).style;
  const kind = `node ${node.is}${style === undefined ? "" : ` ${style}`}${node.isRoot ? " root" : ""}${node.isAsked ? " asked" : ""}`;
  const round = node.is === "actor" || node.is === "disk" ? 14 : 4;
  const name = html`<text class="name" x="${middle}" y="${top + 19}">${cut(node.name)}</text>`;
  const below =
    state === "" ? nothing : html`<text class="state" x="${middle}" y="${top + 36}">${state}</text>`;
  return html`<g class="${kind}"><title>${readableText(node.name)}</title><rect x="${left}" y="${top}" width="${width}" height="${height}" rx="${round}"/>${name}${below}</g>`;
}

/** In words, since no colour says it: what becomes of it, and that it is where the chain begins. */
function stateOf({ state, isRoot }: GraphNode): string {
  return [state === undefined ? [] : cut(state), isRoot ? "root cause" : []].flat().join(", ");
}

interface Drawn {
  readonly points: readonly Point[];
  readonly x?: number;
  readonly y?: number;
}

function lineMarkup(line: Line, { points, x = 0, y = 0 }: Drawn): Markup {
  const end = points.at(-1);
  const before = points.at(-2);
  if (end === undefined || before === undefined) return nothing;
  const labels = line.map(({ by }) => cut(by));
  const half = Math.ceil((Math.max(...labels.map(({ length }) => length)) * smallLetter) / 2) + 4;
  const top = Math.round(y - (lineHeight * line.length) / 2);
  const back = html`<rect x="${Math.round(x) - half}" y="${top}" width="${2 * half}" height="${lineHeight * line.length}"/>`;
  const texts = labels.map(
    (label, at) => html`<text x="${Math.round(x)}" y="${top + lineHeight * at + 12}">${label}</text>`,
  );
  return html`<g class="edge"><path d="${curve(points)}"/><polygon points="${arrow(before, end)}"/>${back}${texts}</g>`;
}

/** Straight from point to point, with round corners, so that it passes below its label. */
function curve(points: readonly Point[]): string {
  return points
    .map((point, at) => {
      const [before, after] = [points[at - 1], points[at + 1]];
      if (before === undefined) return `M${pair(point)}`;
      return after === undefined
        ? `L${pair(point)}`
        : `L${pair(towards(point, before))}Q${pair(point)} ${pair(towards(point, after))}`;
    })
    .join("");
}

const radius = 10;

/** From a corner as far as it is round, or half of the way. */
function towards(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const part = length === 0 ? 0 : Math.min(radius / length, 0.5);
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

function arrow(from: Point, to: Point): string {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const wing = (turn: number) => ({
    x: to.x - 8 * Math.cos(angle + turn),
    y: to.y - 8 * Math.sin(angle + turn),
  });
  return [to, wing(0.42), wing(-0.42)].map(pair).join(" ");
}

function pair({ x, y }: Point): string {
  return `${x.toFixed(1)},${y.toFixed(1)}`;
}

function cut(phrase: Phrase): string {
  const characters = [...readableText(phrase)];
  if (characters.length <= mostLetters) return characters.join("");
  const head = Math.ceil(mostLetters / 2) - 1;
  return [...characters.slice(0, head), "\u2026", ...characters.slice(head + 1 - mostLetters)].join("");
}

/** Each edge as a sentence. */
function described(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): string {
  const names = new Map(nodes.map((node) => [node.id, node]));
  const told = edges.map(({ from, to, by }) => {
    const [held, holder] = [names.get(from), names.get(to)];
    if (held === undefined || holder === undefined) return "";
    const state = stateOf(holder);
    const end = `${readableText(holder.name)}${state === "" ? "" : ` (${state})`}`;
    return holder.is === "disk"
      ? `The data of ${readableText(held.name)}: ${end}.`
      : `${readableText(held.name)} is held by ${end}, by ${readableText(by)}.`;
  });
  return `The chain: ${told.join(" ")}`;
}
