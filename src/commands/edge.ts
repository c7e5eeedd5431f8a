import type { Phrase } from "../model/index.ts";
import type { FlagValues } from "./flags/index.ts";
import type { Source } from "./source.ts";

/** Somewhere to write text to. */
export interface Output {
  write(text: string): void;
  readonly columns: number | undefined;
  readonly isTerminal: boolean;
}

/** Everything outside of a command: the terminal, the clock, the cluster or the files, the disk. */
export interface Edge {
  readonly out: Output;
  readonly err: Output;
  /** Whether `out` takes colours. */
  readonly color: "always" | "never";
  /** Milliseconds since the epoch. */
  now(): number;
  /** The cluster or the files that the flags name. */
  open(flags: FlagValues): Promise<Source>;
  /** Tells a person on a terminal that something takes long; returns what ends it. */
  busy(doing: Phrase): () => void;
  /** Aborted when the person interrupts. */
  readonly interrupted: AbortSignal;
  readonly about: About;
  /** Writes a file that only its owner can read. Throws a `Failure` when it cannot. */
  saveFile(path: string, text: string): Promise<void>;
  /** Puts `kubectl_complete-pvguard` beside the program that runs. */
  installCompleter(): Promise<Installed>;
}

export type Installed =
  | { readonly state: "installed" | "already"; readonly path: string }
  | { readonly state: "refused"; readonly path: string; readonly because: string };

/** What this program is. */
export interface About {
  readonly version: string;
  /** As in `node v24.1.0 linux/x64`. */
  readonly runtime: string;
  /** The file that runs. */
  readonly path: string;
}
