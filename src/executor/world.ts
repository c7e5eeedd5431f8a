import type { Client } from "../connection/http/client.ts";
import type { ExecutorEdge } from "./edge.ts";

/** The server, and everything else outside. */
export interface World {
  readonly client: Client;
  readonly edge: ExecutorEdge;
}

/** Milliseconds. */
export const patience = {
  /** A server gives up on a request after 34 s at most: kubernetes/apiserver pkg/server/config.go (v1.36). */
  withoutAnswer: 40_000,
  withAnswer: 10_000,
  /** How long an answer is waited for after the person interrupted. */
  afterInterrupt: 5_000,
  oneLook: 10_000,
  betweenLooks: 2_000,
  /** What was seen of the cluster counts for so long. */
  oldestLook: 10_000,
  /** All waits together that the server asked for. */
  throttled: 20_000,
} as const;

export const resends = 3;

export function isInterrupted({ edge }: World): boolean {
  return edge.signal?.aborted === true;
}
