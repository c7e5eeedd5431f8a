import type { Demand, Scope, Unread } from "../../cluster/index.ts";
import { wider } from "../../cluster/index.ts";

/** From this many single objects of a kind on, one list is cheaper. */
const manyObjects = 20;

/** The same of what some of many objects need: the others will need several times as many. */
const manyOfSome = 8;

/** Whether what is asked about is all that there is, or some of many, which will need more of the same. */
export type Asking = "about all" | "about some of many";

/**
 * The same demands in fewer requests: none twice, none within another, many of a kind as one list, the events about many
 * objects of a namespace as all that it has. The server keeps no cache of events, and looks through all of them for each list.
 */
export function widened(demands: readonly Demand[], asking: Asking = "about all"): readonly Demand[] {
  const [isCounted, many] =
    asking === "about all" ? [isSingle, manyObjects] : [isSingleOrOfNamespace, manyOfSome];
  const lists = [...groups(demands.filter(isCounted)).values()].flatMap((group) =>
    group.length < many ? [] : [listOf(group)],
  );
  for (const namespace of namespacesFullOfEvents(demands))
    lists.push({ resource: "v1/events", scope: { of: "namespace", namespace } });
  const all = new Map([...lists, ...demands].map((demand) => [demandKey(demand), demand]));
  return [...all.values()].filter((demand) => !isWithinOne(demand, all));
}

/** Is there, among these by their `demandKey`, another one that reaches further? */
export function isWithinOne({ resource, scope }: Demand, others: { has(key: string): boolean }): boolean {
  return wider(scope).some((wide) => others.has(demandKey({ resource, scope: wide })));
}

/** Where the events about so many objects are asked for that one list of all events is cheaper. */
export function namespacesFullOfEvents(demands: readonly Demand[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { scope } of demands) {
    if (scope.of === "about") counts.set(scope.namespace, (counts.get(scope.namespace) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count >= manyObjects).map(([namespace]) => namespace));
}

function isSingle({ scope }: Demand): boolean {
  return scope.of === "object";
}

/** Where some objects of many need the lists of many namespaces, all of them will need those of most. */
function isSingleOrOfNamespace({ resource, scope }: Demand): boolean {
  return scope.of === "object" || (scope.of === "namespace" && resource !== "v1/events");
}

function groups(demands: readonly Demand[]): ReadonlyMap<string, readonly Demand[]> {
  const byResource = new Map<string, Demand[]>();
  for (const demand of demands) {
    const group = byResource.get(demand.resource);
    if (group === undefined) byResource.set(demand.resource, [demand]);
    else group.push(demand);
  }
  return byResource;
}

function listOf(group: readonly Demand[]): Demand {
  const [first] = group;
  if (first === undefined) throw new Error("a group of demands is empty");
  const namespaces = new Set(group.map(({ scope }) => namespaceIn(scope)));
  const [namespace] = namespaces;
  return {
    resource: first.resource,
    scope:
      namespaces.size === 1 && namespace !== undefined ? { of: "namespace", namespace } : { of: "cluster" },
  };
}

function namespaceIn(scope: Scope): string | undefined {
  return scope.of === "cluster" ? undefined : scope.namespace;
}

export function demandKey({ resource, scope }: Pick<Unread, "resource" | "scope">): string {
  return JSON.stringify([resource, scope]);
}
