import type { PersistentVolume } from "../../kubernetes/index.ts";
import type { Terms } from "./in-tree-topology.ts";
import { translatedTerms } from "./in-tree-topology.ts";

/** Any one of them is enough. */
export function termsOf(volume: PersistentVolume): Terms | undefined {
  const terms = volume.spec?.nodeAffinity?.required?.nodeSelectorTerms;
  const translated = terms === undefined ? undefined : translatedTerms(volume, terms);
  return terms === undefined || translated === undefined ? terms : [...terms, ...translated];
}

/**
 * The labels that carry the name of the machine whose own disks have the volume.
 * topolvm/topolvm constants.go TopologyNodeKey, v0.38, and its former name; openebs/lvm-localpv and openebs/zfs-localpv
 * docs "topology" (openebs.io/nodename); minio/directpv pkg/consts (directpv.min.io/node), v4.1.
 */
const hostLabels: readonly string[] = [
  "kubernetes.io/hostname",
  "topology.topolvm.io/node",
  "topology.topolvm.cybozu.com/node",
  "openebs.io/nodename",
  "directpv.min.io/node",
];

/** The machine that a volume is tied to, by the label that carries the name of the host. */
export function hostsOf(volume: PersistentVolume): readonly string[] {
  const hosts = (termsOf(volume) ?? []).flatMap(({ matchExpressions = [], matchFields = [] }) => [
    ...matchExpressions.filter(({ key = "" }) => hostLabels.includes(key)),
    ...matchFields.filter(({ key }) => key === "metadata.name"),
  ]);
  return [
    ...new Set(hosts.filter(({ operator }) => operator === "In").flatMap(({ values }) => values ?? [])),
  ];
}
