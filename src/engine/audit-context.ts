import {
  type AnyController,
  type Cluster,
  type DataFate,
  type KubeObject,
  nameKey,
  refOf,
} from "../model/index.ts";
import type { Knowledge } from "./define.ts";
import { remarkOn } from "./diagnose.ts";
import { causeGraph } from "./graph.ts";
import { type Edge, holdsOf } from "./holds.ts";
import { outlookOf } from "./outlook.ts";
import type { AuditContext } from "./rule.ts";
import { stateSince } from "./state.ts";
import { verdictOf } from "./verdict.ts";

/**
 * What the rules may ask, over one cluster. All rules are asked about an object before the next one.
 *
 * @param isAskedAgain whether what is said of the object that is judged is void, since something was missed: then what
 * is dear need not be worked out
 */
export function auditContext(
  cluster: Cluster,
  olderThan: number,
  knowledge: Knowledge,
  controllers: readonly AnyController[],
  isAskedAgain: () => boolean = () => false,
): AuditContext {
  const workedOut = latest(() => new Map<unknown, unknown>());
  const ownOf = latest((object) => holdsOf(object, cluster, knowledge));
  const behind = holdsBehind(cluster, knowledge);
  const graphOf = latest((object) => causeGraph(object, cluster, knowledge, ownOf(object), behind));
  /** That of a claim is asked for again for its pods and attachments, each of which may free it. */
  const outlooks = new Map<string, { readonly data: DataFate | undefined }>();
  return {
    cluster,
    olderThan,
    explain(object) {
      const since = stateSince(object);
      return { holds: graphOf(object).holds, ...(since === undefined ? {} : { since }) };
    },
    ownHolds: ownOf,
    once<O extends KubeObject, T>(object: O, workOut: (object: O, cluster: Cluster) => T): T {
      const known = workedOut(object);
      if (!known.has(workOut)) known.set(workOut, workOut(object, cluster));
      // Only what this function worked out is known under it.
      return known.get(workOut) as T;
    },
    verdict(object) {
      const graph = graphOf(object);
      const remark = graph.holds.length === 0 ? remarkOn(object, cluster, knowledge) : undefined;
      return verdictOf(object, graph, remark);
    },
    outlook(object) {
      const key = nameKey(refOf(object));
      const known = outlooks.get(key);
      if (known !== undefined) return known.data;
      const missed = cluster.missed();
      const data = outlookOf(object, () => graphOf(object), cluster, knowledge, controllers, isAskedAgain);
      if (!isAskedAgain() && cluster.missed() === missed) outlooks.set(key, { data });
      return data;
    },
  };
}

/** What holds so many objects is remembered: a chain is gone through again from each of its objects. */
const mostBehind = 4096;

/**
 * What holds an object on the way to a cause. What is nearer than that is seldom met again, and not remembered; nor is what
 * was not wholly read, since each that asks is to know that.
 */
function holdsBehind(cluster: Cluster, knowledge: Knowledge) {
  const known = new Map<string, readonly Edge[]>();
  return (object: KubeObject, depth: number): readonly Edge[] => {
    const key = nameKey(refOf(object));
    const before = known.get(key);
    if (before !== undefined) return before;
    const missed = cluster.missed();
    const edges = holdsOf(object, cluster, knowledge);
    if (depth > 1 && known.size < mostBehind && cluster.missed() === missed) known.set(key, edges);
    return edges;
  };
}

/** Remembers what was made of one object, however many rules ask, and forgets it at the next. */
function latest<T>(make: (object: KubeObject) => T): (object: KubeObject) => T {
  let last: { readonly object: KubeObject; readonly made: T } | undefined;
  return (object) => {
    if (last?.object !== object) last = { object, made: make(object) };
    return last.made;
  };
}
