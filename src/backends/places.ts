import type { PersistentVolume } from "../kubernetes/index.ts";

const zoneKey = /(?:^|[./])(?:zone|failure-domain\.beta\.kubernetes\.io\/zone)$/;

/** The one zone that the volume is tied to, by its node affinity; `undefined` where it names none, or several. */
export function zoneOf(volume: PersistentVolume): string | undefined {
  return topologyOf(volume, zoneKey);
}

/** The one value that the node affinity of the volume has for a label of nodes; `undefined` where it has none, or several. */
export function topologyOf({ spec }: PersistentVolume, label: RegExp): string | undefined {
  const terms = spec?.nodeAffinity?.required?.nodeSelectorTerms ?? [];
  const values = new Set(
    terms.flatMap(({ matchExpressions = [] }) =>
      matchExpressions
        .filter(({ key, operator }) => operator === "In" && label.test(key ?? ""))
        .flatMap(({ values: named }) => named ?? []),
    ),
  );
  const [value, ...others] = values;
  return others.length === 0 ? value : undefined;
}
