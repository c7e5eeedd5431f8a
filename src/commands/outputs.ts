import type { Phrase } from "../kubernetes/index.ts";
import { say } from "../kubernetes/index.ts";
import type { Renderer } from "../render/renderer.ts";
import { Failure, usageError } from "./failure.ts";
import type { FlagValues, Text } from "./flags/index.ts";
import { templates, unknownFormat } from "./flags/index.ts";
import type { Surroundings } from "./surroundings.ts";

/** One format of an answer; it is loaded when the answer is there. */
interface Format<T> {
  /** As it was given. */
  readonly format: string;
  load(): Promise<Renderer<T> | undefined>;
}

interface OutputFile<T> extends Format<T> {
  readonly path: string;
}

/** What `-o` asks for, once or several times. */
export interface Outputs<T> {
  /** What is printed; `undefined` for the format meant for people. */
  readonly printed: Format<T> | undefined;
  readonly files: readonly OutputFile<T>[];
}

/** The formats that a command has. */
interface Formats<T> {
  load(name: string): Promise<Renderer<T> | undefined>;
  /** The list in its document with the rows of custom columns. */
  readonly rows: string;
}

/** The formats that are these, by their names. */
export function formatsOf<T>(renderers: readonly Renderer<T>[], rows: string): Formats<T> {
  return { load: async (name) => renderers.find((each) => each.name === name), rows };
}

/** Whether a format has no place for what was not read. */
export function isBare(format: string | undefined): boolean {
  return format === "name" || templates.includes(format?.split("=")[0] ?? "");
}

/** Understands each `-o`, and refuses what cannot be written. No cluster is asked before that. */
export async function outputsOf<T>(
  flags: FlagValues,
  flag: Text,
  formats: Formats<T>,
  surroundings: Surroundings,
): Promise<Outputs<T>> {
  const known = flag.known ?? [];
  const given = flags.texts(flag).filter((text) => text !== "");
  const outputs = await Promise.all(given.map((text) => outputIn(text, known, formats, surroundings)));
  const files = outputs.filter((output) => output.path !== undefined && output.path !== "-");
  const [printed, ...more] = outputs.filter((output) => !files.includes(output));
  if (more.length > 0)
    throw usageError(
      "only one -o can print to standard output: write the others to files, as in -o json=FILE",
    );
  const paths = files.flatMap(({ path }) => path ?? []);
  const short = paths.map((path) =>
    path.replace(/(?<=^|\/)(?:\.?\/)+(?=.)/g, (part, at) => (at === 0 && part.startsWith("/") ? "/" : "")),
  );
  const twice = paths.find((_, at) => short.indexOf(short[at] ?? "") !== at);
  if (twice !== undefined) throw new Failure("usage", say`error: -o names the file ${twice} for two formats`);
  for (const path of paths) await surroundings.requireWritable(path);
  return { printed, files: files.map(({ path = "", ...format }) => ({ ...format, path })) };
}

type Output<T> = Format<T> & { readonly path?: string };

async function outputIn<T>(
  text: string,
  known: readonly string[],
  formats: Formats<T>,
  surroundings: Surroundings,
): Promise<Output<T>> {
  const equals = text.indexOf("=");
  const format = equals < 0 ? text : text.slice(0, equals);
  const path = equals < 0 ? undefined : text.slice(equals + 1);
  if (templates.includes(format)) return await templated(format, path ?? "", formats, surroundings);
  if (/^(go-)?template(-?file)?$/.test(format))
    throw new Failure(
      "usage",
      say`error: pvguard has no Go templates (-o ${format}): use -o jsonpath=TEMPLATE`,
    );
  if (!known.includes(format)) throw unknownFormat(text, [...known, ...templates].sort());
  const { load } = formats;
  if (path === "") throw new Failure("usage", say`error: -o ${format}= names no file`);
  return { format, load: () => load(format), ...(path === undefined ? {} : { path }) };
}

/** What a template makes of the document that `-o json` prints. It is read before any cluster is asked. */
async function templated<T>(
  format: string,
  given: string,
  { load, rows }: Formats<T>,
  { readFile }: Surroundings,
): Promise<Format<T>> {
  const isPath = format.startsWith("jsonpath");
  if (given === "")
    throw usageError(
      isPath
        ? "template format specified but no template given"
        : "custom-columns format specified but no custom columns given",
    );
  const text = format.endsWith("-file") ? await readFile(given) : given;
  const { columnsIn, columnsInFile, customColumns, jsonpath, TemplateError } = await import(
    "../render/template/index.ts"
  );
  const refusing = <R>(before: Phrase, work: () => R): R => {
    try {
      return work();
    } catch (problem) {
      if (!(problem instanceof TemplateError)) throw problem;
      throw new Failure("usage", say`error: ${before}${problem.message}`);
    }
  };
  const apply = refusing(isPath ? say`error parsing jsonpath ${text}, ` : [], () =>
    isPath
      ? jsonpath(text, format === "jsonpath-as-json" ? "json" : "text")
      : customColumns(format === "custom-columns" ? columnsIn(text) : columnsInFile(text), rows),
  );
  const failed = isPath ? say`error executing jsonpath "${text}": Error executing template: ` : [];
  return {
    format: `${format}=${given}`,
    async load() {
      const json = await load("json");
      const render: Renderer<T>["render"] = (content, options) => {
        const document: unknown = JSON.parse(json?.render(content, options) ?? "");
        return refusing(failed, () => apply(document, options.headers ?? "shown"));
      };
      return { name: format, summary: "for scripts, by a template", render };
    },
  };
}
