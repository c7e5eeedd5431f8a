import type { IncomingMessage, ServerResponse } from "node:http";
import http from "node:http";
import type { TestContext } from "node:test";
import type { Outside } from "../../../../src/changes/executor/outside.ts";
import { client as open } from "../../../../src/connection/http/client.ts";
import { connect } from "../../../../src/connection/kubeconfig/index.ts";
import { kubeconfigFor, liveSurroundings } from "../../../support/fault-server/surroundings.ts";
import type { JsonObject } from "../../../support/memory-server/index.ts";
import { wireTo } from "../../../support/memory-server/wire.ts";
import type { TestSurroundings } from "./edge.ts";
import { testSurroundings } from "./edge.ts";

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly type: string;
  readonly body: string;
}

/** What a request comes to. */
export type Said =
  /** The connection breaks, and no answer comes. */
  | "lost"
  | {
      readonly code?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: object | string;
    };

/** `count`: how many of its method there were before it. */
export type Script = (asked: Asked, count: number) => Said;

interface Scripted extends Outside {
  readonly surroundings: TestSurroundings;
  readonly asked: readonly Asked[];
  /** As in `GET GET PUT`. */
  methods(): string;
}

/** The executor's world, in which a script answers for the server. `unreachable`: nothing can be sent to it. */
export async function scripted(
  context: TestContext,
  script: Script | "unreachable",
  surroundings: TestSurroundings = testSurroundings(),
): Promise<Scripted> {
  const asked: Asked[] = [];
  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await read(incoming);
    const count = asked.filter(({ method }) => method === request.method).length;
    asked.push(request);
    const said = script === "unreachable" ? "lost" : script(request, count);
    if (said === "lost") {
      response.socket?.destroy();
      return;
    }
    const { code = 200, headers = { "Content-Type": "application/json" }, body } = said;
    const text = typeof body === "string" ? body : JSON.stringify(body);
    response.writeHead(code, { ...headers, "Content-Length": Buffer.byteLength(text) }).end(text);
  }
  const { url, agent } = wireTo(http.createServer((incoming, response) => void answer(incoming, response)));
  if (script === "unreachable")
    agent.createConnection = (_, opened) => {
      opened?.(Object.assign(new Error("refused"), { code: "ECONNREFUSED" }), undefined as never);
      return undefined as never;
    };
  const outside = liveSurroundings(kubeconfigFor({ server: url }), { reader: "node" });
  const client = open(await connect({}, outside), outside);
  context.after(() => client.close());
  client.line.agents.for = async () => agent;
  return { client, surroundings, asked, methods: () => asked.map(({ method }) => method).join(" ") };
}

async function read(incoming: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const [path = "", query = ""] = (incoming.url ?? "").split("?");
  const body = Buffer.concat(chunks).toString("utf8");
  return { method: incoming.method ?? "", path, query, type: incoming.headers["content-type"] ?? "", body };
}

/** The server's answer that there is no such object. */
export function notFound(name: string, more: JsonObject = {}): Said {
  const body = {
    kind: "Status",
    status: "Failure",
    reason: "NotFound",
    code: 404,
    details: { name },
    ...more,
  };
  return { code: 404, body };
}
