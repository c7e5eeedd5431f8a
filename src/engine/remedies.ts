import type {
  Cluster,
  DataFate,
  Fate,
  Hold,
  MarkedRemedy,
  ObjectRef,
  OfferedRemedy,
  Remedy,
  RemedyCall,
  RemedyFix,
  Safety,
} from "../model/index.ts";
import type { Knowledge } from "./define.ts";
import { gravest } from "./fate.ts";
import type { ExplainedGraph } from "./graph.ts";
import { remedyNamed } from "./known-entries.ts";
import { isKeeping, isRetaining } from "./plan/keeping.ts";
import { weighed } from "./safety.ts";
import { byGravity } from "./verdict.ts";
import { widestOf } from "./widest.ts";

const order: readonly Safety[] = ["safe", "risky", "loses-data"];

/**
 * What to do, the safest first. Primary is the first remedy that a root cause asks for. Those that only keep the data
 * come before it, and are primary themselves where it loses data, or where it is not safe and the data would be
 * destroyed.
 *
 * @param doomed what else is at stake: it can be kept, whether anything holds the object or not
 * @param freedWith what becomes of the data of others when a step deletes this object
 */
export function offer(
  graph: ExplainedGraph,
  fate: Fate | undefined,
  cluster: Cluster,
  knowledge: Knowledge,
  doomed: readonly Fate[] = [],
  freedWith: (deleted: ObjectRef) => readonly Fate[] = () => [],
): readonly OfferedRemedy[] {
  const asked = [...byGravity(graph.rootHolds), ...graph.holds].flatMap((hold) => callsOf(hold));
  const byRoots = made(asked, cluster, knowledge);
  const isExplained = graph.holds.some(({ category }) => category !== "unknown");
  const atStake = [
    ...(isExplained && fate !== undefined ? [fate] : []),
    ...(isExplained || graph.holds.length === 0 ? doomed : []),
  ];
  const volunteers = atStake.flatMap((each) => volunteered(each, knowledge));
  const keeping = made(volunteers, cluster, knowledge);
  const all = [...distinct([...keeping, ...byRoots])].sort(bySafety);
  const [best] = [...byRoots].sort(bySafety);
  const chosen = isDeadly(best, fate) ? (keeping[0] ?? best) : best;
  const widest = widestOf(all);
  const primary = identity(chosen && widest(chosen));
  const fates = [...(fate === undefined ? [] : [fate]), ...doomed];
  const follows = (remedy: Remedy) => gravest([...fates, ...deletedBy(remedy).flatMap(freedWith)])[0]?.data;
  // Each is there once: none of them has to be told for it.
  return all
    .filter((remedy) => widest(remedy) === remedy)
    .map((remedy) => ({
      ...remedy,
      primary: identity(remedy) === primary,
      ...followedBy(remedy, follows(remedy)),
    }));
}

function deletedBy({ fix }: Remedy): readonly ObjectRef[] {
  return (fix?.acts ?? []).flatMap((act) => (act.do === "delete" ? [act.on] : []));
}

/** What loses nothing itself, and what comes of it does. What only keeps things lets nothing go on. */
function followedBy(remedy: Remedy, data: DataFate | undefined): Pick<MarkedRemedy, "leadsTo"> {
  if (remedy.safety === "loses-data") return {};
  switch (data) {
    case "destroyed":
    case "exposed":
    case "leaked":
      return sparesData(remedy) ? {} : { leadsTo: data };
    case "unknown":
      return remedy.safety === "risky" || sparesData(remedy) ? {} : { leadsTo: "unknown" };
    case "kept":
    case "already-gone":
    case "none":
    case undefined:
      return {};
  }
}

function sparesData({ spares, fix }: Remedy): boolean {
  return fix === undefined ? spares !== undefined : keepsData(fix);
}

function keepsData({ acts }: RemedyFix): boolean {
  return acts.every(isKeeping) || acts.some(isRetaining);
}

/** A remedy that loses data, or that ends what keeps the data from being destroyed. */
function isDeadly(remedy: Remedy | undefined, fate: Fate | undefined): boolean {
  switch (remedy?.safety) {
    case "loses-data":
      return true;
    case "risky":
      return fate?.data === "destroyed";
    case "safe":
    case undefined:
      return false;
  }
}

function callsOf(hold: Hold): readonly RemedyCall[] {
  return hold.category === "unknown" ? [] : hold.remedies;
}

function volunteered(fate: Fate, knowledge: Knowledge): readonly RemedyCall[] {
  return knowledge.remedies.flatMap((entry) =>
    (entry.volunteer?.(fate) ?? []).map((on) => ({ remedy: entry.name, on })),
  );
}

/** What the API server allows as a name. Anything else came from a file, and must not end up in a command. */
const nameRule = /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/;

function isNameable({ name, namespace }: ObjectRef): boolean {
  return nameRule.test(name) && (namespace === undefined || nameRule.test(namespace));
}

/** Each call once: every object in a namespace can ask for the same remedy, which looks at all of them. */
function made(calls: readonly RemedyCall[], cluster: Cluster, knowledge: Knowledge): readonly Remedy[] {
  const identityOf = ({ remedy, on, using }: RemedyCall) => JSON.stringify([remedy, on, using]);
  return eachOnce(calls, ({ remedy }) => remedy, identityOf).flatMap(({ remedy, on, using }) => {
    const entry = remedyNamed(remedy, knowledge);
    const found = isNameable(on) ? entry?.make(on, using ?? {}, cluster) : undefined;
    return found === undefined ? [] : [weighed(found)];
  });
}

/** What these calls offer, each once, the safest first, and marked with what follows it. */
export function remediesFor(
  calls: readonly RemedyCall[],
  cluster: Cluster,
  knowledge: Knowledge,
  outlook: () => DataFate | undefined,
): readonly MarkedRemedy[] {
  const all = distinct(made(calls, cluster, knowledge));
  const data = all.some(canHarm) ? outlook() : undefined;
  return all.map((remedy) => ({ ...remedy, ...followedBy(remedy, data) })).sort(bySafety);
}

function canHarm(remedy: Remedy): boolean {
  return remedy.safety !== "loses-data" && !sparesData(remedy);
}

/** Of two that are equally safe in themselves, the one that nothing bad follows comes first. */
function bySafety(a: MarkedRemedy, b: MarkedRemedy): number {
  const harm = ({ leadsTo }: MarkedRemedy) => (leadsTo === undefined ? 0 : 1);
  return order.indexOf(a.safety) - order.indexOf(b.safety) || harm(a) - harm(b);
}

function identity(remedy: Remedy | undefined): string {
  return remedy === undefined
    ? ""
    : JSON.stringify([remedy.name, remedy.first, remedy.commands, remedy.steps]);
}

function distinct(remedies: readonly Remedy[]): readonly Remedy[] {
  return eachOnce(remedies, ({ name }) => name, identity);
}

/** Of those that are the same the first. Only those of one name can be. */
function eachOnce<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  identityOf: (item: T) => string,
): readonly T[] {
  if (new Set(items.map(nameOf)).size === items.length) return items;
  const seen = new Set<string>();
  return items.filter((item) => {
    const identity = identityOf(item);
    const isNew = !seen.has(identity);
    seen.add(identity);
    return isNew;
  });
}
