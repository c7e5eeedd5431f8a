import type { ClusterBackend } from "../../backends/index.ts";
import { clusterBackends, isBackendOf } from "../../backends/index.ts";
import type { Cluster, Listed } from "../../cluster/index.ts";
import { everywhere, inNamespace } from "../../cluster/index.ts";
import { asCsi, leasesByName } from "../../controllers/index.ts";
import type {
  CSIDriver,
  KubeObject,
  PersistentVolume,
  Phrase,
  Pod,
  Resource,
} from "../../kubernetes/index.ts";
import { groupOf, kindOf, pluralOf, say, words } from "../../kubernetes/index.ts";
import { registrars } from "../nodes/node-plugin-pod.ts";
import { leaseNameOf, sidecars } from "./sidecar-runs.ts";

/** A disk that may not outlive a namespace, or a driver of which no disk is known. */
interface KeptInNamespace {
  /** The volume; where none refers to the disk, the record of the disk, its cluster of disks, or the driver. */
  readonly object: KubeObject;
  readonly driver?: string;
  readonly handle?: string;
  /** A sentence without its full stop: what the driver has in the namespace. */
  readonly because: Phrase;
}

/**
 * The disks whose driver has something in a namespace that can be all that there is of them: the records of the disks
 * (Volumes of Longhorn, ZFSVolumes and LVMVolumes of OpenEBS, TridentVolumes), whether a volume refers to them or not; the
 * CephCluster of Rook; or the driver itself, by the leases of its sidecars. Where pods there run a driver and none is led from
 * there, it may be any that is led from nowhere else. A namespace that has none of these keeps no disk, whichever volumes there are.
 *
 * rook/rook deploy/examples/csi/rbd/storageclass.yaml: clusterID is the namespace where the Rook cluster runs;
 * ceph/ceph-csi internal/util/volid.go ComposeCSIID: the handle has it, behind its length, commit 52fcb7b0.
 */
export function disksKeptIn(namespace: string, cluster: Cluster): Listed<KeptInNamespace> {
  const pods = cluster.list("v1/pods", inNamespace(namespace));
  if (!pods.read) return pods;
  const ofCeph = listedIfServed(cephClusters, namespace, cluster);
  const records = recordsIn(namespace, cluster);
  if (!records.read) return records;
  if (!ofCeph.read) return ofCeph;
  const isRunning = pods.items.some(runsDriver);
  const volumes = cluster.list("v1/persistentvolumes", everywhere);
  if (!volumes.read)
    return isRunning || records.items.length + ofCeph.items.length > 0 ? volumes : { read: true, items: [] };
  const runs = isRunning ? ledFrom(namespace, volumes.items, cluster) : none;
  if (!runs.read) return runs;
  const ofVolumes = volumes.items.flatMap((volume): readonly KeptInNamespace[] => {
    const csi = asCsi(volume);
    if (csi === undefined) return [];
    const { driver, handle } = csi;
    const its = records.items.find(({ backend }) => isBackendOf(backend, driver));
    const ran = runs.items.find((each) => each.driver === driver);
    if (its !== undefined)
      return [{ object: volume, driver, handle, because: recorded(driver, its.backend) }];
    if (isOfRookIn(namespace, driver, handle))
      return [{ object: volume, driver, handle, because: ofRook(driver) }];
    return ran === undefined ? [] : [{ object: volume, driver, handle, because: running(ran) }];
  });
  const known = new Set(ofVolumes.map(({ driver, handle }) => JSON.stringify([driver, handle])));
  const withoutVolume = records.items.flatMap(({ backend, record }): readonly KeptInNamespace[] => {
    const [driver = backend.name] = backend.drivers;
    const [handle = record.metadata.name, ...others] = backend.disk(record)?.handles ?? [];
    const isKnown = [handle, ...others].some((each) => known.has(JSON.stringify([driver, each])));
    return isKnown ? [] : [{ object: record, driver, handle, because: recorded(driver, backend) }];
  });
  const found = [...ofVolumes, ...withoutVolume];
  const clusters = ofCeph.items.map((object) => ({ object, because: cephCluster }));
  const idle = runs.items.filter(({ driver }) => !found.some((each) => each.driver === driver));
  return { read: true, items: [...found, ...clusters, ...idle.flatMap(runsWithoutVolume)] };
}

const none = { read: true, items: [] } as const;

interface Recorded {
  readonly backend: ClusterBackend;
  readonly record: KubeObject;
}

const recordingInNamespaces = clusterBackends.filter(({ resource }) => kindOf(resource).namespaced);
const cephClusters: Resource = "ceph.rook.io/v1/cephclusters";

/** What in a namespace tells of disks that drivers keep there. */
export const keptResources: readonly Resource[] = [
  ...recordingInNamespaces.map(({ resource }) => resource),
  cephClusters,
];

/** The records of disks in a namespace. That no volume refers to a disk does not make it worthless. */
function recordsIn(namespace: string, cluster: Cluster): Listed<Recorded> {
  // All of them are asked for before one that does not exist ends it.
  const lists = recordingInNamespaces.map((backend) => ({
    backend,
    records: listedIfServed(backend.resource, namespace, cluster),
  }));
  const items: Recorded[] = [];
  for (const { backend, records } of lists) {
    if (!records.read) return records;
    items.push(...records.items.map((record) => ({ backend, record })));
  }
  return { read: true, items };
}

/** Of a kind that the cluster does not have there are none. */
function listedIfServed(resource: Resource, namespace: string, cluster: Cluster): Listed<KubeObject> {
  const listed = cluster.list(resource, inNamespace(namespace));
  if (listed.read) return { read: true, items: [...listed.items] };
  return listed.unread.reason === "NotServed" ? none : listed;
}

const cephCluster = words(
  "the Ceph cluster is in the namespace: its disks can be deleted with it, also those that no volume refers to",
);

/** Backups and disks without a volume are known to the driver alone. */
function runsWithoutVolume({ driver, is, registered }: Runs): readonly KeptInNamespace[] {
  if (registered === undefined) return [];
  const because = say`${driver} ${words(is === "proven" ? "runs" : "may run")} in the namespace, and no volume refers to its disks: disks or backups that it keeps there are deleted too`;
  return [{ object: registered, driver, because }];
}

function recorded(driver: string, { resource }: ClusterBackend): Phrase {
  const kind = `${pluralOf(resource)}.${groupOf(resource)}`;
  return say`${driver} keeps the records of its disks in the namespace (${words(kind)}): they are deleted too, whatever the policy`;
}

function isOfRookIn(namespace: string, driver: string, handle: string): boolean {
  const length = namespace.length.toString(16).padStart(4, "0");
  return driver.endsWith(".csi.ceph.com") && handle.startsWith(`0001-${length}-${namespace}-`);
}

function ofRook(driver: string): Phrase {
  return say`the handle says that the Ceph cluster of ${driver} is in the namespace: what Rook keeps of it there is deleted too, whatever the policy`;
}

/** A driver that runs in a namespace. `likely`: pods there run a driver, and nothing says which one. */
interface Runs {
  readonly driver: string;
  /** Where no volume has this driver. */
  readonly registered?: CSIDriver;
  readonly is: "proven" | "likely";
}

function running({ driver, is }: Runs): Phrase {
  return say`${driver} ${words(is === "proven" ? "runs" : "may run")} in the namespace: if it keeps its disks or their records there, they are deleted too, whatever the policy`;
}

function ledFrom(namespace: string, volumes: readonly PersistentVolume[], cluster: Cluster): Listed<Runs> {
  const registered = cluster.list("storage.k8s.io/v1/csidrivers", everywhere);
  if (!registered.read) return registered;
  const ofVolumes = new Set(volumes.flatMap((volume) => asCsi(volume)?.driver ?? []));
  const others = new Map([...registered.items].map((each) => [each.metadata.name, each]));
  const leads = new Map<string, ReadonlySet<string>>();
  for (const driver of new Set([...ofVolumes, ...others.keys()])) {
    const places = leadsWhere(driver, cluster);
    if (!places.read) return places;
    leads.set(driver, new Set(places.items));
  }
  const isKnown = [...leads.values()].some((places) => places.has(namespace));
  const items = [...leads].flatMap(([driver, places]): readonly Runs[] => {
    const idle = ofVolumes.has(driver) ? undefined : others.get(driver);
    const its = idle === undefined ? { driver } : { driver, registered: idle };
    if (places.has(namespace)) return [{ ...its, is: "proven" }];
    return isKnown || places.size > 0 ? [] : [{ ...its, is: "likely" }];
  });
  return { read: true, items };
}

/** The namespaces of the leases that the sidecars of a driver lead by. */
function leadsWhere(driver: string, cluster: Cluster): Listed<string> {
  const items: string[] = [];
  for (const sidecar of sidecars) {
    const leases = cluster.lookup(leasesByName, leaseNameOf(sidecar, driver), everywhere);
    if (!leases.read) return leases;
    items.push(...leases.items.flatMap(({ metadata }) => metadata.namespace ?? []));
  }
  return { read: true, items };
}

function runsDriver({ spec }: Pod): boolean {
  return (spec?.containers ?? []).some(({ name = "" }) =>
    [...sidecars, ...registrars].some((each) => each === name),
  );
}
