import { createReadStream, readFile, stat } from "node:fs";
import type { Phrase } from "../../kubernetes/index.ts";
import { codeOf, ioReason } from "../io-reason.ts";

/** Everything that a kubeconfig touches outside of its own text. Tests hand in their own. */
export interface Surroundings {
  readonly env: Environment;
  readonly home: string | undefined;
  readonly workingDirectory: string;
  readonly platform: "posix" | "windows";
  /** Is a person at standard input? */
  isAtTerminal(): boolean;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Tells the person something, at a terminal or not. */
  warn(line: Phrase): void;
  readFile(path: string): Promise<FileRead>;
  runPlugin(call: PluginCall): Promise<PluginRun>;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export type FileRead =
  | { readonly state: "read"; readonly bytes: Uint8Array }
  | { readonly state: "missing" }
  /** `detail` is the operating system's word for it. */
  | { readonly state: "unreadable"; readonly detail: string };

/** A program to start without a shell. Its standard error goes to the person, its standard output never. */
export interface PluginCall {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Environment;
  readonly input: "terminal" | "none";
  /** Milliseconds, after which it is killed with everything that it started. */
  readonly timeLimit: number;
}

export type PluginRun =
  | { readonly ended: "exit"; readonly code: number; readonly output: Uint8Array }
  | { readonly ended: "signal"; readonly signal: string }
  | { readonly ended: "time-limit" }
  | { readonly ended: "output-limit" }
  | { readonly ended: "not-found" }
  | { readonly ended: "not-started"; readonly detail: string };

export function variable(env: Environment, name: string): string | undefined {
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  return value === "" ? undefined : value;
}

/** What only the process itself knows or may do. */
interface ProcessFacts
  extends Pick<
    Surroundings,
    "env" | "home" | "workingDirectory" | "platform" | "isAtTerminal" | "now" | "warn"
  > {
  /** Sends SIGKILL to a process group. */
  killGroup(leader: number): void;
  /** What a credential plugin says on its standard error: untrusted, in pieces of any length. */
  pluginSays(text: string): void;
}

const outputLimit = 1 << 20;

/** No kubeconfig, token or bundle of certificates is larger. */
const fileLimit = 64 * 1024 ** 2;

/** The surroundings of a real process. */
export function machine(facts: ProcessFacts): Surroundings {
  return { ...facts, readFile: readWhole, runPlugin: (call) => runPlugin(call, facts) };
}

/** Neither by node:fs/promises nor as a stream, which take longer to load than this takes. */
function readWhole(path: string): Promise<FileRead> {
  return new Promise((settle) => {
    stat(path, (problem, stats) => {
      if (problem !== null) settle(notRead(codeOf(problem)));
      else if (!stats.isFile()) readEndless(path, settle);
      else if (stats.size > fileLimit) settle(tooLarge);
      else
        readFile(path, (problem, bytes) =>
          settle(problem === null ? { state: "read", bytes } : notRead(codeOf(problem))),
        );
    });
  });
}

const tooLarge: FileRead = {
  state: "unreadable",
  detail: `it is larger than ${fileLimit / 1024 ** 2} MiB`,
};

/** A pipe or a device says nothing of its size, and need not have an end. */
function readEndless(path: string, settle: (read: FileRead) => void): void {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const stream = createReadStream(path);
  stream.on("data", (chunk: string | Buffer) => {
    size += chunk.length;
    if (size <= fileLimit) chunks.push(Buffer.from(chunk));
    else {
      stream.destroy();
      settle(tooLarge);
    }
  });
  stream.on("error", (problem) => settle(notRead(codeOf(problem))));
  stream.on("end", () => settle({ state: "read", bytes: Buffer.concat(chunks) }));
}

function notRead(code: string): FileRead {
  return code === "ENOENT" || code === "ENOTDIR"
    ? { state: "missing" }
    : { state: "unreadable", detail: ioReason(code) };
}

async function runPlugin(call: PluginCall, facts: ProcessFacts): Promise<PluginRun> {
  const { spawn } = await import("node:child_process");
  return await new Promise((settle) => {
    // A group of its own can be killed whole; but then it can no longer read from the terminal.
    const grouped = call.input === "none" && facts.platform === "posix";
    const child = spawn(call.command, [...call.args], {
      env: { ...call.env },
      stdio: [call.input === "terminal" ? "inherit" : "ignore", "pipe", "pipe"],
      detached: grouped,
      windowsHide: true,
    });
    const chunks: Uint8Array[] = [];
    let size = 0;
    let forced: PluginRun | undefined;

    function stop(outcome: PluginRun): void {
      forced ??= outcome;
      if (grouped && child.pid !== undefined) facts.killGroup(child.pid);
      else child.kill("SIGKILL");
      child.stdout?.destroy();
      child.stderr?.destroy();
    }

    const timer = setTimeout(() => stop({ ended: "time-limit" }), call.timeLimit);
    child.stdout?.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > outputLimit) stop({ ended: "output-limit" });
      else chunks.push(chunk);
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => facts.pluginSays(text));
    child.on("error", (problem) => {
      clearTimeout(timer);
      const code = codeOf(problem);
      settle(code === "ENOENT" ? { ended: "not-found" } : { ended: "not-started", detail: code });
    });
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      if (forced !== undefined) settle(forced);
      else if (code === null) settle({ ended: "signal", signal: signal ?? "a signal" });
      else settle({ ended: "exit", code, output: Buffer.concat(chunks) });
    });
  });
}
