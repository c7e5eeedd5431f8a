import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { Ajv } from "ajv";
import { schemas } from "../../../../src/render/index.ts";
import { runCli } from "../../../support/run-cli.ts";

/** An answer of the server, as a client reads it. */
export interface Reply {
  readonly jsonrpc: string;
  readonly id: string | number | null;
  readonly result?: Result;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Json };
}

// biome-ignore lint/suspicious/noExplicitAny: the edge that parses; each test asserts what it reads
export type Json = any;

interface Result {
  readonly [field: string]: Json;
}

export interface Talk {
  readonly replies: readonly Reply[];
  readonly err: string;
  readonly code: number;
  /** The reply to the request with this id. */
  to(id: string | number): Reply;
}

/** Sends these lines to `kubectl pvguard mcp` in this process, and ends the input after them. */
export async function talk(
  lines: readonly (object | string | Buffer)[],
  argv: readonly string[] = [],
  now = Date.parse("2026-11-20T12:00:00Z"),
): Promise<Talk> {
  const bytes = lines.flatMap((line) => [Buffer.isBuffer(line) ? line : Buffer.from(textOf(line)), lineEnd]);
  const { out, err, code } = await runCli(["mcp", ...argv], now, "", {
    stdin: Readable.from([Buffer.concat(bytes)]),
    // An answer may take as long as it likes here.
    sleep: () => new Promise(() => {}),
  });
  assert.ok(out === "" || out.endsWith("\n"));
  const replies = out
    .split("\n")
    .filter((line) => line !== "")
    .map((line): Reply => JSON.parse(line));
  return {
    replies,
    err,
    code,
    to: (id) => replies.find((reply) => reply.id === id) ?? assert.fail(`no reply to ${id}: ${out}`),
  };
}

const lineEnd = Buffer.from("\n");

function textOf(line: object | string): string {
  return typeof line === "string" ? line : JSON.stringify(line);
}

export function call(id: string | number, name: string, given: object = {}): object {
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: given } };
}

export function request(id: string | number, method: string, params?: object): object {
  return { jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) };
}

/** One call of a tool. */
export async function asked(name: string, given: object, argv: readonly string[] = []): Promise<Result> {
  const reply = (await talk([call(1, name, given)], argv)).to(1);
  return reply.result ?? assert.fail(JSON.stringify(reply.error));
}

const ajv = new Ajv({ allErrors: true, formats: { "date-time": true }, strictTypes: false });
const published = new Map(Object.values(schemas).map((schema) => [schema.$id, ajv.compile(schema)] as const));

/** Fails unless the document of a structured answer follows its published schema. */
export function assertPublished(document: Json, file: string): void {
  const valid = published.get(`https://pvguard.dev/schema/${file}`) ?? assert.fail(file);
  assert.ok(valid(document), JSON.stringify(valid.errors?.slice(0, 3), null, 1));
}
