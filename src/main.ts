#!/usr/bin/env node
import { setMaxListeners } from "node:events";
import { basename } from "node:path";
import type { Host } from "./cli/index.ts";
import type { Loaded } from "./program/from-source.ts";
import type { Thread } from "./sources/live/index.ts";
import type { Work } from "./v8-flags.ts";

/** Set by the build. */
declare const PVGUARD_VERSION: string | undefined;

const version = typeof PVGUARD_VERSION === "string" ? PVGUARD_VERSION : "v0.0.0-source";
const runtime = `node ${process.version} ${process.platform}/${process.arch}`;
const program = process.argv[1] ?? "";
const oldestNode = 20;

/** V8 takes compiled code only where its flags are those under which it was written: those of the beginning. */
let takeFlagsBack = () => {};
/** To the usual ones. */
let setFlagsBack = () => {};
/** For the work of the moment. */
let setFlagsAgain = () => {};
let workAtFirst: Work | undefined;
let work: Work | undefined;

/** How the run ends when the first signal that came ends it. */
let codeOfInterruption = 130;

function host({ threadScript }: Pick<Loaded, "threadScript">): Host {
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
    async begins(next) {
      if (next === work) return;
      work = next;
      const { beforeFlags, setFlags } = await import("./v8-flags.ts");
      await beforeFlags();
      setFlagsAgain = () => {
        setFlagsBack = setFlags(process.versions.node, next);
      };
      setFlagsAgain();
      takeFlagsBack = () => {
        setFlagsBack();
        if (workAtFirst !== undefined) setFlags(process.versions.node, workAtFirst);
      };
    },
    async saveFile(path, text) {
      const { saveFile } = await import("./save-file.ts");
      await saveFile(path, text);
    },
    async readFile(path) {
      const { readText } = await import("./read-text.ts");
      return await readText(path);
    },
    async startPager(command, failed) {
      const { startPager } = await import("./pager.ts");
      // An interruption is meant for the pager now.
      process.removeAllListeners("SIGINT");
      process.on("SIGINT", () => {});
      return startPager(command, process.env, failed);
    },
    startThread: threadScript === undefined ? undefined : () => threadOf(threadScript),
    async installCompleter() {
      const { installCompleter } = await import("./install-completer.ts");
      return await installCompleter(program, process.platform);
    },
  };
}

/** Node.js loads a thread's code fast only under the usual flags, so they are restored until that is done. */
async function threadOf(script: string): Promise<Thread> {
  const { startThread } = await import("./start-thread.ts");
  setFlagsBack();
  return startThread(script, () => setFlagsAgain());
}

async function main(argv: readonly string[]): Promise<number> {
  if (Number.parseInt(process.versions.node, 10) < oldestNode) {
    process.stderr.write(
      `error: kubectl-pvguard needs Node.js ${oldestNode} or newer, not ${process.version}\n`,
    );
    return 2;
  }
  // kubectl asks another program for completion. That is this one, called by another name.
  const [first, ...others] = argv;
  if (/^(kubectl_complete-pvguard|complete)\b/.test(basename(program))) return await completed(argv);
  if (first === "__complete") return await completed(others);
  const printed = isForHelp(argv) ? await printedHelp(argv) : undefined;
  if (printed !== undefined) return printed;
  return await loadedFor(first ?? "", ({ program, threadScript }) =>
    program.run(argv, host({ threadScript })),
  );
}

/** Few words, one of which asks for help: then the text may be there already. */
function isForHelp(argv: readonly string[]): boolean {
  return (
    argv.length <= 2 && (argv.length === 0 || argv.some((word) => /^(--help|-h|help|options)$/.test(word)))
  );
}

/** Of what asks a cluster: many young objects are made before it is asked, and of `why`, which is over soon, most. */
function workAtFirstOf(command: string): Work | undefined {
  if (argv.some((word) => word.startsWith("--from"))) return undefined;
  if (command === "why") return "makes objects";
  return command === "audit" ? "loads" : undefined;
}

async function printedHelp(argv: readonly string[]): Promise<number | undefined> {
  const { printReady } = await import("./cli/help/index.ts");
  return await printReady(argv, process.stdout, process.stderr);
}

async function completed(argv: readonly string[]): Promise<number> {
  return await loadedFor("complete", (loaded) => loaded.program.complete(argv, host(loaded)));
}

async function loadedFor(command: string, use: (loaded: Loaded) => Promise<number>): Promise<number> {
  const { load } = await import("./program/from-source.ts");
  work = workAtFirst = workAtFirstOf(command);
  if (workAtFirst !== undefined) {
    const { beforeFlags, setFlags } = await import("./v8-flags.ts");
    await beforeFlags();
    setFlags(process.versions.node, workAtFirst);
  }
  const userNumber = process.getuid?.();
  const loaded = await load({ command, argv, env: process.env, userNumber, runtime });
  const code = await use(loaded);
  // Of a run that came to nothing, little has been compiled.
  if (code === 0 || code === 1 || code === 3) {
    takeFlagsBack();
    loaded.keepCode();
  }
  return code;
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
