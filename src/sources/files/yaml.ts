import {
  boolCoreTag,
  defineScalarTag,
  FAILSAFE_SCHEMA,
  load,
  mergeTag,
  NOT_RESOLVED,
  nullCoreTag,
  YAMLException,
} from "js-yaml";
import { type Phrase, say, words } from "../../model/index.ts";
import { type Limits, type Place, refuse, tooLarge } from "./limits.ts";
import { type Piece, type TextReader, textOf, Window } from "./text.ts";

/** Reads YAML document by document. */
export class YamlReader implements TextReader {
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
    const place = { file: this.#file, line };
    const text = textOf(bytes, place, offset);
    refuseForeignText(text, place);
    const value = yamlValue(text, place, this.#limits);
    const isNothing = value === undefined || (value === null && text.trim() !== "null");
    return isNothing ? [] : [{ piece: "document", value, line }];
  }
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** The bytes of one YAML document, with the marker that begins it. */
interface YamlSource {
  readonly bytes: Uint8Array;
  readonly offset: number;
  readonly line: number;
}

/**
 * Cuts a YAML stream at its document markers. YAML 1.2 (9.1.2) forbids a line that starts with `---` or `...` inside a
 * document, also within quoted and block text, so no parsing is needed to find them.
 */
export class YamlSplitter {
  readonly #file: string;
  readonly #limits: Limits;
  readonly #window = new Window();
  #line = 1;
  #lineStart = 0;
  #start = 0;
  #startLine = 1;
  /** Comments and directives before a marker belong to the document that the marker begins. */
  #hasContent = false;
  /** A document of markers, comments and empty lines alone is null: a file can hold millions of those. */
  #hasValue = false;
  #found: YamlSource[] = [];

  constructor(file: string, limits: Limits) {
    this.#file = file;
    this.#limits = limits;
  }

  /** The documents that end in this chunk. */
  push(chunk: Uint8Array): readonly YamlSource[] {
    this.#found = [];
    this.#window.forget(this.#start);
    const first = this.#window.end;
    this.#window.append(chunk);
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1)) {
      this.#endLine(first + at + 1);
    }
    if (this.#window.end - this.#start > this.#limits.documentBytes) {
      throw refuse(
        { file: this.#file, line: this.#startLine },
        say`${tooLarge(this.#limits)}. A List is read item by item when it is JSON: use -o json`,
      );
    }
    return this.#found;
  }

  end(): readonly YamlSource[] {
    this.#found = [];
    this.#endLine(this.#window.end);
    this.#cut(this.#window.end, this.#line);
    return this.#found;
  }

  #endLine(next: number): void {
    const end = Math.min(next, this.#lineStart + 4);
    const start = String.fromCharCode(...this.#window.slice(this.#lineStart, end));
    const isStart = /^---(?:\s|$)/.test(start);
    const isEnd = /^\.\.\.(?:\s|$)/.test(start);
    if (isStart && this.#hasContent) this.#cut(this.#lineStart, this.#line);
    // A line break of YAML is also a carriage return alone.
    const isSeveral = this.#window
      .slice(this.#lineStart, Math.max(this.#lineStart, next - 2))
      .includes(carriageReturn);
    const isText = isSeveral || !/^(?:$|[#%\r\n])/.test(start);
    // What follows the marker on its line is looked at by the parser, unless nothing does.
    const isBare =
      isStart &&
      !isSeveral &&
      (next - this.#lineStart <= 4 || (start === "---\r" && next - this.#lineStart === 5));
    this.#lineStart = next;
    this.#line += 1;
    if (isEnd) this.#cut(next, this.#line);
    else if (isText) this.#hasContent = true;
    if (isText && !isBare && !isEnd) this.#hasValue = true;
  }

  #cut(end: number, line: number): void {
    if (this.#hasValue) {
      this.#found.push({
        bytes: this.#window.slice(this.#start, end),
        offset: this.#start,
        line: this.#startLine,
      });
    }
    this.#start = end;
    this.#startLine = line;
    this.#hasContent = false;
    this.#hasValue = false;
  }
}

/** Only the way that Kubernetes itself writes a number. */
const integerTag = defineScalarTag<number>("tag:yaml.org,2002:int", {
  implicit: true,
  implicitFirstChars: [..."-0123456789"],
  resolve: (source) => (/^(?:0|-?[1-9][0-9]*)$/.test(source) ? Number(source) : NOT_RESOLVED),
  identify: () => false,
});

/**
 * No field that pvguard reads is a fraction or a date, so `1e3`, `012`, `12:30`, `1_000`, `on` and `2024-01-01` are
 * names here: what they mean differs between YAML 1.1 and 1.2, and a name must not change.
 */
const schema = FAILSAFE_SCHEMA.withTags(nullCoreTag, boolCoreTag, integerTag, mergeTag);

/** The value of one document. js-yaml counts nesting and aliases while it parses, before it builds anything. */
export function yamlValue(
  text: string,
  { file, line }: { readonly file: string; readonly line: number },
  limits: Limits,
): unknown {
  try {
    return load(text, { schema, maxDepth: limits.nesting, maxAliases: limits.aliases });
  } catch (problem) {
    if (!(problem instanceof YAMLException)) throw refuse({ file, line }, say`this YAML cannot be read`);
    const { mark, reason } = problem;
    if (reason.startsWith("expected a single document")) {
      throw refuse({ file }, words("it contains more than one YAML document, but must contain only one"));
    }
    const place =
      mark === undefined ? { file, line } : { file, line: line + mark.line, column: mark.column + 1 };
    throw refuse(place, say`this is not valid YAML: ${reason}`);
  }
}

const useOutput = "use `kubectl get … -o yaml` or `-o json`";

/** What people pass to a command that reads manifests, and that is none. All patterns look at the first lines only. */
const foreignTexts: readonly { readonly looksLike: RegExp; readonly hint: Phrase }[] = [
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
