import type { PersistentVolume } from "../../kubernetes/index.ts";

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

export type Terms = NonNullable<
  NonNullable<
    NonNullable<NonNullable<PersistentVolume["spec"]>["nodeAffinity"]>["required"]
  >["nodeSelectorTerms"]
>;

const zone = "topology.kubernetes.io/zone";
const region = "topology.kubernetes.io/region";
const betaZone = "failure-domain.beta.kubernetes.io/zone";
const betaRegion = "failure-domain.beta.kubernetes.io/region";

type Keys = ReadonlyMap<string, string>;

/** The keys of the zone and the region of a volume after its CSI driver has taken it over. */
function keysOf({ spec }: PersistentVolume): { readonly zone: string; readonly region?: string } | undefined {
  if (spec?.awsElasticBlockStore !== undefined) return { zone: "topology.ebs.csi.aws.com/zone" };
  if (spec?.gcePersistentDisk !== undefined) return { zone: "topology.gke.io/zone" };
  if (spec?.cinder !== undefined) return { zone: "topology.cinder.csi.openstack.org/zone" };
  if (spec?.vsphereVolume !== undefined)
    return { zone: "topology.csi.vmware.com/zone", region: "topology.csi.vmware.com/region" };
  return undefined;
}

/**
 * What an in-tree volume asks of a node after its translation to CSI; nothing where nothing is translated. Of Azure disks, the
 * translation leaves the affinity as it is.
 * kubernetes/kubernetes staging/src/k8s.io/csi-translation-lib/plugins/in_tree_volume.go translateTopologyFromInTreeToCSI,
 * getTopologyLabel and vsphere_volume.go translateTopologyFromInTreevSphereToCSI, 1.36.
 */
function translatedTerms(volume: PersistentVolume, terms: Terms): Terms | undefined {
  const keys = keysOf(volume);
  if (keys === undefined) return undefined;
  const used = new Set(terms.flatMap(({ matchExpressions = [] }) => matchExpressions.map(({ key }) => key)));
  const isBeta = !used.has(zone) && used.has(betaZone);
  const renamed: Keys = new Map([[isBeta ? betaZone : zone, keys.zone], ...regionOf(isBeta, keys.region)]);
  if (![...renamed.keys()].some((key) => used.has(key))) return undefined;
  return terms.map((term) => ({
    ...term,
    matchExpressions: (term.matchExpressions ?? []).map((expression) => ({
      ...expression,
      key: renamed.get(expression.key ?? "") ?? expression.key ?? "",
    })),
  }));
}

/** Only vSphere has a region of its own; otherwise the old label becomes the new one. */
function regionOf(isBeta: boolean, own: string | undefined): readonly (readonly [string, string])[] {
  if (own !== undefined) return [[isBeta ? betaRegion : region, own]];
  return isBeta ? [[betaRegion, region]] : [];
}
