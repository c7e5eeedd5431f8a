import type { StatefulSet } from "../../model/index.ts";

/**
 * The number at the end of a pod's name.
 * kubernetes/kubernetes pkg/controller/statefulset/stateful_set_utils.go getParentNameAndOrdinal, 1.36.
 */
export function ordinalOf(set: StatefulSet, podName: string): number | undefined {
  const [, parent, digits] = /^(.*)-(\d{1,9})$/.exec(podName) ?? [];
  return parent === set.metadata.name ? Number(digits) : undefined;
}

/** Does the set still want the pod with this number? The same file, podInOrdinalRange. */
export function isInOrdinalRange(set: StatefulSet, ordinal: number): boolean {
  const start = set.spec?.ordinals?.start ?? 0;
  return ordinal >= start && ordinal < start + (set.spec?.replicas ?? 1);
}

/** The names of the claims of one pod. The same file, getPersistentVolumeClaimName. */
export function claimNamesOf(set: StatefulSet, ordinal: number): readonly string[] {
  return (set.spec?.volumeClaimTemplates ?? []).map(
    ({ metadata }) => `${metadata?.name ?? ""}-${set.metadata.name}-${ordinal}`,
  );
}
