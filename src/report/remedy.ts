import type { Cluster } from "../cluster/index.ts";
import type { ObjectRef, Phrase } from "../kubernetes/index.ts";
import type { Acceptance, Act } from "./act.ts";
import type { DataFate, Fate } from "./fate.ts";

/**
 * Safe: nothing is destroyed, exposed or left behind, and no running pod stops. Risky: a pod can stop, or a disk is left
 * behind. Loses data: data is destroyed or exposed, or may be, for all that could be read.
 */
export type Safety = "safe" | "risky" | "loses-data";

export const safestFirst: readonly Safety[] = ["safe", "risky", "loses-data"];

/** For which shell commands are written: PowerShell on Windows. */
export type Shell = "posix" | "powershell";

/** One line for a shell, as its arguments; rendering quotes them. */
export interface CommandLine {
  readonly argv: readonly string[];
  /** The file that standard output goes to. */
  readonly into?: string;
  /** POSIX unless given. */
  readonly shell?: Shell;
}

/** Something to do, said and not yet made: of two that say the same, one is made. */
export interface RemedyCall {
  /** The name of the remedy. */
  readonly remedy: string;
  readonly on: ObjectRef;
  /** What else the remedy was told. */
  readonly using?: { readonly [name: string]: string };
  /** `undefined` when its guards fail. */
  make(cluster: Cluster): Remedy | undefined;
}

/** Something to do about a hold. */
export interface Remedy {
  /** The file in `remedies/` that made it. */
  readonly name: string;
  readonly title: Phrase;
  /** Each danger that the model of the controllers cannot see, such as a machine that may still write, and that `fix` does not ask for. */
  readonly dangers?: readonly string[];
  /** Why it helps, and what it costs. */
  readonly because: Phrase;
  /** What a person must prove or prepare before the commands. */
  readonly first?: readonly Phrase[];
  /** In order. Empty when it is done outside Kubernetes. */
  readonly commands: readonly CommandLine[];
  /** What a person must do after them, or instead of them, and where no command can. */
  readonly steps: readonly Phrase[];
  /** What its commands do, where `fix` leaves them to a person. */
  readonly does?: readonly [Act, ...Act[]];
  /** What a person does to objects by its steps. */
  readonly deeds?: readonly Deed[];
  /** Its `because` says what becomes of the data: that is not said again. */
  readonly tells?: "the data";
  /** It keeps something, or only looks: it ends no hold. Of a remedy with `fix` its acts say so. */
  readonly spares?: "the data";
  /** What `fix` would do, and all of it. Absent where a person must do something. */
  readonly fix?: RemedyFix;
}

export interface RemedyFix {
  readonly acts: readonly [Act, ...Act[]];
  /** What can never be undone. */
  readonly cannotUndo: readonly Phrase[];
  /** Each danger that a person must accept by name. Empty for what is safe. */
  readonly accept: readonly Acceptance[];
}

/** What is done to one object, so that two texts can be told to speak of the same. */
export type Deed =
  | { readonly do: "delete"; readonly on: ObjectRef }
  | { readonly do: "drop-finalizer"; readonly on: ObjectRef; readonly finalizer: string };

/** A tempting step that is wrong here. */
export interface Avoid {
  readonly step: Phrase;
  readonly because: Phrase;
  /** What the step does, where a remedy could do the same. */
  readonly deed?: Deed;
}

/** What becomes of the data by what a step allows to continue. */
export type Consequence = Omit<Fate, "data" | "because"> & {
  readonly data: Extract<DataFate, "destroyed" | "exposed" | "leaked" | "unknown">;
};

/** A remedy with its label: what the future after it shows, held against the future without it. */
export type MarkedRemedy = Remedy & {
  readonly safety: Safety;
  /** Absent where nothing bad comes of it, and where the step itself is what loses the data. */
  readonly follows?: Consequence;
};

/** A remedy in a diagnosis. One of them is primary: the safest that ends the root cause. */
export type OfferedRemedy = MarkedRemedy & { readonly primary: boolean };
