import { type Phrase, say, words } from "../../model/index.ts";
import type { TypeMeta } from "../decode/index.ts";
import { Collector } from "./collector.ts";
import type { Contents } from "./contents.ts";
import { textOf, utf8Only } from "./encoding.ts";
import { InputError, type Place, refuse } from "./input-error.ts";
import { isSpace, openBrace, openBracket, recordSeparator } from "./json/bytes.ts";
import { JsonScanner } from "./json/scanner.ts";
import type { Limits } from "./limits.ts";
import type { Piece } from "./piece.ts";
import { type YamlSource, YamlSplitter } from "./yaml/splitter.ts";
import { yamlValue } from "./yaml/value.ts";

interface TextFile {
  /** As the reader knows it. */
  readonly file: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** What the items of an array are, where the path says so. */
  readonly implied?: TypeMeta;
}

export async function readContents({ file, chunks, implied }: TextFile, limits: Limits): Promise<Contents> {
  const collector = new Collector(file, limits.keep, implied);
  try {
    for await (const piece of readText(file, chunks, limits)) collector.add(piece);
  } catch (problem) {
    throw asInputError(file, problem);
  }
  return collector.contents();
}

/** What the file system says of a file that cannot be read. */
export function asInputError(file: string, problem: unknown): InputError {
  if (problem instanceof InputError) return problem;
  const code = problem instanceof Error && "code" in problem ? String(problem.code) : "";
  if (code === "") throw problem;
  return refuse({ file }, say`it cannot be read (${code})`);
}

/** The values of a YAML or JSON text; kubectl tells the two apart by the first character as well. */
async function* readText(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  limits: Limits,
): AsyncGenerator<Piece> {
  let reader: JsonScanner | YamlReader | undefined;
  for await (const chunk of utf8Only(file, chunks)) {
    reader ??= readerFor(chunk, file, limits);
    if (reader !== undefined) yield* reader.push(chunk);
  }
  const last = reader?.end();
  if (last !== undefined) yield* last;
}

/** `undefined` when the chunk is nothing but space. */
function readerFor(chunk: Uint8Array, file: string, limits: Limits): JsonScanner | YamlReader | undefined {
  const first = chunk.find((byte) => !isSpace(byte));
  if (first === undefined) return undefined;
  const isJson = first === openBrace || first === openBracket || first === recordSeparator;
  return isJson ? new JsonScanner(file, limits) : new YamlReader(file, limits);
}

class YamlReader {
  readonly #file: string;
  readonly #limits: Limits;
  readonly #splitter: YamlSplitter;

  constructor(file: string, limits: Limits) {
    this.#file = file;
    this.#limits = limits;
    this.#splitter = new YamlSplitter(file, limits);
  }

  push(chunk: Uint8Array): readonly Piece[] {
    return this.#splitter.push(chunk).flatMap((source) => this.#document(source));
  }

  end(): readonly Piece[] {
    return this.#splitter.end().flatMap((source) => this.#document(source));
  }

  #document({ bytes, offset, line }: YamlSource): readonly Piece[] {
    const file = this.#file;
    const text = textOf(bytes, { file, line }, offset);
    refuseForeignText(text, { file, line });
    const value = yamlValue(text, file, line, this.#limits);
    const isNothing = value === undefined || (value === null && text.trim() !== "null");
    return isNothing ? [] : [{ piece: "document", value, line }];
  }
}

interface ForeignText {
  readonly looksLike: RegExp;
  readonly hint: Phrase;
}

const useOutput = "use `kubectl get … -o yaml` or `-o json`";

/** What people pass to a command that reads manifests, and that is none. All patterns look at the first lines only. */
const foreignTexts: readonly ForeignText[] = [
  {
    looksLike: /^(?:NAME|NAMESPACE|LAST SEEN) {2,}[A-Z]/,
    hint: words(`this is a table that kubectl prints for people: ${useOutput}`),
  },
  {
    looksLike: /^Name: {2,}\S.{0,300}\n(?:Namespace|Labels|Annotations|StorageClass|Roles|Priority): /,
    hint: words(`this is the output of kubectl describe: ${useOutput}`),
  },
  {
    looksLike: /^(?:error: |Error from server|Unable to connect to the server|The connection to the server )/,
    hint: words("this is an error message from kubectl, not its output"),
  },
  {
    looksLike: /^No resources found/,
    hint: words("this is kubectl's message that it found no resources, not its output"),
  },
  { looksLike: /^\s{0,20}<(?:!doctype|html)/i, hint: words("this is an HTML page, not YAML or JSON") },
];

function refuseForeignText(text: string, place: Place): void {
  const start = text.slice(0, 1000);
  const foreign = foreignTexts.find(({ looksLike }) => looksLike.test(start));
  if (foreign !== undefined) throw refuse(place, foreign.hint);
}
