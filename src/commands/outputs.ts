import { say } from "../kubernetes/index.ts";
import type { Renderer } from "../render/renderer.ts";
import { Failure, usageError } from "./failure.ts";
import type { FlagValues, Text } from "./flags/index.ts";
import { unknownFormat } from "./flags/index.ts";
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
  const outputs = given.map((text) => outputIn(text, known, formats));
  const files = outputs.filter((output) => output.path !== undefined && output.path !== "-");
  const [printed, ...more] = outputs.filter((output) => !files.includes(output));
  if (more.length > 0)
    throw usageError(
      "only one -o can print to standard output: write the others to files, as in -o json=FILE",
    );
  const paths = files.flatMap(({ path }) => path ?? []);
  const twice = paths.find((path, at) => paths.indexOf(path) !== at);
  if (twice !== undefined) throw new Failure("usage", say`error: -o names the file ${twice} for two formats`);
  for (const path of paths) await surroundings.requireWritable(path);
  return { printed, files: files.map(({ path = "", ...format }) => ({ ...format, path })) };
}

type Output<T> = Format<T> & { readonly path?: string };

function outputIn<T>(text: string, known: readonly string[], { load }: Formats<T>): Output<T> {
  const equals = text.indexOf("=");
  const format = equals < 0 ? text : text.slice(0, equals);
  if (!known.includes(format)) throw unknownFormat(text, known);
  const path = equals < 0 ? undefined : text.slice(equals + 1);
  if (path === "") throw new Failure("usage", say`error: -o ${format}= names no file`);
  return { format, load: () => load(format), ...(path === undefined ? {} : { path }) };
}
