import type { TestContext } from "node:test";
import type { LiveSurroundings } from "../../../../src/connection/http/surroundings.ts";
import { dial, serve } from "../../../support/fault-server/client.ts";
import { text } from "../../../support/fault-server/reactions.ts";
import type { Script } from "../../../support/fault-server/server.ts";

export const fine = JSON.stringify({ kind: "Fine", text: "x".repeat(400) });
export const ok = text(fine, 200, { "Content-Type": "application/json" });

export async function ask(t: TestContext, script: Script, more: Partial<LiveSurroundings> = {}) {
  const server = await serve(t, { tls: "off" });
  server.on("/a", script);
  const { client, outside } = await dial(t, { server: server.url }, { surroundings: more });
  return { client, outside, server, asked: () => server.requests.length };
}
