import type { Phrase } from "./phrase.ts";

/** Safe: no data is lost and no service stops. Risky: a service can stop. Loses data: data can be destroyed. */
export type Safety = "safe" | "risky" | "loses-data";

/** One line for a shell, as its arguments; rendering quotes them. */
export interface CommandLine {
  readonly argv: readonly string[];
  /** The file that standard output goes to. */
  readonly into?: string;
}

/** Something to do about a hold. */
export interface Remedy {
  /** The file in `remedies/` that made it. */
  readonly name: string;
  readonly title: Phrase;
  readonly safety: Safety;
  /** Why it helps, and what it costs. */
  readonly because: Phrase;
  /** In order. Empty when it is done outside Kubernetes. */
  readonly commands: readonly CommandLine[];
  /** What a person must do or prove where no command can. */
  readonly steps: readonly Phrase[];
}

/** A tempting step that is wrong here. */
export interface Avoid {
  readonly step: Phrase;
  readonly because: Phrase;
}
