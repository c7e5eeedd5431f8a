import type { About, Installed } from "../../commands/index.ts";
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
  saveFile(path: string, text: string): Promise<void>;
  /** Throws what the operating system says. */
  readFile(path: string): Promise<string>;
  installCompleter(): Promise<Installed>;
  /** Starts a program, by the shell, that shows text on the terminal. */
  startPager?(command: string): Promise<Pager>;
}
