/** What a command prints, in colour, as an SVG picture of a terminal. */
import { widthOf } from "../src/render/line.ts";
import { runCli } from "../test/support/run-cli.ts";

const cell = { width: 8.4, height: 18 };
const margin = 16;
const ground = "#1b1f24";
const plain = "#d6dbe1";

/** The colours of the codes that pvguard's palette uses, a little lighter than a terminal's, for a small picture. */
const fills: Readonly<Record<string, string>> = {
  "38;5;28": "#4ac26b",
  "38;5;130": "#d4a72c",
  "38;5;160": "#ff7b72",
  "38;5;31": "#6cb6ff",
};

interface Span {
  readonly text: string;
  readonly code: string;
}

/** @param line a command line of pvguard, without the prompt */
export async function picture(line: string, shown: string): Promise<string> {
  const { out } = await runCli([...line.split(" "), "--color=always"], 0);
  const rows = [[{ text: `$ ${shown}`, code: "1" }], ...out.trimEnd().split("\n").map(spansOf)];
  const columns = Math.max(...rows.map((row) => row.reduce((sum, { text }) => sum + widthOf(text), 0)));
  const width = Math.ceil(columns * cell.width + 2 * margin);
  const height = rows.length * cell.height + 2 * margin;
  const texts = rows.map((row, at) => rowOf(row, margin + (at + 0.75) * cell.height));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(shown)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="${ground}"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="14" fill="${plain}" xml:space="preserve">`,
    ...texts,
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

function spansOf(row: string): readonly Span[] {
  const parts = row.split(new RegExp(`${String.fromCharCode(27)}\\[([0-9;]*)m`));
  let code = "";
  return parts.flatMap((part, at) => {
    if (at % 2 === 1) {
      code = part === "0" ? "" : part;
      return [];
    }
    return part === "" ? [] : [{ text: part, code }];
  });
}

function rowOf(row: readonly Span[], y: number): string {
  let column = 0;
  const spans = row.map(({ text, code }) => {
    const x = (margin + column * cell.width).toFixed(1);
    column += widthOf(text);
    const fill = Object.entries(fills).find(([known]) => code.endsWith(known))?.[1];
    const weight = code === "1" || code.startsWith("1;") ? ' font-weight="bold"' : "";
    const paint = fill === undefined ? "" : ` fill="${fill}"`;
    const faint = code === "2" ? ' opacity="0.7"' : "";
    return `<tspan x="${x}"${paint}${weight}${faint}>${escaped(text)}</tspan>`;
  });
  return `<text y="${y.toFixed(1)}">${spans.join("")}</text>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
