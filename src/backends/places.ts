import type { PersistentVolume } from "../kubernetes/index.ts";

const zoneKey = /(?:^|[./])(?:zone|failure-domain\.beta\.kubernetes\.io\/zone)$/;

/** The one zone that the volume is tied to, by its node affinity; `undefined` where it names none, or several. */
export function zoneOf({ spec }: PersistentVolume): string | undefined {
  const terms = spec?.nodeAffinity?.required?.nodeSelectorTerms ?? [];
  const zones = new Set(
    terms.flatMap(({ matchExpressions = [] }) =>
      matchExpressions
        .filter(({ key, operator }) => operator === "In" && zoneKey.test(key ?? ""))
        .flatMap(({ values }) => values ?? []),
    ),
  );
  const [zone, ...others] = zones;
  return others.length === 0 ? zone : undefined;
}
