/** Formats that a person writes: `-o jsonpath=` and `-o custom-columns=`, over the document that `-o json` prints. */
import { inOrder } from "../../kubernetes/index.ts";
import { findResults, goText } from "./evaluate.ts";
import { parseTemplate, TemplateError } from "./parse.ts";

export { TemplateError } from "./parse.ts";

/** Makes text of a document. Throws a `TemplateError` where it cannot be applied. */
export type Template = (document: unknown, headers: "shown" | "hidden") => string;

/** kubernetes/client-go util/jsonpath/jsonpath.go PrintResults, v0.36. */
export function jsonpath(text: string, as: "text" | "json"): Template {
  const template = parseTemplate(text);
  return (document) =>
    findResults(template, document)
      .map((values) => (as === "json" ? `${marshalled(values, 4)}\n` : values.map(valueText).join(" ")))
      .join("");
}

function valueText(value: unknown): string {
  if (value === null) return "null";
  return typeof value === "object" ? marshalled(value) : String(value);
}

/** As Go's encoding/json: keys sorted, and nothing in it that HTML could take for markup. */
function marshalled(value: unknown, indent?: number): string {
  const sorted = (_: string, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => inOrder(one, other)))
      : each;
  return JSON.stringify(value, sorted, indent).replaceAll(
    /[<>&\u2028\u2029]/g,
    (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

interface Column {
  readonly header: string;
  readonly path: string;
}

/** `HEADER:PATH,...`. kubernetes/kubectl pkg/cmd/get/customcolumn.go NewCustomColumnsPrinterFromSpec, v0.36. */
export function columnsIn(spec: string): readonly Column[] {
  return spec.split(",").map((part) => {
    const colon = part.indexOf(":");
    if (colon < 0)
      throw new TemplateError(`unexpected custom-columns spec: ${part}, expected <header>:<json-path-expr>`);
    return { header: part.slice(0, colon), path: part.slice(colon + 1) };
  });
}

/** A line of headers, and a line of paths. As NewCustomColumnsPrinterFromTemplate there. */
export function columnsInFile(text: string): readonly Column[] {
  const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
  const missing = (which: string) =>
    new TemplateError(
      `invalid template, missing ${which} line. Expected format is one line of space separated headers, one line of space separated column specs.`,
    );
  if (text === "") throw missing("header");
  const [headers = [], paths] = lines.map((line) => line.split(/\s+/).filter((word) => word !== ""));
  if (paths === undefined) throw missing("spec");
  if (headers.length !== paths.length)
    throw new TemplateError(
      `number of headers (${headers.length}) and field specifications (${paths.length}) don't match`,
    );
  return headers.map((header, at) => ({ header, path: paths[at] ?? "" }));
}

/** As kubectl's printers set their tab writer: kubernetes/cli-runtime pkg/printers/tabwriter.go GetNewTabWriter. */
const padding = 3;
const leastWidth = 6;

/** @param list the field of the document with the items that are rows */
export function customColumns(columns: readonly Column[], list: string): Template {
  const paths = columns.map(({ path }) => parseTemplate(relaxed(path)));
  return (document, headers) => {
    const items = findResults(parseTemplate(`{.${list}[*]}`), document).flat();
    const rows = [
      ...(headers === "hidden" ? [] : [columns.map(({ header }) => header)]),
      ...items.map((item) => paths.map((path) => cellOf(findResults(path, item)))),
    ];
    const widths = columns.map((_, at) =>
      Math.max(leastWidth, ...rows.map((row) => [...(row[at] ?? "")].length + padding)),
    );
    const line = (row: readonly string[]) =>
      row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0))).join("");
    return rows.map((row) => `${line(row)}\n`).join("");
  };
}

function cellOf(results: readonly (readonly unknown[])[]): string {
  const none = (results[0] ?? []).length === 0 ? ["<none>"] : [];
  return [...none, ...results.flat().map(goText)].join(",");
}

/** The braces and the first dot may be left out. As RelaxedJSONPathExpression there. */
function relaxed(path: string): string {
  if (path === "") return path;
  const [, braced, bare] = /^\{\.?([^{}]+)\}$|^\.?([^{}]+)$/.exec(path) ?? [];
  const fields = braced ?? bare;
  if (fields === undefined)
    throw new TemplateError(
      "unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'",
    );
  return `{.${fields}}`;
}
