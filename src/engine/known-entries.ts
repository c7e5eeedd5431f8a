import type { Resource } from "../model/index.ts";
import type { AnyWaitEntry, Knowledge, RemedyEntry } from "./define.ts";

const remedies = new WeakMap<Knowledge["remedies"], ReadonlyMap<string, RemedyEntry>>();
const waits = new WeakMap<Knowledge["waits"], Map<Resource, readonly AnyWaitEntry[]>>();

/** The entry of a remedy, which every finding asks for several times. */
export function remedyNamed(name: string, { remedies: all }: Knowledge): RemedyEntry | undefined {
  const byName = remedies.get(all) ?? new Map(all.map((entry) => [entry.name, entry]));
  remedies.set(all, byName);
  return byName.get(name);
}

/** The entries about a kind, in their order. Each object asks for them. */
export function waitsOn(resource: Resource, { waits: all }: Knowledge): readonly AnyWaitEntry[] {
  const byKind = waits.get(all) ?? new Map<Resource, readonly AnyWaitEntry[]>();
  waits.set(all, byKind);
  const entries = byKind.get(resource) ?? all.filter(({ on }) => on.includes(resource));
  byKind.set(resource, entries);
  return entries;
}
