import type { Cluster, Unread } from "../../cluster/index.ts";
import { everywhere } from "../../cluster/index.ts";
import type { AnyObject, KubeObject, Lease } from "../../kubernetes/index.ts";
import { annotationOf, instant } from "../../kubernetes/index.ts";
import { betaStorageProvisioner, storageProvisioner } from "../annotation-names.ts";
import { provisionerOf } from "../external-provisioner.ts";
import * as names from "../finalizer-names.ts";
import { leasesByName } from "../indexes/index.ts";

const controllerManager = "kube-controller-manager";
const snapshotController = "snapshot-controller-leader";

const byFinalizer: ReadonlyMap<string, string> = new Map([
  [names.pvcProtection, controllerManager],
  [names.pvProtection, controllerManager],
  [names.vacProtection, controllerManager],
  [names.pvController, controllerManager],
  [names.foregroundDeletion, controllerManager],
  [names.orphanDependents, controllerManager],
  [names.pvcAsSource, snapshotController],
  [names.snapshotAsSource, snapshotController],
  [names.snapshotBound, snapshotController],
  [names.snapshotInGroup, snapshotController],
]);

const byProvisioner: readonly string[] = [
  names.externalProvisioner,
  names.cloningProtection,
  names.restoreSourceProtection,
];

/**
 * The leases that the owner of a finalizer renews while it runs as a leader.
 * kubernetes/kubernetes cmd/kube-controller-manager; kubernetes-csi/external-provisioner, external-attacher and
 * external-snapshotter cmd/<program>/main.go `lockName`, v5, v4 and v8.
 */
function leaderLeases(finalizer: string, object: KubeObject): readonly string[] {
  const known = byFinalizer.get(finalizer);
  if (known !== undefined) return [known];
  if (finalizer.startsWith(names.attacherPrefix))
    return [`external-attacher-leader-${finalizer.slice(names.attacherPrefix.length)}`.toLowerCase()];
  if (byProvisioner.includes(finalizer)) return provisionersFor(object).map(leaseOfProvisioner);
  if (finalizer !== names.contentBound) return [];
  const driver = object.kind === "VolumeSnapshotContent" ? object.spec?.driver : undefined;
  return [snapshotController, ...(driver === undefined ? [] : [`external-snapshotter-leader-${driver}`])];
}

const leaseOfProvisioner = (name: string) => name.replaceAll("/", "-");

function provisionersFor(object: KubeObject): readonly string[] {
  if (object.kind === "PersistentVolume") {
    const provisioner = provisionerOf(object);
    return provisioner === undefined ? [] : [provisioner.name];
  }
  return [storageProvisioner, betaStorageProvisioner]
    .map((key) => annotationOf<AnyObject>(object, key))
    .filter((name) => name !== undefined);
}

/** Whether the owner of a finalizer is seen to run. `not-seen` proves nothing: not every owner takes a lease. */
type OwnerSeen =
  | { readonly seen: "running"; readonly lease: Lease }
  | { readonly seen: "not-seen" }
  | { readonly seen: "unread"; readonly unread: Unread };

export function ownerSeen(finalizer: string, object: KubeObject, cluster: Cluster): OwnerSeen {
  const wanted = leaderLeases(finalizer, object);
  if (wanted.length === 0) return { seen: "not-seen" };
  for (const name of wanted) {
    const leases = cluster.lookup(leasesByName, name, everywhere);
    if (!leases.read) return { seen: "unread", unread: leases.unread };
    const lease = leases.items.find((found) => isRenewed(found, cluster.now));
    if (lease !== undefined) return { seen: "running", lease };
  }
  return { seen: "not-seen" };
}

/** A leader that has not renewed for so long after the end of its lease is gone, in seconds. */
const grace = 60;

function isRenewed({ spec }: Lease, now: number): boolean {
  const renewed = instant(spec?.renewTime);
  if (renewed === undefined || (spec?.holderIdentity ?? "") === "") return false;
  return now - renewed <= ((spec?.leaseDurationSeconds ?? 15) + grace) * 1000;
}
