import type { Phrase } from "../../kubernetes/index.ts";
import type { Surroundings } from "../kubeconfig/index.ts";

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

/** How long and how much the client puts up with. Times are milliseconds. */
export interface Limits {
  readonly connect: number;
  readonly handshake: number;
  /** From the request to the first byte of the answer. */
  readonly headers: number;
  /** Between two pieces of a body. */
  readonly idle: number;
  /** One request, without waiting between tries. */
  readonly request: number;
  readonly tries: number;
  /** The first wait between tries; each further one is twice as long. */
  readonly backoff: number;
  /** All waits of one read together. */
  readonly waiting: number;
  readonly inFlight: number;
  /** Bytes of one answer, after decompression. */
  readonly answer: number;
  /** Bytes of all answers together that are being unpacked as a whole. */
  readonly unpacking: number;
  /** Bytes of one object of a list. */
  readonly object: number;
  readonly nesting: number;
}

export const defaultLimits: Limits = {
  connect: 10_000,
  handshake: 10_000,
  headers: 30_000,
  idle: 15_000,
  request: 60_000,
  tries: 4,
  backoff: 500,
  waiting: 20_000,
  inFlight: 4,
  answer: 256 * 1024 * 1024,
  unpacking: 256 * 1024 * 1024,
  object: 8 * 1024 * 1024,
  nesting: 200,
};
