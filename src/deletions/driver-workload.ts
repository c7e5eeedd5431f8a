import type { Cluster, Listed, Unread } from "../cluster/index.ts";
import { everywhere, itemsOf } from "../cluster/index.ts";
import {
  annotationNames,
  attachDriver,
  attachmentsByAttacher,
  claimNamesOfPod,
  collectedWith,
  finalizerNames,
  isPodFinished,
  podsOnNode,
  volumesByDriver,
} from "../controllers/index.ts";
import type { Dependent, Dependents, Ended } from "../define/index.ts";
import { defineDeletion } from "../define/index.ts";
import type { Sidecar } from "../evidence/index.ts";
import type {
  Lease,
  PersistentVolume,
  PersistentVolumeClaim,
  Phrase,
  Pod,
  VolumeAttachment,
  VolumeSnapshotContent,
} from "../kubernetes/index.ts";
import { annotationOf, hasFinalizer, isTerminating, join, say, words } from "../kubernetes/index.ts";
import type { Limit, Operation } from "../report/index.ts";
import type { DriverParts } from "./shared/driver-parts.ts";
import { partsOfDriver } from "./shared/driver-parts.ts";

/** The Deployment, StatefulSet or DaemonSet that runs a CSI driver. */
export default defineDeletion({
  name: "driver-workload",
  on: ["apps/v1/deployments", "apps/v1/statefulsets", "apps/v1/daemonsets"],
  needs: [
    "v1/pods",
    "apps/v1/replicasets",
    "coordination.k8s.io/v1/leases",
    "storage.k8s.io/v1/csidrivers",
    "storage.k8s.io/v1/csinodes",
    "v1/persistentvolumes",
    "v1/persistentvolumeclaims",
    "storage.k8s.io/v1/volumeattachments",
    "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
  ],
  sources: [
    "kubernetes-csi/csi-lib-utils leaderelection/leader_election.go defaultLeaderElectionIdentity (a lease names the pod)",
    "kubernetes/kubernetes pkg/volume/csi/csi_plugin.go unregisterDriver; pkg/volume/csi/nodeinfomanager/nodeinfomanager.go UninstallCSIDriver, 1.36",
    "kubernetes-csi/external-provisioner pkg/controller/controller.go ShouldProvision, Delete, v6.3",
    "kubernetes-csi/external-attacher pkg/controller/csi_handler.go SyncNewOrUpdatedVolumeAttachment, v4.12",
  ],
  told: "step by step",
  dependents: (workload, cluster) => dependentsOfDriver(partsOfDriver(workload, cluster), cluster),
  ends(workload, cluster) {
    const parts = partsOfDriver(workload, cluster);
    return collectedWith(workload, cluster).objects.length === 0 ? [] : silenced(parts);
  },
  limits: (workload, cluster) => limitsOf(partsOfDriver(workload, cluster)),
});

/** Its leases are no longer renewed, and the kubelets no longer know the driver. */
function silenced({ leading, registers, csiNodes }: DriverParts): readonly Ended[] {
  const leases = leading.flatMap(({ lease }) => (lease === undefined ? [] : [{ changed: unrenewed(lease) }]));
  const [driver, ...others] = registers;
  if (driver === undefined || others.length > 0) return leases;
  const unregistered = csiNodes.map((csiNode) => ({
    changed: {
      ...csiNode,
      spec: { ...csiNode.spec, drivers: (csiNode.spec?.drivers ?? []).filter(({ name }) => name !== driver) },
    },
  }));
  return [...leases, ...unregistered];
}

function unrenewed(lease: Lease): Lease {
  const { renewTime: _, ...spec } = lease.spec ?? {};
  return { ...lease, spec };
}

const does: Record<Sidecar, { readonly operations: readonly Operation[]; readonly words: string }> = {
  "csi-provisioner": { operations: ["create", "delete"], words: "create or delete volumes" },
  "csi-attacher": { operations: ["attach", "detach"], words: "attach or detach volumes" },
  "csi-resizer": { operations: ["expand"], words: "expand volumes" },
  "csi-snapshotter": { operations: ["snapshot"], words: "take or delete snapshots" },
};

function limitsOf({ leading, unnamed, registers }: DriverParts): readonly Limit[] {
  return [
    ...leading.map(({ sidecar, driver, lease }) => ({
      operations: does[sidecar].operations,
      message: say`nothing is left to ${words(does[sidecar].words)} of ${driver}: ${words(sidecar)} ${lease === undefined ? say`runs in its pods` : say`leads there by lease ${lease.metadata.name}, which one of its pods holds`}`,
    })),
    ...unnamed.map((sidecar) => ({
      operations: does[sidecar].operations,
      message: say`its pods run ${words(sidecar)}, but no lease says for which driver: what depends on it is unknown`,
    })),
    ...registration(registers),
  ];
}

function registration(registers: readonly string[]): readonly Limit[] {
  const [driver, ...others] = registers;
  if (driver === undefined) return [];
  const operations = ["mount"] as const;
  const message: Phrase =
    others.length === 0
      ? say`no volume of ${driver} can be mounted or unmounted on its nodes: new pods do not start there, and pods that are deleted stay Terminating`
      : say`its pods register a driver on their nodes, one of ${join(
          registers.map((name) => say`${name}`),
          ", ",
        )}: volumes of that driver can then be neither mounted nor unmounted there. Which one it is cannot be told`;
  return [{ operations, message }];
}

/** What waits for a sidecar of this workload, and the volumes of its drivers. */
function dependentsOfDriver(parts: DriverParts, cluster: Cluster): Dependents {
  const items: Dependent[] = [];
  const unread: Unread[] = [...parts.unread];
  const take = <T>(listed: Listed<T>, make: (object: T) => Dependent | undefined): void => {
    if (!listed.read) unread.push(listed.unread);
    for (const object of itemsOf(listed)) {
      const dependent = make(object);
      if (dependent !== undefined) items.push(dependent);
    }
  };
  for (const driver of soleOf(parts))
    for (const { metadata } of parts.csiNodes)
      take(podsOnNode(metadata.name, cluster), (pod) => ofPod(pod, driver, cluster));
  for (const driver of new Set([...parts.leading.map((each) => each.driver), ...soleOf(parts)])) {
    const has = (sidecar: Sidecar) =>
      parts.leading.some((each) => each.driver === driver && each.sidecar === sidecar);
    take(cluster.lookup(volumesByDriver, driver, everywhere), (volume) => ofVolume(volume, driver, has));
    if (has("csi-provisioner"))
      take(cluster.list("v1/persistentvolumeclaims", everywhere), (claim) => ofClaim(claim, driver));
    if (has("csi-attacher"))
      take(cluster.lookup(attachmentsByAttacher, driver, everywhere), (each) => ofAttachment(each, driver));
    if (has("csi-snapshotter"))
      take(cluster.list("snapshot.storage.k8s.io/v1/volumesnapshotcontents", everywhere), (content) =>
        ofContent(content, driver),
      );
  }
  return { items, unread };
}

/** What its pods register, where that is certain. */
function soleOf({ registers }: DriverParts): readonly string[] {
  return registers.length === 1 ? registers : [];
}

function ofPod(pod: Pod, driver: string, cluster: Cluster): Dependent | undefined {
  const uses = claimNamesOfPod(pod).some((name) => {
    const claim = cluster.get("v1/persistentvolumeclaims", name, pod.metadata.namespace);
    if (claim.state !== "found") return false;
    const volume = cluster.get("v1/persistentvolumes", claim.object.spec?.volumeName ?? "");
    return volume.state === "found" && attachDriver(volume.object) === driver;
  });
  if (!uses || isPodFinished(pod)) return undefined;
  return {
    object: pod,
    reason: "PodCannotUnmount",
    message: say`it keeps running with what is mounted. Once it is deleted, it stays Terminating until the node plugin of ${driver} runs on its node again`,
  };
}

function ofVolume(volume: PersistentVolume, driver: string, has: (sidecar: Sidecar) => boolean): Dependent {
  const base = {
    object: volume,
    reason: "DriverVolume",
    message: say`what is mounted stays mounted, and the disk is kept as it is`,
  };
  const isGoing =
    isReleasedForDeletion(volume) ||
    (isTerminating(volume) && hasFinalizer(volume, finalizerNames.externalProvisioner));
  if (!isGoing) return base;
  if (!has("csi-provisioner"))
    return { ...base, message: say`its disk is being deleted, and this deletion does not change that` };
  const message = say`no csi-provisioner of ${driver} is left to delete its disk, so the volume stays until one runs again`;
  return { ...base, stops: stopped("DeletionStops", message) };
}

function isReleasedForDeletion({ spec, status }: PersistentVolume): boolean {
  return status?.phase === "Released" && spec?.persistentVolumeReclaimPolicy === "Delete";
}

function stopped(reason: string, message: Phrase): NonNullable<Dependent["stops"]> {
  return { reason, message };
}

/** kubernetes-csi/external-provisioner pkg/controller/controller.go ShouldProvision, v6.3. */
function ofClaim(claim: PersistentVolumeClaim, driver: string): Dependent | undefined {
  if (claim.status?.phase !== "Pending") return undefined;
  const by =
    annotationOf(claim, annotationNames.storageProvisioner) ??
    annotationOf(claim, annotationNames.betaStorageProvisioner);
  if (by !== driver && annotationOf(claim, annotationNames.migratedTo) !== driver) return undefined;
  const message = say`no csi-provisioner of ${driver} is left to create its volume, so the claim stays Pending`;
  return { object: claim, reason: "CreationStops", message, stops: stopped("CreationStops", message) };
}

function ofAttachment(attachment: VolumeAttachment, driver: string): Dependent {
  const { attached } = attachment.status ?? {};
  const base = {
    object: attachment,
    reason: "AttachmentStays",
    message: say`the volume stays attached; it cannot be detached until a csi-attacher of ${driver} runs again`,
  };
  if (isTerminating(attachment))
    return {
      ...base,
      stops: stopped("DetachStops", say`no csi-attacher of ${driver} is left to detach the volume`),
    };
  return attached === true
    ? base
    : {
        ...base,
        stops: stopped("AttachStops", say`no csi-attacher of ${driver} is left to attach the volume`),
      };
}

function ofContent(content: VolumeSnapshotContent, driver: string): Dependent | undefined {
  if (content.spec?.driver !== driver) return undefined;
  const base = {
    object: content,
    reason: "SnapshotStays",
    message: say`the snapshot in the storage backend stays as it is`,
  };
  if (isTerminating(content))
    return {
      ...base,
      stops: stopped(
        "SnapshotDeletionStops",
        say`no csi-snapshotter of ${driver} is left to delete the snapshot`,
      ),
    };
  return content.status?.readyToUse === true
    ? base
    : {
        ...base,
        stops: stopped("SnapshotStops", say`no csi-snapshotter of ${driver} is left to take the snapshot`),
      };
}
