import type { Cluster } from "../../cluster/index.ts";
import { everywhere } from "../../cluster/index.ts";
import { attacherLease, leasesByName } from "../../controllers/index.ts";
import type { Lease, Pod } from "../../kubernetes/index.ts";
import { secondsSince } from "../../kubernetes/index.ts";
import type { Evidence } from "../../report/index.ts";
import { hint, proof, refutation } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";
import { isRenewed, leases } from "./leases.ts";

/** The controllers of Kubernetes' storage team that run beside each driver. */
export type Sidecar = "csi-provisioner" | "csi-attacher" | "csi-snapshotter" | "csi-resizer";

interface Seen {
  /** The lease that it leads by, renewed or not. */
  readonly lease?: Lease;
  /** The pod that last held the lease. */
  readonly pod?: Pod;
}

/**
 * Does the sidecar of a driver run? `proven`: it renews its lease. Refuted where the pod that last held the lease is there, and
 * its container of that name does not run. A lease that is old speaks against it; without a lease nothing is known: where one
 * replica is configured, some are run without.
 */
export function sidecarRuns(sidecar: Sidecar, driver: string, cluster: Cluster): Answer<Seen> {
  const found = cluster.lookup(leasesByName, leaseNameOf(sidecar, driver), everywhere);
  if (!found.read) return notLooked(found.unread);
  const lease = found.items.find((each) => isRenewed(each, cluster.now)) ?? found.items[0];
  if (lease === undefined) return weigh([]);
  const renewed = lease.spec?.renewTime;
  if (isRenewed(lease, cluster.now)) return { ...weigh([proof(lease, "spec.renewTime", renewed)]), lease };
  const pod = holderOf(lease, cluster);
  const against: readonly Evidence[] = [
    hint(lease, "spec.renewTime", renewed),
    ...(pod === undefined ? [] : notRunning(pod, sidecar)),
  ];
  return { ...weigh([], against), lease, ...(pod === undefined ? {} : { pod }) };
}

function leaseNameOf(sidecar: Sidecar, driver: string): string {
  switch (sidecar) {
    case "csi-provisioner":
      return leases.provisioner(driver);
    case "csi-attacher":
      return attacherLease(driver);
    case "csi-snapshotter":
      return leases.snapshotter(driver);
    case "csi-resizer":
      return leases.resizer(driver);
  }
}

/**
 * A sidecar calls itself by the name of its pod; other programs add a part after an underscore.
 * kubernetes-csi/csi-lib-utils leaderelection/leader_election.go defaultLeaderElectionIdentity.
 */
function holderOf(lease: Lease, cluster: Cluster): Pod | undefined {
  const [name = ""] = (lease.spec?.holderIdentity ?? "").split("_");
  const pod = name === "" ? undefined : cluster.get("v1/pods", name, lease.metadata.namespace);
  return pod?.state === "found" ? pod.object : undefined;
}

function notRunning(pod: Pod, sidecar: Sidecar): readonly Evidence[] {
  const { phase, containerStatuses = [], conditions = [] } = pod.status ?? {};
  const own = containerStatuses.find(({ name }) => name === sidecar);
  if (own?.state?.running !== undefined) return [];
  const waiting = own?.state?.waiting?.reason;
  if (waiting !== undefined)
    return [refutation(pod, `status.containerStatuses[${sidecar}].state.waiting.reason`, waiting)];
  const unplaced = conditions.find(({ type, status }) => type === "PodScheduled" && status === "False");
  if (unplaced !== undefined)
    return [refutation(pod, "status.conditions[PodScheduled].message", unplaced.message)];
  return phase === "Running" ? [] : [refutation(pod, "status.phase", phase)];
}

/** How long ago the lease of a sidecar was renewed, in seconds; nothing where that is not known. */
export function sinceRenewal(lease: Lease | undefined, now: number): number | undefined {
  return secondsSince(lease?.spec?.renewTime, now);
}
