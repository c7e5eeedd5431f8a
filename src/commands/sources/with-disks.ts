import type { Backend, Inventory } from "../../backends/index.ts";
import { clusterBackends, inventoryOfRecords, unreadInventory } from "../../backends/index.ts";
import type { Demand, Reading, Scope, Snapshot } from "../../cluster/index.ts";
import { everywhere } from "../../cluster/index.ts";
import type { KubeObject, Resource } from "../../kubernetes/index.ts";
import type { Source } from "./source.ts";

const disks = "pvguard.dev/v1alpha1/disks";
const inventories = "pvguard.dev/v1alpha1/diskinventories";
const made: readonly Resource[] = [disks, inventories];

/** The records of backends in the cluster: all of a kind, wherever they are. */
const records: readonly Demand[] = clusterBackends.map(({ resource }) => ({ resource, scope: everywhere }));

/**
 * A source that also answers what lists say of disks: those of files, which were read before, and those that backends keep in
 * the cluster. The latter are read when disks are asked for, each time, and only where the cluster has them.
 *
 * @param files what the files say
 */
export function withDisks(source: Source, files: readonly Inventory[]): Source {
  if (source.kind === "input") {
    const start = withLists(source.start(), files);
    return { ...source, start: () => start };
  }
  return {
    ...source,
    async collect(demands, pods) {
      const asked = demands.filter(({ resource }) => made.includes(resource));
      const others = demands.filter(({ resource }) => !made.includes(resource));
      if (asked.length === 0) return await source.collect(demands, pods);
      const { takenAt } = source.start();
      const [read, recorded] = await Promise.all([
        others.length === 0 ? { readings: [], skipped: [] } : source.collect(others, pods),
        source.collect(records),
      ]);
      const lists = [...files, ...listsIn(recorded.readings, takenAt)];
      return {
        ...read,
        readings: [
          ...read.readings,
          ...asked.map((demand) => answer(demand, lists)),
          ...recorded.readings.filter((each) => !each.read && each.reason !== "NotServed"),
        ],
        skipped: [...read.skipped, ...recorded.skipped, ...noteOfNone(lists)],
      };
    },
  };
}

/** The same with all lists read at once, for who asks about few objects and can use them or not. */
export async function withDisksRead(source: Source, files: readonly Inventory[]): Promise<Source> {
  const wrapped = withDisks(source, files);
  if (source.kind === "input") return wrapped;
  const { readings, skipped } = await wrapped.collect(
    made.map((resource) => ({ resource, scope: everywhere })),
  );
  return {
    ...wrapped,
    start() {
      const start = wrapped.start();
      return {
        ...start,
        readings: [...start.readings, ...readings],
        skipped: [...start.skipped, ...skipped],
      };
    },
  };
}

/** Files were read whole, and with them the records of the backends, if they have any. */
function withLists(start: Snapshot, files: readonly Inventory[]): Snapshot {
  const lists = [...files, ...listsIn(start.readings, start.takenAt)];
  const others = start.readings.filter(({ resource }) => !made.includes(resource));
  const own = made.map((resource) => answer({ resource, scope: everywhere }, lists));
  return { ...start, readings: [...others, ...own], skipped: [...start.skipped, ...noteOfNone(lists)] };
}

/** Where there is no list, nothing is compared, and that nothing is found says nothing. */
function noteOfNone(lists: readonly Inventory[]): readonly string[] {
  return lists.length > 0 ? [] : ["no disk was compared: no storage backend keeps its disks in this cluster"];
}

function answer({ resource, scope }: Demand, lists: readonly Inventory[]): Reading {
  const all =
    resource === disks ? lists.flatMap((list) => list.disks) : lists.map(({ inventory }) => inventory);
  const items = all.filter(({ metadata }) => isIn(metadata.name, scope));
  // The demand says of which of the two kinds the items are.
  return { read: true, resource, scope, items } as Reading;
}

function isIn(name: string, scope: Scope): boolean {
  return scope.of !== "object" || scope.name === name;
}

function listsIn(readings: readonly Reading[], takenAt: string): readonly Inventory[] {
  return clusterBackends.flatMap((backend) => {
    const own = readings.filter(({ resource }) => resource === backend.resource);
    const objects = own.flatMap((each): KubeObject[] => (each.read ? [...each.items] : []));
    const failed = own.find((each) => !each.read && each.reason !== "NotServed");
    const isWhole = own.some(({ read, scope }) => read && scope.of === "cluster");
    const origin = { name: nameOf(backend), madeAt: takenAt };
    if (isWhole) return objects.length === 0 ? [] : [inventoryOfRecords(backend, objects, origin)];
    if (failed === undefined || failed.read || failed.reason === "NotCollected") return [];
    return [unreadInventory(backend, origin, failed.reason)];
  });
}

function nameOf(backend: Extract<Backend, { readonly resource: Resource }>): string {
  const [group = "", , plural = ""] = backend.resource.split("/");
  return `${plural}.${group}`;
}
