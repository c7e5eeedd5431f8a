import type { PersistentVolume } from "../../model/index.ts";

const hostname = "kubernetes.io/hostname";

/**
 * The nodes that a local volume can be on, as its node affinity names them.
 * kubernetes/kubernetes pkg/volume/util/util.go GetLocalPersistentVolumeNodeNames, 1.36.
 */
export function localNodeNames(volume: PersistentVolume): readonly string[] {
  const terms = volume.spec?.nodeAffinity?.required?.nodeSelectorTerms ?? [];
  const names = terms.flatMap(({ matchExpressions }) => {
    const named = (matchExpressions ?? [])
      .filter(({ key, operator }) => key === hostname && operator === "In")
      .map(({ values }) => values ?? []);
    const [first = [], ...more] = named;
    return first.filter((name) => more.every((values) => values.includes(name)));
  });
  return [...new Set(names)];
}
