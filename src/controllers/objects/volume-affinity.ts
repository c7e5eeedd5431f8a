import type { PersistentVolume } from "../../kubernetes/index.ts";
import type { Terms } from "./in-tree-topology.ts";
import { translatedTerms } from "./in-tree-topology.ts";

/** Any one of them is enough. */
export function termsOf(volume: PersistentVolume): Terms | undefined {
  const terms = volume.spec?.nodeAffinity?.required?.nodeSelectorTerms;
  const translated = terms === undefined ? undefined : translatedTerms(volume, terms);
  return terms === undefined || translated === undefined ? terms : [...terms, ...translated];
}

const hostname = "kubernetes.io/hostname";

/**
 * The label by which drivers whose volumes are on the node's own disks name that node. Of others, such as Mayastor, the same
 * label does not tell where the data is.
 * topolvm/topolvm constants.go TopologyNodeKey, and its former name; openebs/lvm-localpv and openebs/zfs-localpv
 * ZFSTopologyKey; minio/directpv TopologyDriverNode.
 */
const hostLabels = new Map([
  ["topolvm.io", "topology.topolvm.io/node"],
  ["topolvm.cybozu.com", "topology.topolvm.cybozu.com/node"],
  ["local.csi.openebs.io", "openebs.io/nodename"],
  ["zfs.csi.openebs.io", "openebs.io/nodename"],
  ["directpv-min-io", "directpv.min.io/node"],
]);

/** The machine that a volume is tied to, by the label that carries the name of the host. */
export function hostsOf(volume: PersistentVolume): readonly string[] {
  const own = hostLabels.get(volume.spec?.csi?.driver ?? "");
  const hosts = (termsOf(volume) ?? []).flatMap(({ matchExpressions = [], matchFields = [] }) => [
    ...matchExpressions.filter(({ key }) => key === hostname || (own !== undefined && key === own)),
    ...matchFields.filter(({ key }) => key === "metadata.name"),
  ]);
  return [
    ...new Set(hosts.filter(({ operator }) => operator === "In").flatMap(({ values }) => values ?? [])),
  ];
}
