import type { Phrase } from "../../model/index.ts";
import type { Surroundings } from "../kubeconfig/index.ts";
import type { Limits } from "./limits.ts";

/** What talking to a server needs beyond what a kubeconfig needs. */
export interface LiveSurroundings extends Surroundings {
  /** From 0 up to 1, to spread retries. */
  random(): number;
  sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
  /** What `-v` asks for: lines above this level are not made. */
  readonly verbosity: number;
  log(line: Phrase): void;
  /** Something takes longer than a person expects. */
  notice(line: Phrase): void;
  /** Fires when the person has had enough. */
  readonly signal?: AbortSignal | undefined;
  readonly limits?: Partial<Limits>;
  /** Which reader to begin with: our own, or that of Node.js. */
  readonly reader?: "raw" | "node";
  /** As in `kubectl-pvguard/1.2.3`. */
  readonly userAgent: string;
}
