import { covers, type Demand, type Scope } from "../model/index.ts";

/** From this many single objects of a kind on, one list is cheaper. */
const manyObjects = 20;

/** The same demands in fewer requests: none twice, none within another, many of a kind as one list. */
export function widened(demands: readonly Demand[]): readonly Demand[] {
  const lists = [...groups(demands).values()].flatMap((group) =>
    group.length < manyObjects ? [] : [listOf(group)],
  );
  const all = [...new Map([...lists, ...demands].map((demand) => [keyOf(demand), demand])).values()];
  return all.filter((demand) => !all.some((other) => other !== demand && isWithin(demand, other)));
}

function groups(demands: readonly Demand[]): ReadonlyMap<string, readonly Demand[]> {
  const byResource = new Map<string, Demand[]>();
  for (const demand of demands) {
    if (demand.scope.of !== "object") continue;
    const group = byResource.get(demand.resource) ?? [];
    byResource.set(demand.resource, [...group, demand]);
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

export function isWithin(narrow: Demand, wide: Demand): boolean {
  return narrow.resource === wide.resource && covers(wide.scope, narrow.scope);
}

export function keyOf({ resource, scope }: Demand): string {
  return JSON.stringify([resource, scope]);
}
