import type { Cluster, Found } from "../cluster/index.ts";
import { everywhere } from "../cluster/index.ts";
import type { CSINode, ObjectRef, PersistentVolume, VolumeAttachment } from "../kubernetes/index.ts";
import { annotationOf, hasFinalizer, isTerminating, refOf } from "../kubernetes/index.ts";
import { migratedTo, nodeId } from "./annotation-names.ts";
import { attachesNothing } from "./attach-detach.ts";
import type { Decision } from "./controller.ts";
import { defineController, nothing } from "./controller.ts";
import { act, actAll, removeFinalizer, unknown, wait, waitForAll } from "./decision.ts";
import { attacherPrefix } from "./finalizer-names.ts";
import { attachmentsNaming, leasesByName } from "./indexes/index.ts";
import { nodeNamed, volumeNamed } from "./objects/refs.ts";
import { attachDriver, migratedPlugins, volumeBackend } from "./objects/volume-source.ts";

export const attachmentAttacher = defineController({
  name: "external-attacher",
  on: "storage.k8s.io/v1/volumeattachments",
  sources: [
    "kubernetes-csi/external-attacher pkg/controller/csi_handler.go SyncNewOrUpdatedVolumeAttachment, v4.12",
  ],
  decide(attachment, cluster) {
    if (isSettled(attachment)) return nothing;
    const volume = volumeOf(attachment, cluster);
    if (volume.state === "unread") return unknown(volume);
    const csiNode = csiNodeOf(attachment, cluster);
    if (csiNode.state === "unread") return unknown(csiNode);
    const facts: AttacherFacts = {
      volume: volume.state === "found" ? volume.object : "missing",
      csiNode: csiNode.state === "found" ? csiNode.object : "missing",
    };
    return isTerminating(attachment) ? detach(attachment, facts, cluster) : attach(attachment, facts);
  },
});

/** Attached, or detached: nothing else needs to be known. */
function isSettled(attachment: VolumeAttachment): boolean {
  return isTerminating(attachment)
    ? !hasFinalizer(attachment, attacherFinalizer(attacherOf(attachment)))
    : attachment.status?.attached === true;
}

function volumeOf(attachment: VolumeAttachment, cluster: Cluster): Found<PersistentVolume | "inline"> {
  const name = attachment.spec?.source?.persistentVolumeName;
  return name === undefined
    ? { state: "found", object: "inline" }
    : cluster.get("v1/persistentvolumes", name);
}

function detach(attachment: VolumeAttachment, facts: AttacherFacts, cluster: Cluster): Decision {
  const node = attachment.spec?.nodeName ?? "";
  const driver = attacherOf(attachment);
  const outcome = syncDetach(attachment, facts);
  switch (outcome.result) {
    case "already detached":
      return nothing;
    case "detach":
      if (lacksAttacher(driver, cluster)) return wait();
      return act(
        { do: "detach-backend", object: refOf(attachment), driver, node },
        removeFinalizer(attachment, attacherFinalizer(driver)),
      );
    case "error":
      return outcome.because === "node ID unknown" ? wait(nodeNamed(node)) : wait(...volumeRef(attachment));
  }
}

/**
 * Is there no attacher? A driver that says of itself that it does not attach is usually installed without one, and then none has
 * led. Where the leases were not read there may be one.
 */
function lacksAttacher(driver: string, cluster: Cluster): boolean {
  const registered = cluster.get("storage.k8s.io/v1/csidrivers", driver);
  if (registered.state !== "found" || !attachesNothing(registered.object)) return false;
  const leases = cluster.lookup(leasesByName, attacherLease(driver), everywhere);
  return leases.read && leases.items.length === 0;
}

/** For a detach the annotation alone will do: then it does not matter what the CSINode says. */
function csiNodeOf(attachment: VolumeAttachment, cluster: Cluster): Found<CSINode> {
  if (isTerminating(attachment) && annotationOf(attachment, nodeId) !== undefined) return { state: "absent" };
  return cluster.get("storage.k8s.io/v1/csinodes", attachment.spec?.nodeName ?? "");
}

/**
 * The same file, syncAttach, csiAttach: a deleted volume is no longer attached anywhere, and the driver must run on
 * the node.
 */
function attach(attachment: VolumeAttachment, { volume, csiNode }: AttacherFacts): Decision {
  const isThere = volume === "inline" || (volume !== "missing" && !isTerminating(volume));
  if (!isThere) return wait(...volumeRef(attachment));
  return registeredNodeId(attachment, csiNode) === undefined
    ? wait(nodeNamed(attachment.spec?.nodeName ?? ""))
    : prepare(attachment, volume);
}

/** The finalizers come before the driver is asked. */
function prepare(attachment: VolumeAttachment, volume: AttacherFacts["volume"]): Decision {
  const finalizer = attacherFinalizer(attacherOf(attachment));
  const objects = volume === "missing" || volume === "inline" ? [attachment] : [volume, attachment];
  const without = objects.filter((object) => !hasFinalizer(object, finalizer));
  // With all of them there, the driver is asked to attach the volume.
  return actAll(
    without.map((object) => ({ do: "add-finalizer", object: refOf(object), finalizer })),
    wait(),
  );
}

function volumeRef(attachment: VolumeAttachment): readonly ObjectRef[] {
  const name = attachment.spec?.source?.persistentVolumeName;
  return name === undefined ? [] : [volumeNamed(name)];
}

/** What the attacher does with a deleted attachment. */
type Detach =
  /** The attachment does not have the attacher's finalizer: it counts as detached. */
  | { readonly result: "already detached" }
  /** The attacher calls the driver, and removes the finalizer when the driver succeeds. */
  | { readonly result: "detach" }
  /** The attacher cannot call the driver. It retries without end, with the error in `status.detachError`. */
  | { readonly result: "error"; readonly because: "volume missing" | "not a CSI volume" | "node ID unknown" };

export interface AttacherFacts {
  /** The volume; `inline` when the attachment names none. */
  readonly volume: PersistentVolume | "missing" | "inline";
  readonly csiNode: CSINode | "missing";
}

/** kubernetes-csi/external-attacher pkg/controller/csi_handler.go syncDetach, csiDetach, v4.12. */
export function syncDetach(attachment: VolumeAttachment, { volume, csiNode }: AttacherFacts): Detach {
  if (!hasFinalizer(attachment, attacherFinalizer(attacherOf(attachment)))) {
    return { result: "already detached" };
  }
  if (volume === "missing") return { result: "error", because: "volume missing" };
  if (volume !== "inline" && attachDriver(volume) === undefined) {
    return { result: "error", because: "not a CSI volume" };
  }
  return nodeIdOf(attachment, csiNode) === undefined
    ? { result: "error", because: "node ID unknown" }
    : { result: "detach" };
}

/** The same file, getNodeID: the annotation serves when the node, or the driver on it, is gone. */
function nodeIdOf(attachment: VolumeAttachment, csiNode: CSINode | "missing"): string | undefined {
  return registeredNodeId(attachment, csiNode) ?? annotationOf(attachment, nodeId);
}

function registeredNodeId(attachment: VolumeAttachment, csiNode: CSINode | "missing"): string | undefined {
  const drivers = csiNode === "missing" ? [] : (csiNode.spec?.drivers ?? []);
  return drivers.find(({ name }) => name === attacherOf(attachment))?.nodeID;
}

function attacherOf(attachment: VolumeAttachment): string {
  return attachment.spec?.attacher ?? "";
}

/**
 * The finalizers of attachers that this volume loses once no attachment names it. A deleted volume loses all; a live one
 * those of a migration that was undone. Otherwise they stay permanently.
 * kubernetes-csi/external-attacher pkg/controller/csi_handler.go SyncNewOrUpdatedPersistentVolume, v4.12.
 */
function attacherFinalizersToRemove(volume: PersistentVolume): readonly string[] {
  const ours = (volume.metadata.finalizers ?? []).filter((finalizer) => finalizer.startsWith(attacherPrefix));
  if (isTerminating(volume)) return ours;
  const backend = volumeBackend(volume);
  if (!("plugin" in backend) || !migratedPlugins.has(backend.plugin)) return [];
  const current = attacherFinalizer(annotationOf(volume, migratedTo) ?? "");
  const driver = migratedPlugins.get(backend.plugin) ?? "";
  return ours.filter((finalizer) => finalizer === attacherFinalizer(driver) && finalizer !== current);
}

export const volumeAttacher = defineController({
  name: "external-attacher",
  on: "v1/persistentvolumes",
  sources: [
    "kubernetes-csi/external-attacher pkg/controller/csi_handler.go SyncNewOrUpdatedPersistentVolume, v4.12",
  ],
  decide(volume, cluster) {
    const ours = attacherFinalizersToRemove(volume);
    if (ours.length === 0) return nothing;
    // The attachments that keep the finalizer there: all that name the volume, of any node, attacher and state.
    const attachments = attachmentsNaming(volume.metadata.name, cluster);
    if (!attachments.read) return unknown(attachments);
    return attachments.items.length > 0
      ? waitForAll(attachments.items)
      : actAll(ours.map((finalizer) => removeFinalizer(volume, finalizer)));
  },
});

/**
 * A driver's name as it stands in a finalizer. Two drivers can come out the same, so it must never be read backwards:
 * encode the name of the driver, and compare. The names of leases are made alike.
 * kubernetes-csi/external-attacher pkg/controller/util.go SanitizeDriverName, v4.12; kubernetes-csi/csi-lib-utils
 * leaderelection/leader_election.go sanitizeName.
 */
export function sanitizedDriver(driver: string): string {
  const name = driver.replaceAll(/[^a-zA-Z0-9-]/g, "-");
  return name.endsWith("-") ? `${name}X` : name;
}

/** kubernetes-csi/external-attacher pkg/controller/util.go GetFinalizerName, v4.12. */
export function attacherFinalizer(driver: string): string {
  return `${attacherPrefix}${sanitizedDriver(driver)}`;
}

/** The lease by which the attacher of a driver says that it runs. kubernetes-csi/external-attacher cmd/csi-attacher/main.go, v4.12. */
export function attacherLease(driver: string): string {
  return `external-attacher-leader-${sanitizedDriver(driver)}`.toLowerCase();
}
