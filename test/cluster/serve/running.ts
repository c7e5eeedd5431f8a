/** `serve` as it is shipped: a process of its own, before a real control plane. */
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "../../../build/bundle.ts";
import { newFolder } from "../support/folders.ts";

interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Serving {
  get(path: string, accept?: string): Promise<Page>;
  metric(name: string, labels?: string): Promise<number | undefined>;
  /** Resident memory, in MB. */
  memory(): number;
  /** What it has said so far. */
  said(): string;
  end(signal: NodeJS.Signals): Promise<number>;
}

/** The sum of the samples of this name whose labels have this text, on a page of metrics. */
export function sumIn(page: string, name: string, labels = ""): number | undefined {
  const lines = page.split("\n").filter((line) => line.startsWith(name) && line.includes(labels));
  if (lines.length === 0) return undefined;
  return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}

export async function startServe(kubeconfig: string, ...flags: readonly string[]): Promise<Serving> {
  const folder = newFolder("pvguard-serve");
  await bundle(folder);
  const argv = [join(folder, "main.cjs"), "serve", "--listen=127.0.0.1:0", ...flags];
  const env = { ...process.env, KUBECONFIG: kubeconfig };
  const child = spawn(process.execPath, argv, { stdio: ["ignore", "ignore", "pipe"], env });
  const ended = new Promise<number>((resolve) => child.on("close", (code) => resolve(code ?? -1)));
  let said = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on("data", (piece: Buffer) => {
      said += piece;
      const [, found] = /serving on (http:\S+)/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
    void ended.then((code) => reject(new Error(`serve ended with ${code}: ${said}`)));
  });
  async function get(path: string, accept = "*/*"): Promise<Page> {
    const answer = await fetch(new URL(path, url), { headers: { accept } });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }
  return {
    get,
    metric: async (name, labels) => sumIn((await get("/metrics")).text, name, labels),
    memory: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024,
    said: () => said,
    async end(signal) {
      child.kill(signal);
      const code = await ended;
      rmSync(folder, { recursive: true, force: true });
      return code;
    },
  };
}
