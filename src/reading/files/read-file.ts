import { say, words } from "../../kubernetes/index.ts";
import type { TypeMeta } from "../decode/index.ts";
import { Collector } from "./collector.ts";
import type { Contents } from "./contents.ts";
import { JsonReader, startsJson } from "./json.ts";
import type { Limits, Meter } from "./limits.ts";
import { defaultLimits, InputError, refuse } from "./limits.ts";
import type { TextReader } from "./text.ts";
import { utf8Only } from "./text.ts";
import { documentsOf, YamlReader } from "./yaml.ts";

interface TextFile {
  /** As the reader knows it. */
  readonly file: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** What the items of an array are, where the path says so. */
  readonly implied?: TypeMeta;
}

/** What a YAML or JSON text holds; kubectl tells the two apart by the first character as well. */
export async function readContents({ file, chunks, implied }: TextFile, meter: Meter): Promise<Contents> {
  const { limits } = meter;
  const collector = new Collector(file, limits.keep, implied);
  let reader: TextReader | undefined;
  try {
    meter.tell(file, 0);
    for await (const chunk of utf8Only(file, chunks)) {
      reader ??= readerFor(chunk, file, limits);
      for (const piece of reader?.push(chunk) ?? []) collector.add(piece);
      meter.tell(file, collector.length);
    }
    for (const piece of reader?.end() ?? []) collector.add(piece);
  } catch (problem) {
    throw asInputError(file, problem);
  } finally {
    await meter.done(collector.length);
  }
  return collector.contents();
}

/** `undefined` when the chunk is nothing but space. */
function readerFor(chunk: Uint8Array, file: string, limits: Limits): TextReader | undefined {
  const isJson = startsJson(chunk);
  if (isJson === undefined) return undefined;
  return isJson ? new JsonReader(file, limits) : new YamlReader(file, limits);
}

/** What the file system says of a file that cannot be read. */
export function asInputError(file: string, problem: unknown): InputError {
  if (problem instanceof InputError) return problem;
  const code = problem instanceof Error && "code" in problem ? String(problem.code) : "";
  if (code === "") throw problem;
  return refuse({ file }, say`it cannot be read (${code})`);
}

/** The one document that a small file holds, as YAML or JSON. Throws an `InputError` with the place of what is wrong. */
export function documentIn(text: string, file: string): unknown {
  if (text.trim() === "") throw refuse({ file }, words("it is empty"));
  if (/^\s*[{[]/.test(text)) {
    try {
      return JSON.parse(text);
    } catch {
      // It can be YAML all the same.
    }
  }
  const [document, ...others] = documentsOf(text, { file, line: 1 }, defaultLimits);
  if (document === undefined) throw refuse({ file }, words("it is empty"));
  if (others.length > 0)
    throw refuse({ file }, words("it contains more than one YAML document, but must contain only one"));
  return document.value;
}
