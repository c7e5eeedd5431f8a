import type { ObjectRef } from "../../kubernetes/index.ts";
import { isRecord, own, say, words } from "../../kubernetes/index.ts";
import { openFolder } from "./folder.ts";
import type { FileIo } from "./io.ts";
import { JsonReader, startsJson } from "./json.ts";
import { defaultLimits, LimitError, Meter, refuse } from "./limits.ts";
import { typeOf, wrappingOf } from "./raw.ts";
import { asInputError } from "./read-file.ts";
import type { TextReader } from "./text.ts";
import { utf8Only } from "./text.ts";
import { YamlReader } from "./yaml.ts";

/** What a file of names is read with: a file of manifests is short. */
const limits = { ...defaultLimits, inputBytes: 64 * 1024 ** 2, files: 10_000 };

const deepestList = 3;

interface Folders {
  /** Whether the folders in a folder are read too, as with `kubectl -R`. */
  readonly below: "read" | "left out";
}

/**
 * The objects that manifests name, of any kind, in their order. Nothing else of them is read. Throws an `InputError` where a
 * document does not say which object it is: it could be the one that matters.
 *
 * As `kubectl delete -f`: kubernetes/cli-runtime pkg/resource/visitor.go FileVisitor, ExpandPathsToFileVisitors, v0.36.
 */
export async function namedInFiles(
  paths: readonly string[],
  io: FileIo,
  { below }: Folders,
): Promise<readonly ObjectRef[]> {
  const meter = new Meter(limits);
  const found: ObjectRef[] = [];
  for (const path of paths) {
    const file = path === "-" ? "standard input" : path;
    if (/^https?:\/\//.test(path))
      throw refuse({ file }, words("pvguard reads no URLs: download it, and pass the file or -"));
    try {
      const kind = path === "-" ? "file" : await io.kindOf(path);
      if (kind === "absent") throw refuse({ file }, words("no such file or directory"));
      if (kind === "other") throw refuse({ file }, words("it is neither a file nor a directory"));
      if (kind === "folder") {
        const folder = await openFolder(path, io, meter);
        const files = folder.files.filter((each) => below === "read" || !each.path.includes("/"));
        if (folder.skipped.length > 0) throw refuse({ file }, say`${folder.skipped.join("; ")}`);
        if (files.length === 0) throw refuse({ file }, words("it contains no .yaml or .json file"));
        for (const each of files) found.push(...(await namesIn(`${path}/${each.path}`, each.read())));
      } else {
        found.push(...(await namesIn(file, meter.through(file, path === "-" ? io.stdin() : io.read(path)))));
      }
    } catch (problem) {
      if (problem instanceof LimitError) throw refuse({ file }, words("more than 64 MiB of manifests"));
      throw asInputError(file, problem);
    }
  }
  return found;
}

async function namesIn(file: string, chunks: AsyncIterable<Uint8Array>): Promise<readonly ObjectRef[]> {
  const found: ObjectRef[] = [];
  let reader: TextReader | undefined;
  const take = (pieces: ReturnType<TextReader["end"]>) => {
    // What is left of a list whose items came before names nothing.
    for (const { piece, value, line } of pieces)
      if (piece !== "list" || wrappingOf(value).is !== "list") named(value, { file, line }, found);
  };
  for await (const chunk of utf8Only(file, chunks)) {
    reader ??= readerFor(chunk, file);
    if (reader !== undefined) take(reader.push(chunk));
  }
  if (reader !== undefined) take(reader.end());
  return found;
}

function readerFor(chunk: Uint8Array, file: string): TextReader | undefined {
  const isJson = startsJson(chunk);
  if (isJson === undefined) return undefined;
  return isJson ? new JsonReader(file, limits) : new YamlReader(file, limits);
}

interface Line {
  readonly file: string;
  readonly line: number;
}

function named(value: unknown, place: Line, found: ObjectRef[], depth = 1): void {
  const wrapping = wrappingOf(value);
  if (wrapping.is === "refused") throw refuse(place, wrapping.because);
  if (wrapping.is === "list") {
    if (depth > deepestList) throw refuse(place, words("lists are nested deeper than 3"));
    for (const item of wrapping.items) named(item, place, found, depth + 1);
    return;
  }
  const type = typeOf(value);
  const metadata = isRecord(value) ? own(value, "metadata") : undefined;
  const text = (field: string) => {
    const given = isRecord(metadata) ? own(metadata, field) : undefined;
    return typeof given === "string" && given !== "" ? given : undefined;
  };
  const name = text("name");
  if (type === undefined) throw refuse(place, words("it has no apiVersion and kind"));
  if (name === undefined) throw refuse(place, say`the ${type.kind} has no metadata.name`);
  const namespace = text("namespace");
  found.push({ ...type, name, ...(namespace === undefined ? {} : { namespace }) });
}
