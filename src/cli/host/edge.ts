import { type Edge, Failure, type FlagValues, type Output } from "../../commands/index.ts";
import { type Shell, say } from "../../model/index.ts";
import { busyOn } from "../busy.ts";
import { codeOf, reasonFor } from "../io-reason.ts";
import { benchOf, hazardsOf } from "./bench.ts";
import { isColoured } from "./color.ts";
import type { Host } from "./host.ts";
import { connector, opener, wholeOpener } from "./open.ts";
import type { Pace } from "./pace.ts";
import { answersOf, questioned } from "./question.ts";

async function saved(path: string, text: string, host: Host): Promise<void> {
  await host.saveFile(path, text).catch((problem: unknown) => {
    throw new Failure("local-io", say`error: could not write ${path}: ${reasonFor(problem)}`);
  });
}

async function read(path: string, host: Host): Promise<string> {
  return await host.readFile(path).catch((problem: unknown) => {
    const reason = codeOf(problem) === "ENOENT" ? "there is no such file" : reasonFor(problem);
    throw new Failure("local-io", say`error: could not read ${path}: ${reason}`);
  });
}

/** Where Node.js runs on Windows, commands are most likely pasted into PowerShell. */
export function shellOf({ platform }: Host): Shell {
  return platform === "win32" ? "powershell" : "posix";
}

/** The world of a command, made from the process that it runs in. */
export function edgeOf(host: Host, flags: FlagValues, out: Output, err: Output, pace: Pace): Edge {
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
