import type { Cluster, Unread } from "../../cluster/index.ts";
import { everywhere } from "../../cluster/index.ts";
import { leasesByName, podsOfWorkload } from "../../controllers/index.ts";
import type { Sidecar } from "../../evidence/index.ts";
import { leaseNameOf, sidecars } from "../../evidence/index.ts";
import type { CSINode, DaemonSet, Deployment, Lease, Pod, StatefulSet } from "../../kubernetes/index.ts";

/** What can run a part of a CSI driver. */
type DriverWorkload = Deployment | StatefulSet | DaemonSet;

/** What a workload does for CSI drivers, as its pods, their leases and the nodes say. */
export interface DriverParts {
  /** Each driver, with the sidecars that one of the pods leads as, and their leases. */
  readonly leading: readonly { readonly driver: string; readonly sidecar: Sidecar; readonly lease?: Lease }[];
  /** They run in its pods, and no lease that a pod holds says for which driver. */
  readonly unnamed: readonly Sidecar[];
  /** The drivers of which one is registered on its nodes by its pods; one alone is that. */
  readonly registers: readonly string[];
  readonly csiNodes: readonly CSINode[];
  readonly unread: readonly Unread[];
}

const nothing: DriverParts = { leading: [], unnamed: [], registers: [], csiNodes: [], unread: [] };

export function partsOfDriver(workload: DriverWorkload, cluster: Cluster): DriverParts {
  const pods = podsOfWorkload(workload, cluster);
  if (!pods.read) return { ...nothing, unread: [pods.unread] };
  const running = sidecars.filter((sidecar) => pods.items.some((pod) => runs(pod, sidecar)));
  const registering = pods.items.filter((pod) => registrars.some((name) => runs(pod, name)));
  if (running.length === 0 && registering.length === 0) return nothing;
  const drivers = running.length === 0 ? { names: [], unread: [] } : driversIn(cluster);
  const { leading, unread } = ledBy(running, pods.items, drivers.names, cluster);
  const registered = registeredBy(registering, workload, cluster);
  const [first, ...others] = new Set(leading.map(({ driver }) => driver));
  const rest = running.filter((sidecar) => !leading.some((each) => each.sidecar === sidecar));
  // The sidecars of one pod serve one driver, whose socket they share.
  const isOne = first !== undefined && others.length === 0;
  return {
    leading: [...leading, ...(isOne ? rest.map((sidecar) => ({ driver: first, sidecar })) : [])],
    unnamed: isOne ? [] : rest,
    ...registered,
    unread: [...drivers.unread, ...unread, ...registered.unread],
  };
}

/** The container that has the kubelet know the driver, as the charts of drivers call it. */
const registrars = ["node-driver-registrar", "csi-node-driver-registrar", "driver-registrar"] as const;

/** By the name of the container, or else by that of its image. */
function runs({ spec }: Pod, name: string): boolean {
  return (spec?.containers ?? []).some((container) => {
    const image = (container.image ?? "").split("/").at(-1) ?? "";
    return container.name === name || image.split(/[:@]/)[0] === name;
  });
}

function driversIn(cluster: Cluster): {
  readonly names: readonly string[];
  readonly unread: readonly Unread[];
} {
  const registered = cluster.list("storage.k8s.io/v1/csidrivers", everywhere);
  const nodes = cluster.walkAll("storage.k8s.io/v1/csinodes", everywhere);
  const names = new Set(registered.read ? registered.items.map(({ metadata }) => metadata.name) : []);
  if (nodes.read)
    for (const { spec } of nodes.objects)
      for (const { name } of spec?.drivers ?? []) if (name) names.add(name);
  return {
    names: [...names].sort(),
    unread: [...(registered.read ? [] : [registered.unread]), ...(nodes.read ? [] : [nodes.unread])],
  };
}

function ledBy(
  running: readonly Sidecar[],
  pods: readonly Pod[],
  drivers: readonly string[],
  cluster: Cluster,
): Pick<DriverParts, "leading" | "unread"> {
  const names = new Set(pods.map(({ metadata }) => metadata.name));
  const leading: DriverParts["leading"][number][] = [];
  for (const sidecar of running)
    for (const driver of drivers) {
      const leases = cluster.lookup(leasesByName, leaseNameOf(sidecar, driver), everywhere);
      if (!leases.read) return { leading, unread: [leases.unread] };
      const lease = leases.items.find(({ spec }) =>
        names.has((spec?.holderIdentity ?? "").split("_")[0] ?? ""),
      );
      if (lease !== undefined) leading.push({ driver, sidecar, lease });
    }
  return { leading, unread: [] };
}

/** The drivers that each of its nodes has. Of several, its own name can tell which one it is. */
function registeredBy(
  pods: readonly Pod[],
  { metadata }: DriverWorkload,
  cluster: Cluster,
): Pick<DriverParts, "registers" | "csiNodes" | "unread"> {
  const csiNodes: CSINode[] = [];
  for (const node of new Set(pods.flatMap(({ spec }) => spec?.nodeName ?? []))) {
    const found = cluster.get("storage.k8s.io/v1/csinodes", node);
    if (found.state === "unread") return { registers: [], csiNodes: [], unread: [found.unread] };
    if (found.state === "found") csiNodes.push(found.object);
  }
  const counts = new Map<string, number>();
  for (const { spec } of csiNodes)
    for (const { name } of spec?.drivers ?? []) if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  const everyone = [...counts].filter(([, count]) => count === csiNodes.length).map(([name]) => name);
  const named = everyone.filter((name) =>
    ownTokens(name, everyone).some((token) => metadata.name.includes(token)),
  );
  return { registers: named.length === 1 ? named : everyone.sort(), csiNodes, unread: [] };
}

/** The parts of a driver's name that none of the others has: `ebs` of ebs.csi.aws.com beside efs.csi.aws.com. */
function ownTokens(name: string, all: readonly string[]): readonly string[] {
  const tokens = (text: string) => text.split(/[.-]/).filter((token) => token.length > 2);
  const others = new Set(all.filter((each) => each !== name).flatMap(tokens));
  return all.length === 1 ? [] : tokens(name).filter((token) => !others.has(token));
}
