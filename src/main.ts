#!/usr/bin/env node
import { setMaxListeners } from "node:events";
import nodeModule from "node:module";
import { basename, join } from "node:path";
import type { Host } from "./cli/index.ts";

/** Set by the build. */
declare const PVGUARD_VERSION: string | undefined;
declare const PVGUARD_EXECUTABLE: boolean | undefined;

const version = typeof PVGUARD_VERSION === "string" ? PVGUARD_VERSION : "v0.0.0-source";
const runtime = `node ${process.version} ${process.platform}/${process.arch}`;
const program = process.argv[1] ?? "";
const isExecutable = typeof PVGUARD_EXECUTABLE === "boolean" && PVGUARD_EXECUTABLE;
const oldestNode = 20;

/** How the run ends when the first signal that came ends it. */
let codeOfInterruption = 130;

function host(): Host {
  const interruption = new AbortController();
  // As many wait at it as requests wait for their next try.
  setMaxListeners(0, interruption.signal);
  const interrupt = (code: number) => () => {
    codeOfInterruption = code;
    interruption.abort();
    process.once("SIGINT", () => process.exit(code));
  };
  process.once("SIGINT", interrupt(130));
  process.once("SIGTERM", interrupt(143));
  process.once("SIGHUP", interrupt(143));
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    // Rarely read from, and Node.js takes a while to open it.
    get stdin() {
      return process.stdin;
    },
    env: process.env,
    platform: process.platform,
    userNumber: process.getuid?.(),
    cwd: () => process.cwd(),
    now: () => Date.now(),
    random: () => Math.random(),
    killGroup: (leader) => process.kill(-leader, "SIGKILL"),
    interrupted: interruption.signal,
    about: {
      version,
      runtime,
      path: program,
    },
    async saveFile(path, text, readers) {
      const { saveFile } = await import("./text-file.ts");
      await saveFile(path, text, readers);
    },
    async requireWritable(path) {
      const { requireWritable } = await import("./text-file.ts");
      await requireWritable(path);
    },
    async readFile(path) {
      const { readText } = await import("./text-file.ts");
      return await readText(path);
    },
    async readerLeft(signal) {
      const { readerLeft } = await import("./reader-left.ts");
      await readerLeft(process.stdout.fd, signal);
    },
    async startPager(command) {
      const { startPager } = await import("./pager.ts");
      // An interruption is meant for the pager now.
      process.removeAllListeners("SIGINT");
      process.on("SIGINT", () => {});
      return startPager(command, process.env);
    },
    async listen(address, answer) {
      const { listen } = await import("./listen.ts");
      return await listen(address, answer);
    },
    async listenSecurely(at, answer) {
      const { listenSecurely } = await import("./listen-securely.ts");
      return await listenSecurely(at, answer);
    },
    async installCompleter() {
      const { installCompleter } = await import("./install-completer.ts");
      return await installCompleter(await foundAt(), process.platform);
    },
  };
}

/** Node.js is told the path of a script, and an executable the name by which it was called. */
async function foundAt(): Promise<string> {
  if (!isExecutable) return program;
  const { existsSync } = await import("node:fs");
  const { programPath } = await import("./install-completer.ts");
  const { env, execPath } = process;
  return programPath(program, env.PATH ?? "", process.cwd(), existsSync) ?? execPath;
}

async function main(argv: readonly string[]): Promise<number> {
  if (Number.parseInt(process.versions.node, 10) < oldestNode) {
    process.stderr.write(
      `error: kubectl-pvguard needs Node.js ${oldestNode} or newer, not ${process.version}\n`,
    );
    return 2;
  }
  if (!isExecutable) keepCompiledCode(process.env, process.platform);
  // kubectl asks another program for completion. That is this one, called by another name.
  const [first, ...others] = argv;
  if (/^(kubectl_complete-pvguard|complete)\b/.test(basename(program))) return await completed(argv);
  if (first === "__complete") return await completed(others);
  if (argv.length <= 2) {
    const { printReady } = await import("./cli/ready-help.ts");
    const printed = await printReady(argv, process.stdout, process.stderr);
    if (printed !== undefined) return printed;
  }
  const { run } = await import("./program/index.ts");
  return await run(argv, host());
}

async function completed(argv: readonly string[]): Promise<number> {
  const { complete } = await import("./program/index.ts");
  return await complete(argv, host());
}

// The warnings of Node.js are for programmers and do not help the user of pvguard.
process.removeAllListeners("warning");

/** An uncaught error is a bug in pvguard: print one line and no stack, and use no exit code that means something else. */
process.once("uncaughtException", (problem) => {
  process.stderr.write(`error: pvguard itself failed: ${JSON.stringify(problem.message)}\n`);
  process.exit(2);
});

const argv = process.argv.slice(2);
// Asked often by scripts: answered before anything else is loaded.
if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "version")) {
  process.stdout.write(`kubectl-pvguard ${version}\n`);
} else {
  main(argv).then((code) => process.exit(code === 130 ? codeOfInterruption : code));
}

/** Since Node.js 22.1; it takes compiled code only where that is whole, and of the same version. */
interface CompileCache {
  enableCompileCache?(folder: string): unknown;
}

/**
 * Has Node.js keep the compiled code of the program for the next start, where it can, in the user's own cache folder: in a
 * folder that others can write to, they could put code of theirs. An executable has its compiled code inside.
 */
function keepCompiledCode(env: Readonly<Record<string, string | undefined>>, platform: string): void {
  const caches = cachesOf(env, platform);
  const cache: CompileCache = nodeModule as object;
  if (caches !== undefined) cache.enableCompileCache?.(join(caches, "pvguard", "code"));
}

/** XDG Base Directory Specification 0.8: a relative path there counts as none. */
function cachesOf(
  { XDG_CACHE_HOME, HOME, LOCALAPPDATA }: Readonly<Record<string, string | undefined>>,
  platform: string,
): string | undefined {
  if (platform === "win32") return LOCALAPPDATA || undefined;
  if (XDG_CACHE_HOME?.startsWith("/")) return XDG_CACHE_HOME;
  return HOME ? join(HOME, ".cache") : undefined;
}
