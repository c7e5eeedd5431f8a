import type { Cluster } from "../../cluster/index.ts";
import { everywhere } from "../../cluster/index.ts";
import { annotationNames, finalizerNames, leasesByName, provisionerOf } from "../../controllers/index.ts";
import type { AnyObject, KubeObject, Lease } from "../../kubernetes/index.ts";
import { annotationOf } from "../../kubernetes/index.ts";
import type { Evidence } from "../../report/index.ts";
import { proof } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";
import { isRenewed, leases as leaseNames } from "../drivers/sidecar-runs.ts";

const controllerManager = "kube-controller-manager";
const snapshotController = "snapshot-controller-leader";

const byFinalizer: ReadonlyMap<string, string> = new Map([
  [finalizerNames.pvcProtection, controllerManager],
  [finalizerNames.pvProtection, controllerManager],
  [finalizerNames.vacProtection, controllerManager],
  [finalizerNames.pvController, controllerManager],
  [finalizerNames.foregroundDeletion, controllerManager],
  [finalizerNames.orphanDependents, controllerManager],
  [finalizerNames.pvcAsSource, snapshotController],
  [finalizerNames.snapshotAsSource, snapshotController],
  [finalizerNames.snapshotBound, snapshotController],
  [finalizerNames.snapshotInGroup, snapshotController],
]);

const byProvisioner: readonly string[] = [
  finalizerNames.externalProvisioner,
  finalizerNames.cloningProtection,
  finalizerNames.restoreSourceProtection,
];

/**
 * The leases that the owner of a finalizer renews while it runs as a leader.
 * kubernetes/kubernetes cmd/kube-controller-manager; kubernetes-csi/external-provisioner, external-attacher and
 * external-snapshotter cmd/<program>/main.go `lockName`, v5, v4 and v8.
 */
function leaderLeases(finalizer: string, object: KubeObject): readonly string[] {
  const known = byFinalizer.get(finalizer);
  if (known !== undefined) return [known];
  if (finalizer.startsWith(finalizerNames.attacherPrefix))
    return [leaseNames.attacher(finalizer.slice(finalizerNames.attacherPrefix.length))];
  if (byProvisioner.includes(finalizer)) return provisionersFor(object).map(leaseNames.provisioner);
  if (finalizer !== finalizerNames.contentBound) return [];
  const driver = object.kind === "VolumeSnapshotContent" ? object.spec?.driver : undefined;
  return [snapshotController, ...(driver === undefined ? [] : [leaseNames.snapshotter(driver)])];
}

function provisionersFor(object: KubeObject): readonly string[] {
  if (object.kind === "PersistentVolume") {
    const provisioner = provisionerOf(object);
    return provisioner === undefined ? [] : [provisioner.name];
  }
  return [annotationNames.storageProvisioner, annotationNames.betaStorageProvisioner]
    .map((key) => annotationOf<AnyObject>(object, key))
    .filter((name) => name !== undefined);
}

/**
 * Does the owner of a finalizer run? `proven`: it renews the lease of a leader. A lease that is not renewed speaks against it,
 * and does not refute it; that there is none proves nothing: not every owner takes a lease.
 */
export function finalizerOwnerRuns(
  finalizer: string,
  object: KubeObject,
  cluster: Cluster,
): Answer<{ readonly lease?: Lease }> {
  return leaderRuns(leaderLeases(finalizer, object), cluster);
}

/** Does kube-controller-manager run? It answers as `finalizerOwnerRuns` does. */
export function controllerManagerRuns(cluster: Cluster): Answer<{ readonly lease?: Lease }> {
  return leaderRuns([controllerManager], cluster);
}

/** Does kube-scheduler run? kubernetes/kubernetes cmd/kube-scheduler/app/server.go, v1.36; its lease has its name. */
export function schedulerRuns(cluster: Cluster): Answer<{ readonly lease?: Lease }> {
  return leaderRuns(["kube-scheduler"], cluster);
}

function leaderRuns(names: readonly string[], cluster: Cluster): Answer<{ readonly lease?: Lease }> {
  const stale: Lease[] = [];
  for (const name of names) {
    const leases = cluster.lookup(leasesByName, name, everywhere);
    if (!leases.read) return notLooked(leases.unread);
    const lease = leases.items.find((found) => isRenewed(found, cluster.now));
    if (lease !== undefined) return { ...weigh([renewal(lease, "proves")]), lease };
    stale.push(...leases.items);
  }
  return weigh(
    [],
    stale.map((lease) => renewal(lease, "suggests")),
  );
}

function renewal(lease: Lease, verdict: "proves" | "suggests"): Evidence {
  return { ...proof(lease, "spec.renewTime", lease.spec?.renewTime), verdict };
}
