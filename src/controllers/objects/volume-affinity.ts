import type { PersistentVolume } from "../../kubernetes/index.ts";
import type { Terms } from "./in-tree-topology.ts";
import { translatedTerms } from "./in-tree-topology.ts";

/** Any one of them is enough. */
export function termsOf(volume: PersistentVolume): Terms | undefined {
  const terms = volume.spec?.nodeAffinity?.required?.nodeSelectorTerms;
  const translated = terms === undefined ? undefined : translatedTerms(volume, terms);
  return terms === undefined || translated === undefined ? terms : [...terms, ...translated];
}

/** The machine that a volume is tied to, by the label that carries the name of the host. */
export function hostsOf(volume: PersistentVolume): readonly string[] {
  const hosts = (termsOf(volume) ?? []).flatMap(({ matchExpressions = [], matchFields = [] }) => [
    ...matchExpressions.filter(({ key }) => key === "kubernetes.io/hostname"),
    ...matchFields.filter(({ key }) => key === "metadata.name"),
  ]);
  return [
    ...new Set(hosts.filter(({ operator }) => operator === "In").flatMap(({ values }) => values ?? [])),
  ];
}
