import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import type { Access } from "./access.ts";

/** What was asked of a server, by kind. */
export interface Counters {
  /** Open at one time: no more requests can be under way. */
  readonly connections: number;
  readonly kinds: Readonly<Record<string, { readonly requests: number; readonly bytes: number }>>;
}

export interface PageServer {
  readonly url: string;
  /** Since the last time that this was asked. */
  counters(): Promise<Counters>;
  stop(): Promise<void>;
}

export type Manner = "plain" | "gzip" | "only-json";

export async function startServer(
  program: string,
  store: string,
  { authority, certificate, key }: Access,
  manner: Manner,
  wait: string,
): Promise<PageServer> {
  const flags = [...(manner === "plain" ? [] : [`-${manner}`]), "-wait", wait];
  const args = ["serve", "-store", store, "-certificate", certificate, "-key", key, ...flags];
  // It ends when its input does, also when this process is killed.
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
  const [url] = (await once(createInterface(child.stdout), "line")) as [string];
  const ca = readFileSync(authority);
  return {
    url,
    async counters() {
      const asked = request(`${url}/bench/counters`, { method: "POST", ca, agent: false });
      asked.end();
      const [answer] = (await once(asked, "response")) as [IncomingMessage];
      return JSON.parse(await text(answer)) as Counters;
    },
    async stop() {
      child.stdin.end();
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}
