import type { KubeObject } from "../../kubernetes/index.ts";
import { inOrder } from "../../kubernetes/index.ts";
import type { Kept } from "./contents.ts";

/** All objects of the input, each once. */
interface Pool {
  readonly objects: readonly Kept[];
  /** Which of two descriptions of an object was kept, where it is not plain which is newer. */
  readonly notes: readonly string[];
}

export function pooled(all: readonly Kept[], used = "and the newest was used"): Pool {
  const byName = new Map<string, Kept>();
  const notes: string[] = [];
  for (const kept of all) {
    const key = keyOf(kept);
    const known = byName.get(key);
    const winner = known === undefined ? kept : newer(known, kept);
    byName.set(key, winner);
    if (known !== undefined && isAmbiguous(known.object, kept.object)) notes.push(ambiguity(kept, used));
  }
  return { objects: [...byName.values()].sort(inNameOrder), notes: [...new Set(notes)] };
}

function keyOf({ resource, object }: Kept): string {
  return JSON.stringify([resource, object.metadata.namespace ?? "", object.metadata.name]);
}

/** The first one unless the other is known to be newer. */
function newer(first: Kept, other: Kept): Kept {
  const [a, b] = [versionOf(first.object), versionOf(other.object)];
  return a !== undefined && b !== undefined && b > a ? other : first;
}

function isAmbiguous(a: KubeObject, b: KubeObject): boolean {
  if (a.metadata.uid !== b.metadata.uid) return true;
  const [first, other] = [versionOf(a), versionOf(b)];
  const isOrdered = first !== undefined && other !== undefined && first !== other;
  return !isOrdered && JSON.stringify(a) !== JSON.stringify(b);
}

/** Opaque to clients in general; the storage of every API server counts it up. */
function versionOf({ metadata }: KubeObject): bigint | undefined {
  const version = metadata.resourceVersion;
  return version !== undefined && /^[0-9]{1,20}$/.test(version) ? BigInt(version) : undefined;
}

function ambiguity({ object }: Kept, used: string): string {
  const { namespace, name } = object.metadata;
  const path = namespace === undefined ? name : `${namespace}/${name}`;
  return `${object.kind} ${path} is ambiguous: the input describes it in two ways, ${used}`;
}

function inNameOrder(a: Kept, b: Kept): number {
  return (
    inOrder(a.resource, b.resource) ||
    inOrder(a.object.metadata.namespace ?? "", b.object.metadata.namespace ?? "") ||
    inOrder(a.object.metadata.name, b.object.metadata.name)
  );
}
