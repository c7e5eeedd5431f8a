import type {
  Bench,
  FlagValues,
  ListenAddress,
  Listening,
  Output,
  Surroundings,
} from "../../commands/index.ts";
import { color, Failure, nodeFileSystem } from "../../commands/index.ts";
import { ioReason } from "../../connection/io-reason.ts";
import { say, words } from "../../kubernetes/index.ts";
import type { Shell } from "../../report/index.ts";
import { busyOn } from "../busy.ts";
import type { Sink, Writer } from "../writer.ts";
import type { Host } from "./host.ts";
import { homeOf, sleep } from "./host.ts";
import { linesOf } from "./lines.ts";
import { connector, kubeconfigReader, namesReader, opener, wholeOpener } from "./open.ts";
import type { Pace } from "./pace.ts";
import { answersOf, questioned } from "./question.ts";

/** What is to be written to a file, and what the person is told where it cannot. */
async function saved(path: string, work: Promise<void> | undefined): Promise<void> {
  await work?.catch((problem: unknown) => {
    throw new Failure("local-io", say`error: could not write ${path}: ${ioReason(problem)}`);
  });
}

async function read(path: string, host: Host): Promise<string> {
  return await host.readFile(path).catch((problem: unknown) => {
    throw new Failure("local-io", say`error: could not read ${path}: ${ioReason(problem)}`);
  });
}

async function listened(host: Host, ...[address, answer]: Parameters<Surroundings["listen"]>) {
  return await orFailure(address, (host.listen ?? refused)(address, answer));
}

async function listenedSecurely(host: Host, ...[at, answer]: Parameters<Surroundings["listenSecurely"]>) {
  return await orFailure(at.address, (host.listenSecurely ?? refused)(at, answer));
}

async function orFailure({ host, port }: ListenAddress, listening: Promise<Listening>): Promise<Listening> {
  return await listening.catch((problem: unknown) => {
    throw new Failure(
      "local-io",
      say`error: could not listen on ${host ?? ""}:${port}: ${ioReason(problem)}`,
    );
  });
}

/** Of a host without a network. */
async function refused(): Promise<never> {
  throw new Error("there is no network here");
}

/** Where Node.js runs on Windows, commands are most likely pasted into PowerShell. */
export function shellOf({ platform }: Host): Shell {
  return platform === "win32" ? "powershell" : "posix";
}

interface Streams {
  readonly out: Writer;
  readonly err: Output;
  readonly pace: Pace;
}

/** The surroundings of a command, made from the process that it runs in. */
export function commandSurroundings(
  host: Host,
  flags: FlagValues,
  { out, err, pace }: Streams,
): Surroundings {
  const busy = busyOn(host.stderr);
  return {
    out,
    err,
    shell: shellOf(host),
    color: isColoured(flags, host.stdout, host) ? "always" : "never",
    now: () => host.now(),
    open: opener(host, err, busy.quietly),
    kubeconfig: kubeconfigReader(host, err),
    openWhole: wholeOpener(host),
    namedIn: namesReader(host),
    connect: connector(host, err),
    get answers() {
      return answersOf(host);
    },
    ask: (question) => questioned(question, host, err),
    bench: (directory) => benchOf(directory, host),
    hazards: hazardsOf(host),
    unhurried: (work) => pace.unhurried(work),
    busy,
    rest: () => new Promise((settle) => setImmediate(settle)),
    interrupted: host.interrupted,
    whileRead: (work) => whileRead(work, host, out),
    pause: (milliseconds) => (host.sleep ?? sleep)(milliseconds, host.interrupted),
    random: () => host.random(),
    lines: (most) => linesOf(host.stdin, most),
    listen: (...asked) => listened(host, ...asked),
    listenSecurely: (...asked) => listenedSecurely(host, ...asked),
    about: host.about,
    async isEndless(path) {
      const { isEndless } = await import("../../reading/files/index.ts");
      return await isEndless(path);
    },
    readFile: (path) => read(path, host),
    saveFile: (path, text) => saved(path, host.saveFile(path, text)),
    saveOutput: (path, pieces) => saved(path, host.saveFile(path, pieces, "as usual")),
    requireWritable: (path) => saved(path, host.requireWritable?.(path)),
    installCompleter: () => host.installCompleter(),
  };
}

/** A reader who has left is heard of only by a write, or by asking. */
async function whileRead<T>(work: (signal: AbortSignal) => Promise<T>, host: Host, out: Writer): Promise<T> {
  const done = new AbortController();
  const signal = AbortSignal.any([host.interrupted, out.over, done.signal]);
  // A reader of whom nothing can be learned is taken to read on.
  host.readerLeft?.(signal).then(
    () => signal.aborted || out.closed(),
    () => {},
  );
  try {
    return await work(signal);
  } finally {
    done.abort();
  }
}

/** What the executor needs of the process that it runs in. */
function benchOf(directory: string | undefined, host: Host): Bench {
  return {
    files: nodeFileSystem(host.userNumber),
    directory: placeFor(directory, host),
    version: host.about.version,
    now: () => host.now(),
    random: () => host.random(),
    sleep: host.sleep ?? sleep,
    signal: host.interrupted,
  };
}

/** XDG Base Directory Specification 0.8: state that outlives a restart; a relative path there counts as none. */
function placeFor(directory: string | undefined, host: Host): string {
  if (directory !== undefined && directory !== "")
    return isAbsolute(directory) ? directory : `${host.cwd()}/${directory}`;
  const state = host.env.XDG_STATE_HOME ?? "";
  if (isAbsolute(state)) return `${state}/pvguard`;
  const home = homeOf(host);
  if (home !== undefined) return `${home}/.local/state/pvguard`;
  throw new Failure(
    "refused",
    words(
      "error: no home directory found for the backups: specify a directory with --backup-dir. Nothing was sent.",
    ),
  );
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path);
}

/** Node's own switch that lets every server pass for every other. */
function hazardsOf({ env }: Host): readonly string[] {
  return env.NODE_TLS_REJECT_UNAUTHORIZED === "0" ? ["NODE_TLS_REJECT_UNAUTHORIZED=0"] : [];
}

/** Whether text for this stream is coloured: the flag, then what the environment asks, then what the stream is. */
export function isColoured(flags: FlagValues, stream: Sink, { env }: Pick<Host, "env">): boolean {
  switch (flags.choice(color)) {
    case "always":
      return true;
    case "never":
      return false;
    case "auto":
      return wantedByEnvironment(env) ?? (stream.isTTY === true && env.TERM !== "dumb");
  }
}

function wantedByEnvironment(env: Host["env"]): boolean | undefined {
  // Present is enough, even if empty, as for kubectl.
  if (env.NO_COLOR !== undefined) return false;
  const forced = env.FORCE_COLOR ?? env.CLICOLOR_FORCE;
  if (forced !== undefined && forced !== "") return forced !== "0" && forced !== "false";
  return env.CLICOLOR === "0" ? false : undefined;
}
