/** Looks for contradictions in many generated clusters, and makes the first of each kind small. */
import fc from "fast-check";
import { dump } from "js-yaml";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { isExcluded } from "./excluded.ts";

/** Everything that is wrong with what is said of a cluster, by the property that it breaks. */
export type Look<T> = (cluster: T) => ReadonlyMap<string, readonly string[]>;

export interface Found<T> {
  readonly cluster: T;
  readonly said: string;
}

const atATime = 200;

/** The first contradiction of each property that is not known, in so many clusters. */
export function search<T>(
  clusters: fc.Arbitrary<T>,
  count: number,
  look: Look<T>,
): ReadonlyMap<string, Found<T>> {
  const found = new Map<string, Found<T>>();
  const { seed = 0 } = fc.readConfigureGlobal();
  for (let made = 0; made < count; made += atATime) {
    const numRuns = Math.min(atATime, count - made);
    for (const cluster of fc.sample(clusters, { numRuns, seed: seed + made })) {
      for (const [property, all] of look(cluster)) {
        const said = found.has(property) ? undefined : unknownIn(property, all);
        if (said !== undefined) found.set(property, { cluster, said });
      }
    }
  }
  return found;
}

function unknownIn(property: string, all: readonly string[]): string | undefined {
  return all.find((each) => !isExcluded(property, each));
}

/** The fewest objects, finalizers, owners and annotations with which the same property is broken. */
export function smallest(
  objects: readonly KubeObject[],
  property: string,
  look: Look<readonly KubeObject[]>,
): Found<readonly KubeObject[]> {
  const saidOf = (some: readonly KubeObject[]) => unknownIn(property, look(some).get(property) ?? []);
  let [cluster, said] = [objects, saidOf(objects) ?? ""];
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const fewer of smaller(cluster)) {
      const still = saidOf(fewer);
      if (still === undefined) continue;
      [cluster, said, isSmaller] = [fewer, still, true];
      break;
    }
  }
  return { cluster, said };
}

function* smaller(objects: readonly KubeObject[]): Generator<readonly KubeObject[]> {
  for (const each of objects) yield objects.filter((other) => other !== each);
  for (const each of objects)
    for (const less of simpler(each)) yield objects.map((other) => (other === each ? less : other));
}

function* simpler(object: KubeObject): Generator<KubeObject> {
  const { metadata } = object;
  const { finalizers = [], annotations = {} } = metadata;
  const having = (changes: object): KubeObject => ({ ...object, metadata: { ...metadata, ...changes } });
  const mustStay = metadata.deletionTimestamp !== undefined && object.kind !== "Pod" && finalizers.length < 2;
  if (!mustStay)
    for (const each of finalizers) yield having({ finalizers: finalizers.filter((other) => other !== each) });
  if (metadata.ownerReferences !== undefined) yield having({ ownerReferences: undefined });
  for (const key of Object.keys(annotations)) {
    const { [key]: _, ...others }: Record<string, string | undefined> = annotations;
    yield having({ annotations: others });
  }
  if (metadata.deletionTimestamp !== undefined) yield having({ deletionTimestamp: undefined });
}

/** As a snapshot file, to be looked at with `kubectl pvguard why … --from FILE`. */
export function manifest(objects: readonly KubeObject[]): string {
  const head = {
    apiVersion: "pvguard.dev/v1alpha1",
    kind: "Snapshot",
    takenAt: "2026-11-20T12:00:00Z",
    reads: "all",
  };
  return [head, ...objects].map((each) => dump(each, { lineWidth: 120, skipInvalid: true })).join("---\n");
}
