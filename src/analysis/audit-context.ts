import type { Cluster } from "../cluster/index.ts";
import type { AuditContext } from "../define/index.ts";
import { stateSince } from "../define/index.ts";
import type { KubeObject } from "../kubernetes/index.ts";
import { secondsSince } from "../kubernetes/index.ts";
import type { Analysis } from "./analysis.ts";

/** What the rules may ask. All rules are asked about an object before the next one. */
export function auditContext(
  analysis: Analysis,
  olderThan: number,
  onWaiting: (object: KubeObject) => void = () => {},
): AuditContext {
  const { cluster } = analysis;
  let last: { readonly object: KubeObject; readonly workedOut: Map<unknown, unknown> } | undefined;
  return {
    cluster,
    olderThan,
    isTooNew(object, seconds = olderThan) {
      const age = secondsSince(object.metadata.creationTimestamp, cluster.now);
      const isNew = age !== undefined && age < seconds;
      if (isNew) onWaiting(object);
      return isNew;
    },
    explain(object) {
      const since = stateSince(object);
      const { holds, unread } = analysis.causesOf(object);
      return { holds, unread, ...(since === undefined ? {} : { since }) };
    },
    ownHolds: analysis.holdsOf,
    once<O extends KubeObject, T>(object: O, workOut: (object: O, cluster: Cluster) => T): T {
      if (last?.object !== object) last = { object, workedOut: new Map() };
      const { workedOut } = last;
      if (!workedOut.has(workOut)) workedOut.set(workOut, workOut(object, cluster));
      // Only what this function worked out is known under it.
      return workedOut.get(workOut) as T;
    },
    verdict: analysis.verdictOf,
    dataOf: analysis.dataOf,
  };
}
