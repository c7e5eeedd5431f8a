import type { Cluster } from "../cluster/index.ts";
import type { AnyFinalizerEntry, FoundHold } from "../define/index.ts";
import { isFresh, lastChange } from "../define/index.ts";
import { finalizerOwnerRuns, updatesBlocked } from "../evidence/index.ts";
import type { KubeObject, Phrase } from "../kubernetes/index.ts";
import { asSpoken, refOf, say } from "../kubernetes/index.ts";
import type { Evidence } from "../report/index.ts";
import { hint } from "../report/index.ts";

/** A finalizer of which every condition is met: its owner will remove it in a moment, or does not act. */
export function ownerIdle(
  object: KubeObject,
  finalizer: string,
  entry: AnyFinalizerEntry,
  cluster: Cluster,
): FoundHold {
  const changed = hint(
    refOf(object),
    "metadata",
    `last changed ${lastChange(object) ?? "at an unknown time"}`,
  );
  const holder = { controller: entry.owner };
  if (isFresh(object, cluster.now)) {
    return {
      reason: "ControllerAboutToAct",
      holder,
      message: say`${finalizer} is no longer needed, and ${asSpoken(entry.owner)} will remove it in a moment`,
      evidence: [changed],
    };
  }
  const stopped = notRenewed(finalizer, object, cluster);
  const refusals = possibleRefusals(object, cluster);
  return {
    reason: "ControllerNotActing",
    holder,
    message: say`${finalizer} is no longer needed, but ${asSpoken(entry.owner)} has not removed it${stopped.flatMap(lastRenewed)}${refusals.words}`,
    evidence: [changed, ...stopped, ...refusals.evidence],
    remedies: entry.idle?.(object, cluster) ?? [],
  };
}

/** The lease that its owner no longer renews. */
function notRenewed(finalizer: string, object: KubeObject, cluster: Cluster): readonly Evidence[] {
  const runs = finalizerOwnerRuns(finalizer, object, cluster);
  return runs.is === "unread" || runs.is === "proven" ? [] : runs.against.slice(0, 1);
}

function lastRenewed({ about, observed }: Evidence): Phrase {
  return say`; it seems not to run: lease/${about.name} was last renewed at ${String(observed)}`;
}

interface Refusals {
  readonly words: Phrase;
  readonly evidence: readonly Evidence[];
}

/** What may refuse a controller's update of the object. What was not read is left out: it would only be a hint. */
function possibleRefusals(object: KubeObject, cluster: Cluster): Refusals {
  const blocked = updatesBlocked(object, cluster);
  const [first, ...others] = blocked.is === "unread" ? [] : (blocked.webhooks ?? []);
  if (blocked.is === "unread" || first === undefined) return { words: [], evidence: [] };
  const more = others.length === 0 ? [] : say` and ${others.length} more`;
  return {
    words: say`. The API server may refuse the update: the webhook ${first.name}${more} must answer before each one. Check that its server runs: ${first.server}`,
    evidence: blocked.for,
  };
}
