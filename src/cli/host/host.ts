import type {
  About,
  FlagValues,
  Installed,
  ListenAddress,
  Listening,
  Output,
  PageAnswer,
  PageRequest,
  SecureAddress,
  SecureRequest,
} from "../../commands/index.ts";
import { verbosity } from "../../commands/index.ts";
import { machine } from "../../connection/kubeconfig/machine.ts";
import type { Phrase } from "../../kubernetes/index.ts";
import { flatten } from "../../kubernetes/index.ts";
import type { LiveSurroundings } from "../../reading/live/index.ts";
import { whole } from "../../render/escape.ts";
import type { Sink } from "../writer.ts";

/** A stream that reports trouble by itself too. */
export interface HostStream extends Sink {
  on(event: "error", listener: (problem: Error) => void): unknown;
}

export interface Pager {
  write: Sink["write"];
  /** Nothing more is written. Resolves when the person has left it; `not started`: there is no such program. */
  read(): Promise<"read" | "not started">;
}

/** What comes from standard input. */
export type Typed = AsyncIterable<Uint8Array> & {
  readonly isTTY?: boolean | undefined;
  /** Of a terminal: whether waiting for it keeps the process from ending. */
  ref?(): unknown;
  unref?(): unknown;
};

/** What the command line needs of the process that it runs in. Only the entry points have a real one. */
export interface Host {
  readonly stdout: HostStream;
  readonly stderr: HostStream;
  readonly stdin: Typed;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  cwd(): string;
  /** The number of the user who runs this, where the system has such numbers. */
  readonly userNumber: number | undefined;
  /** Milliseconds since the epoch. */
  now(): number;
  /** From 0 up to 1. */
  random(): number;
  /** Where time does not pass as it does on a clock. Ends early when the signal fires. */
  sleep?(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
  killGroup(leader: number): void;
  /** Aborted when the person interrupts. */
  readonly interrupted: AbortSignal;
  readonly about: About;
  /** Throws what the operating system says. */
  saveFile(path: string, text: Iterable<string>, readers?: "as usual"): Promise<void>;
  /** Throws what the operating system says. Unless given, every file is taken to be writable. */
  requireWritable?(path: string): Promise<void>;
  /** Throws what the operating system says. */
  readFile(path: string): Promise<string>;
  installCompleter(): Promise<Installed>;
  /** Answers HTTP requests until it is closed. Throws what the operating system says. */
  listen?(address: ListenAddress, answer: (asked: PageRequest) => PageAnswer): Promise<Listening>;
  /** Answers over TLS until it is closed. Throws what the operating system or OpenSSL says. */
  listenSecurely?(
    at: SecureAddress,
    answer: (asked: SecureRequest) => Promise<PageAnswer>,
  ): Promise<Listening>;
  /** Resolves when nothing reads standard output any longer, or the signal fires. */
  readerLeft?(signal: AbortSignal): Promise<void>;
  /** Starts a program, by the shell, that shows text on the terminal. */
  startPager?(command: string): Promise<Pager>;
}

/** What reaching a cluster needs of this process. */
export async function surroundingsOf(host: Host, err: Output, flags?: FlagValues): Promise<LiveSurroundings> {
  const print = (line: Phrase) => err.write(`${flatten(line, whole)}\n`);
  return {
    ...machine({
      env: host.env,
      home: homeOf(host),
      workingDirectory: host.cwd(),
      platform: host.platform === "win32" ? "windows" : "posix",
      isAtTerminal: () => host.stdin.isTTY === true,
      now: () => host.now(),
      warn: print,
      killGroup: (leader) => host.killGroup(leader),
      pluginSays: (text) => err.write(text.split("\n").map(whole).join("\n")),
    }),
    random: () => host.random(),
    sleep: host.sleep ?? sleep,
    verbosity: flags?.number(verbosity) ?? 0,
    log: print,
    notice: (line) => {
      if (err.isTerminal) print(line);
    },
    signal: host.interrupted,
    userAgent: `kubectl-pvguard/${host.about.version.replace(/^v/, "")}`,
  };
}

/** kubernetes/client-go util/homedir/homedir.go HomeDir, v0.36, but for its look at which folder has a .kube. */
export function homeOf({ env, platform }: Host): string | undefined {
  if (platform !== "win32") return env.HOME || undefined;
  const drive = env.HOMEDRIVE && env.HOMEPATH ? `${env.HOMEDRIVE}${env.HOMEPATH}` : undefined;
  return env.HOME || env.USERPROFILE || drive;
}

/** Ends early when the signal fires, and leaves nothing behind at it: a long wait is made of many of these. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((settle) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      settle();
    };
    const timer = setTimeout(end, signal?.aborted === true ? 0 : milliseconds);
    signal?.addEventListener("abort", end);
  });
}
