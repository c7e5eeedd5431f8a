import type { Demand, Reading } from "../../cluster/index.ts";
import type { Resource } from "../../kubernetes/index.ts";
import { kindOf } from "../../kubernetes/index.ts";
import type { Read, ReadContext } from "./read-context.ts";
import { readDemand } from "./read-demand.ts";
import type { NotRead } from "./unread.ts";

export interface Collected {
  /** One for each demand, in their order, but for what is unchanged. */
  readonly readings: readonly Reading[];
  /** What is still the version that was known. */
  readonly unchanged: readonly Demand[];
  /** Objects that were passed over, and lists that are not of one moment. Not empty means that the view is incomplete. */
  readonly skipped: readonly string[];
}

/**
 * `last`: pods at a revision no older than that of claims, volumes and attachments, as controllers look at them.
 * `beside`: all at once, for who is waiting; then what is told of can be older than pods by the time of an answer.
 */
export type PodsOrder = "last" | "beside";

/** What can be used by Pods. The server's controllers look at Pods last, and so does this. */
const beforePods: ReadonlySet<Resource> = new Set<Resource>([
  "v1/persistentvolumeclaims",
  "v1/persistentvolumes",
  "storage.k8s.io/v1/volumeattachments",
]);

/**
 * Reads everything that was asked for, each thing once. The lists are of different moments: Pods are read at a revision
 * that is no older than that of claims, volumes and attachments, so that a Pod which came between is seen rather than missed.
 */
export async function collect(
  demands: readonly Demand[],
  context: ReadContext,
  pods: PodsOrder = "last",
): Promise<Collected> {
  const reads = new Map<string, Promise<Read<Resource> | NotRead>>();
  const pinned: Promise<void>[] = [];

  function start(demand: Demand, after: Promise<unknown>): void {
    const key = keyOf(demand);
    if (reads.has(key)) return;
    let pin = () => {};
    if (beforePods.has(demand.resource)) {
      pinned.push(
        new Promise((resolve) => {
          pin = resolve;
        }),
      );
    }
    reads.set(
      key,
      after.then(() => readDemand(demand, context, pin, pods === "last" ? "first" : "beside")),
    );
  }

  const waits = (demand: Demand) => pods === "last" && demand.resource === "v1/pods";
  for (const demand of demands) if (!waits(demand)) start(demand, Promise.resolve());
  const allPinned = Promise.all(pinned);
  for (const demand of demands) if (waits(demand)) start(demand, allPinned);

  const keys = [...reads.keys()];
  const outcomes = new Map(
    (await Promise.all(reads.values())).map((outcome, position) => [keys[position] ?? "", outcome] as const),
  );
  const all = [...outcomes.values()];
  const isOfEachCluster = demands.some(({ resource }) => kindOf(resource).presence === "always");
  if (isOfEachCluster || !context.came.any) throwIfNothingCame(all);
  if (all.some(({ read }) => read)) context.came.any = true;
  const isUnchanged = (demand: Demand) => {
    const outcome = outcomes.get(keyOf(demand));
    return outcome?.read === true && outcome.state === "as known";
  };
  return {
    readings: demands.flatMap((demand) => {
      const outcome = outcomes.get(keyOf(demand));
      return outcome === undefined || isUnchanged(demand) ? [] : [readingOf(demand, outcome)];
    }),
    unchanged: demands.filter(isUnchanged),
    skipped: [...outcomes.values()].flatMap((outcome) => (outcome.read ? outcome.skipped : [])),
  };
}

function keyOf({ resource, scope }: Demand): string {
  return JSON.stringify([resource, ...Object.entries(scope).sort()]);
}

function readingOf({ resource, scope }: Demand, outcome: Read<Resource> | NotRead): Reading {
  if (outcome.read) return { read: true, resource, scope, items: outcome.items };
  return { read: false, resource, scope, reason: outcome.reason, detail: outcome.detail };
}

/**
 * One list that fails is a gap; when every one fails in transit, the cluster was not reached. Where an answer came before,
 * though, kinds that a cluster need not have can all be of an API that is down.
 */
function throwIfNothingCame(outcomes: readonly (Read<Resource> | NotRead)[]): void {
  const faults = outcomes.flatMap((outcome) =>
    outcome.read || outcome.fault === undefined ? [] : [outcome.fault],
  );
  if (faults.length === outcomes.length && faults[0] !== undefined) throw faults[0];
}
