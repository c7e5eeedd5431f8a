import { Graph as Layout, layout } from "@dagrejs/dagre";
import type { Phrase } from "../../kubernetes/index.ts";
import { flatten } from "../../kubernetes/index.ts";
import { readable } from "../escape.ts";
import type { Graph, GraphEdge, GraphNode } from "../graph.ts";
import type { Markup } from "./markup.ts";
import { html, nothing } from "./markup.ts";

/** Pixels of a letter, of a line, and around them, at the sizes that the style gives. */
const letter = 7.3;
const smallLetter = 6.2;
const nodeHeight = { one: 30, two: 46 };
const padding = 12;

/** Longer names lose their middle. They are whole beside the drawing, and in its description. */
const mostLetters = 42;

/** More holders side by side than this are drawn below each other. */
const mostAbreast = 3;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A chain of holds as a drawing, with the same as a text for those who do not see it. */
export function chainMarkup({ nodes, edges }: Graph): Markup {
  if (edges.length === 0) return nothing;
  const drawing = placed(nodes, edges);
  const { width = 0, height = 0 } = drawing.graph();
  const size = { width: Math.ceil(width), height: Math.ceil(height) };
  const paths = edges.map((edge, at) => edgeMarkup(edge, drawing.edge(edge.from, edge.to, String(at))));
  const boxes = nodes.map((node) => nodeMarkup(node, drawing.node(node.id)));
  return html`<figure class="chain"><div class="wide" tabindex="0" role="group" aria-label="Drawing of the chain"><svg role="img" aria-label="${described(nodes, edges)}" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}">${paths}${boxes}</svg></div></figure>\n`;
}

function placed(nodes: readonly GraphNode[], edges: readonly GraphEdge[]) {
  const drawing = new Layout({ directed: true, multigraph: true });
  const isBroad = nodes.some(({ id }) => edges.filter(({ from }) => from === id).length > mostAbreast);
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
  for (const [at, { from, to, by }] of edges.entries()) {
    const width = Math.ceil(cut(by).length * smallLetter) + 12;
    drawing.setEdge(from, to, { width, height: 18, labelpos: "c" }, String(at));
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
  const kind = `node ${node.is}${node.isRoot ? " root" : ""}${node.isAsked ? " asked" : ""}`;
  const round = node.is === "actor" || node.is === "disk" ? 14 : 4;
  const name = html`<text class="name" x="${middle}" y="${top + 19}">${cut(node.name)}</text>`;
  const below =
    state === "" ? nothing : html`<text class="state" x="${middle}" y="${top + 36}">${state}</text>`;
  return html`<g class="${kind}"><title>${plainText(node.name)}</title><rect x="${left}" y="${top}" width="${width}" height="${height}" rx="${round}"/>${name}${below}</g>`;
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

function edgeMarkup(edge: GraphEdge, { points, x = 0, y = 0 }: Drawn): Markup {
  const end = points.at(-1);
  const before = points.at(-2);
  if (end === undefined || before === undefined) return nothing;
  const label = cut(edge.by);
  const half = Math.ceil((label.length * smallLetter) / 2) + 4;
  const back = html`<rect x="${Math.round(x) - half}" y="${Math.round(y) - 9}" width="${2 * half}" height="18"/>`;
  const text = html`<text x="${Math.round(x)}" y="${Math.round(y) + 4}">${label}</text>`;
  return html`<g class="edge"><title>${plainText(edge.by)}</title><path d="${curve(points)}"/><polygon points="${arrow(before, end)}"/>${back}${text}</g>`;
}

/** Through the middles between the points, so that no corner is sharp. */
function curve(points: readonly Point[]): string {
  const [first = { x: 0, y: 0 }, ...rest] = points;
  const inner = rest.slice(0, -1).map((point, at) => {
    const next = rest[at + 1] ?? point;
    const to = at === rest.length - 2 ? next : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    return `Q${pair(point)} ${pair(to)}`;
  });
  const last = rest.at(-1) ?? first;
  return [`M${pair(first)}`, ...(inner.length === 0 ? [`L${pair(last)}`] : inner)].join("");
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

function plainText(phrase: Phrase): string {
  return flatten(phrase, (data) => readable(data).text);
}

function cut(phrase: Phrase): string {
  const characters = [...plainText(phrase)];
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
    const end = `${plainText(holder.name)}${state === "" ? "" : ` (${state})`}`;
    return holder.is === "disk"
      ? `The data of ${plainText(held.name)}: ${end}.`
      : `${plainText(held.name)} is held by ${end}, by ${plainText(by)}.`;
  });
  return `The chain: ${told.join(" ")}`;
}
