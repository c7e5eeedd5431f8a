import { createCluster } from "../../engine/index.ts";
import { type Next, nextStep, proven, type Rescue } from "../../engine/rescue/index.ts";
import type { Cluster, Snapshot, Unread } from "../../model/index.ts";
import { collect } from "../collect.ts";
import type { Source } from "../source.ts";

/** The cluster as it is now, as far as a decision needs it. */
export interface Look {
  /** With what could be seen now and perhaps not later. */
  readonly rescue: Rescue;
  readonly next: Next;
  readonly cluster: Cluster;
}

/** Reads everything that the next step depends on again, and decides it. */
export async function lookAgain(rescue: Rescue, source: Source): Promise<Look> {
  const { made, snapshot } = await collect((known) => decided(rescue, known), source.start(), source);
  const cluster = createCluster(snapshot);
  return { ...made, cluster };
}

function decided(
  rescue: Rescue,
  snapshot: Snapshot,
): Omit<Look, "cluster"> & { readonly unread: readonly Unread[] } {
  const cluster = createCluster(snapshot);
  const known = proven(rescue, cluster);
  const next = nextStep(known, cluster);
  return { rescue: known, next, unread: next.next === "unknown" ? next.unread : [] };
}
