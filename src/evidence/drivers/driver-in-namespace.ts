import type { Cluster, Listed } from "../../cluster/index.ts";
import { everywhere, inNamespace } from "../../cluster/index.ts";
import { asCsi, leasesByName } from "../../controllers/index.ts";
import type { PersistentVolume, Pod } from "../../kubernetes/index.ts";
import { leaseNameOf, sidecars } from "./sidecar-runs.ts";

/** The container that has the kubelet know the driver, as the charts of drivers call it. */
const registrars: readonly string[] = [
  "node-driver-registrar",
  "csi-node-driver-registrar",
  "driver-registrar",
];

/** A volume whose driver runs in a namespace. `likely`: pods there run a driver, and nothing says which one. */
interface Driven {
  readonly volume: PersistentVolume;
  readonly is: "proven" | "likely";
}

/**
 * The volumes of the drivers whose pods run in a namespace, by the leases of their sidecars; where none is led from there, of all
 * drivers that are led from nowhere else. What such a driver keeps in its namespace can be all that there is of its disks: the
 * Volumes of Longhorn, the ZFSVolumes and LVMVolumes of OpenEBS, the CephCluster of Rook.
 */
export function volumesOfDriversIn(namespace: string, cluster: Cluster): Listed<Driven> {
  const pods = cluster.list("v1/pods", inNamespace(namespace));
  if (!pods.read) return pods;
  if (!pods.items.some(runsDriver)) return { read: true, items: [] };
  const volumes = cluster.list("v1/persistentvolumes", everywhere);
  if (!volumes.read) return volumes;
  const leads = new Map<string, ReadonlySet<string>>();
  for (const driver of new Set(volumes.items.flatMap((volume) => asCsi(volume)?.driver ?? []))) {
    const places = leadsWhere(driver, cluster);
    if (!places.read) return places;
    leads.set(driver, new Set(places.items));
  }
  const isKnown = [...leads.values()].some((places) => places.has(namespace));
  const items = volumes.items.flatMap((volume): readonly Driven[] => {
    const places = leads.get(asCsi(volume)?.driver ?? "");
    if (places === undefined) return [];
    if (places.has(namespace)) return [{ volume, is: "proven" }];
    return isKnown || places.size > 0 ? [] : [{ volume, is: "likely" }];
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
