import type { Bench, Edge, FlagValues, Output } from "../../commands/index.ts";
import { Failure, nodeDisk } from "../../commands/index.ts";
import { ioReason } from "../../connection/io-reason.ts";
import { say, words } from "../../kubernetes/index.ts";
import type { Shell } from "../../report/index.ts";
import { busyOn } from "../busy.ts";
import { isColoured } from "./color.ts";
import type { Host } from "./host.ts";
import { connector, opener, wholeOpener } from "./open.ts";
import type { Pace } from "./pace.ts";
import { answersOf, questioned } from "./question.ts";
import { homeOf, sleep } from "./surroundings.ts";

async function saved(path: string, text: string, host: Host): Promise<void> {
  await host.saveFile(path, text).catch((problem: unknown) => {
    throw new Failure("local-io", say`error: could not write ${path}: ${ioReason(problem)}`);
  });
}

async function read(path: string, host: Host): Promise<string> {
  return await host.readFile(path).catch((problem: unknown) => {
    throw new Failure("local-io", say`error: could not read ${path}: ${ioReason(problem)}`);
  });
}

/** Where Node.js runs on Windows, commands are most likely pasted into PowerShell. */
export function shellOf({ platform }: Host): Shell {
  return platform === "win32" ? "powershell" : "posix";
}

interface Streams {
  readonly out: Output;
  readonly err: Output;
  readonly pace: Pace;
}

/** The world of a command, made from the process that it runs in. */
export function edgeOf(host: Host, flags: FlagValues, { out, err, pace }: Streams): Edge {
  return {
    out,
    err,
    shell: shellOf(host),
    color: isColoured(flags, host.stdout, host) ? "always" : "never",
    now: () => host.now(),
    open: opener(host, err),
    openWhole: wholeOpener(host),
    connect: connector(host, err),
    get answers() {
      return answersOf(host);
    },
    ask: (question) => questioned(question, host, err),
    bench: (directory) => benchOf(directory, host),
    hazards: hazardsOf(host),
    unhurried: (work) => pace.unhurried(work),
    busy: busyOn(host.stderr),
    rest: () => new Promise((settle) => setImmediate(settle)),
    interrupted: host.interrupted,
    about: host.about,
    readFile: (path) => read(path, host),
    saveFile: (path, text) => saved(path, text, host),
    installCompleter: () => host.installCompleter(),
  };
}

/** What the executor needs of the process that it runs in. */
function benchOf(directory: string | undefined, host: Host): Bench {
  return {
    disk: nodeDisk(host.userNumber),
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
