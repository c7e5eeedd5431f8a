import type { Cluster } from "../../cluster/index.ts";
import { everywhere, inNamespace, objectOf } from "../../cluster/index.ts";
import { attacherLease, leasesByName, sanitizedDriver } from "../../controllers/index.ts";
import type { Lease, Pod } from "../../kubernetes/index.ts";
import { instant, secondsSince } from "../../kubernetes/index.ts";
import type { Evidence } from "../../report/index.ts";
import { hint, proof, refutation } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";

/** The controllers of Kubernetes' storage team that run beside each driver. */
export type Sidecar = "csi-provisioner" | "csi-attacher" | "csi-snapshotter" | "csi-resizer";

interface Seen {
  /** The lease that it leads by, renewed or not. */
  readonly lease?: Lease;
  /** The pod that last held the lease; where that is gone, the one that came after it. */
  readonly pod?: Pod;
  /** Why its container does not run, as the kubelet or the scheduler says. */
  readonly because?: string;
}

/**
 * Does the sidecar of a driver run? `proven`: it renews its lease. Refuted where the lease is old, and the pod that held it last,
 * or the one in its place, has a container of that name that does not run. A lease that is old speaks against it; without a lease
 * nothing is known: where one replica is configured, some are run without.
 */
export function sidecarRuns(sidecar: Sidecar, driver: string, cluster: Cluster): Answer<Seen> {
  const found = cluster.lookup(leasesByName, leaseNameOf(sidecar, driver), everywhere);
  if (!found.read) return notLooked(found.unread);
  const lease = found.items.find((each) => isRenewed(each, cluster.now)) ?? found.items[0];
  if (lease === undefined) return weigh([]);
  const renewed = lease.spec?.renewTime;
  const pod = holderOf(lease, cluster) ?? successorOf(lease, sidecar, cluster);
  const seen = { lease, ...(pod === undefined ? {} : { pod }) };
  if (isRenewed(lease, cluster.now)) return { ...weigh([proof(lease, "spec.renewTime", renewed)]), ...seen };
  const [stopped] = pod === undefined ? [] : notRunning(pod, sidecar);
  const against = hint(lease, "spec.renewTime", renewed);
  if (stopped === undefined) return { ...weigh([], [against]), ...seen };
  return { ...weigh([], [against, stopped]), ...seen, because: String(stopped.observed ?? "unknown") };
}

export function leaseNameOf(sidecar: Sidecar, driver: string): string {
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
  return objectOf(name === "" ? undefined : cluster.get("v1/pods", name, lease.metadata.namespace));
}

/**
 * The holder's name begins with that of its workload: so does that of the pod that came after it, in the same namespace.
 * kubernetes/kubernetes pkg/controller/controller_utils.go createPods, GenerateName, 1.36.
 */
function successorOf({ metadata, spec }: Lease, sidecar: Sidecar, cluster: Cluster): Pod | undefined {
  const holder = spec?.holderIdentity ?? "";
  const pods = cluster.walkAll("v1/pods", inNamespace(metadata.namespace ?? ""));
  if (!pods.read || holder === "") return undefined;
  for (const pod of pods.objects) {
    const isSidecar = pod.spec?.containers?.some(({ name }) => name === sidecar) === true;
    const workload = pod.metadata.name.split("-").slice(0, -2).join("-");
    if (isSidecar && workload !== "" && holder.includes(`${workload}-`)) return pod;
  }
  return undefined;
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

/** The version in the tag of the sidecar's image, such as `v2.1.2`, where it has one. */
export function sidecarVersion(sidecar: Sidecar, pod: Pod | undefined): string | undefined {
  const image = pod?.spec?.containers?.find(({ name }) => name === sidecar)?.image ?? "";
  return /:(v?\d+\.\d+[^@]*)/.exec(image)?.[1];
}

/** Is that version older than this one? Not where it is unknown. */
export function isOlder(version: string | undefined, than: readonly [major: number, minor: number]): boolean {
  const [, major, minor] = /^v?(\d+)\.(\d+)/.exec(version ?? "") ?? [];
  if (major === undefined || minor === undefined) return false;
  return Number(major) < than[0] || (Number(major) === than[0] && Number(minor) < than[1]);
}

export const sidecars: readonly Sidecar[] = [
  "csi-provisioner",
  "csi-attacher",
  "csi-snapshotter",
  "csi-resizer",
];

export function isSidecar(controller: string): controller is Sidecar {
  return sidecars.some((sidecar) => sidecar === controller);
}

/** When the container of the sidecar started, where it runs. */
export function sidecarStarted(sidecar: Sidecar, pod: Pod | undefined): string | undefined {
  return pod?.status?.containerStatuses?.find(({ name }) => name === sidecar)?.state?.running?.startedAt;
}

/**
 * The names of the leases that the sidecars of a driver renew while they lead: `ebs-csi-aws-com` for ebs.csi.aws.com.
 * kubernetes-csi/external-provisioner, external-attacher, external-snapshotter and external-resizer cmd/<program>/main.go
 * `lockName`, v5, v4, v8 and v2; kubernetes-csi/csi-lib-utils leaderelection/leader_election.go sanitizeName, for all of them. The
 * attacher makes a label of the driver's name; for that, see `attacherLease`.
 */
export const leases = {
  provisioner: (driver: string) => sanitizedDriver(driver),
  attacher: (label: string) => `external-attacher-leader-${label}`.toLowerCase(),
  snapshotter: (driver: string) => sanitizedDriver(`external-snapshotter-leader-${driver}`),
  resizer: (driver: string) => sanitizedDriver(`external-resizer-${driver}`),
} as const;

/** A leader that has not renewed for so long after the end of its lease is gone, in seconds. */
const grace = 60;

/** Is its leader alive at this moment? */
export function isRenewed({ spec }: Lease, now: number): boolean {
  const renewed = instant(spec?.renewTime);
  if (renewed === undefined || (spec?.holderIdentity ?? "") === "") return false;
  return now - renewed <= ((spec?.leaseDurationSeconds ?? 15) + grace) * 1000;
}
