/**
 * The messages of the Model Context Protocol, as far as a server on standard input and output needs them: JSON-RPC 2.0, one message
 * a line. Two generations of clients are answered.
 *
 * modelcontextprotocol/modelcontextprotocol schema/2025-11-25 and schema/2026-07-28, as modelcontextprotocol/typescript-sdk has
 * them in packages/core-internal/src/wire, @modelcontextprotocol/client 2.4.0.
 */
import { isRecord, own, parsedJson } from "../../kubernetes/index.ts";

/** The revisions that begin with `initialize`, the newest first. */
const withHandshake = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;

/** The revision in which each request says what it speaks. */
const stateless = "2026-07-28";

export type Id = string | number;

export interface Asked {
  readonly is: "request";
  readonly id: Id;
  readonly method: string;
  readonly params: Params;
  readonly era: Era;
}

export type Params = { readonly [name: string]: unknown };

/** `stateless`: the request is of revision 2026-07-28, and its result has a type. */
type Era = "handshake" | "stateless";

/** What came in one line. */
type Message =
  | Asked
  | { readonly is: "cancellation"; readonly of: Id }
  /** Nothing is answered: another notification, or an answer to a question that was not asked. */
  | { readonly is: "nothing" }
  | { readonly is: "wrong"; readonly id: Id | null; readonly problem: Problem };

/** The error of a request that was not understood, or that there is no answer to. */
export interface Problem {
  readonly code: number;
  readonly message: string;
  readonly data?: object;
}

export const problems = {
  unparsed: { code: -32700, message: "Parse error" },
  tooLong: { code: -32600, message: "Invalid request: the message is too long" },
  invalid: { code: -32600, message: "Invalid request" },
  internal: { code: -32603, message: "Internal error" },
} as const satisfies Readonly<Record<string, Problem>>;

export function unknownMethod(method: string): Problem {
  return { code: -32601, message: `Method not found: ${method.slice(0, 100)}` };
}

export function wrongParams(what: string): Problem {
  return { code: -32602, message: `Invalid params: ${what}` };
}

/** -32022: UnsupportedProtocolVersion of revision 2026-07-28. Only a text is repeated: anything else can be too deep to be written. */
function unsupported(version: unknown): Problem {
  const requested = typeof version === "string" ? { requested: version.slice(0, 100) } : {};
  const data = { supported: [stateless, ...withHandshake], ...requested };
  return { code: -32022, message: "Unsupported protocol version", data };
}

/** Reads one line. It is not trusted. */
export function messageIn(line: string): Message {
  const value = parsedJson(line);
  if (value === undefined) return { is: "wrong", id: null, problem: problems.unparsed };
  if (!isRecord(value) || own(value, "jsonrpc") !== "2.0")
    return { is: "wrong", id: null, problem: problems.invalid };
  const [id, method, given] = [own(value, "id"), own(value, "method"), own(value, "params")];
  if (method === undefined) return { is: "nothing" };
  const params = isRecord(given) ? given : {};
  if (typeof method !== "string") return { is: "wrong", id: isId(id) ? id : null, problem: problems.invalid };
  if (id === undefined) return notification(method, params);
  if (!isId(id)) return { is: "wrong", id: null, problem: problems.invalid };
  if (given !== undefined && !isRecord(given))
    return { is: "wrong", id, problem: wrongParams("params must be an object") };
  return request(id, method, params);
}

function notification(method: string, params: Params): Message {
  const of = own(params, "requestId");
  return method === "notifications/cancelled" && isId(of) ? { is: "cancellation", of } : { is: "nothing" };
}

function request(id: Id, method: string, params: Params): Message {
  const meta = own(params, "_meta");
  const version = isRecord(meta) ? own(meta, "io.modelcontextprotocol/protocolVersion") : undefined;
  if (version === undefined) return { is: "request", id, method, params, era: "handshake" };
  return version === stateless
    ? { is: "request", id, method, params, era: "stateless" }
    : { is: "wrong", id, problem: unsupported(version) };
}

function isId(value: unknown): value is Id {
  return typeof value === "string" || Number.isSafeInteger(value);
}

/** The revision for the answer to `initialize`: the one that was asked for, or the newest that begins so. */
export function versionFor(requested: unknown): string {
  return withHandshake.find((known) => known === requested) ?? withHandshake[0];
}

export const statelessVersions: readonly string[] = [stateless];

/** What a result is, for how long it may be kept, and by whom it was made: revision 2026-07-28 wants these with each. */
export function typed(result: object, keeping: "a while" | "no", server: object): object {
  const cached = keeping === "no" ? {} : { ttlMs: 60_000, cacheScope: "private" };
  return {
    ...result,
    resultType: "complete",
    ...cached,
    _meta: { "io.modelcontextprotocol/serverInfo": server },
  };
}

/** One line for standard output. */
export function answerLine(id: Id, result: object): string {
  return line({ jsonrpc: "2.0", id, result });
}

export function problemLine(id: Id | null, problem: Problem): string {
  return line({ jsonrpc: "2.0", id, error: problem });
}

/** JSON has no line ends of its own, but U+2028 and U+2029 end a line for some readers. */
function line(message: object): string {
  const escaped = JSON.stringify(message).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
  return `${escaped}\n`;
}
