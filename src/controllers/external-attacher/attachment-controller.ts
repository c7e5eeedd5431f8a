import {
  type Action,
  annotationOf,
  type Cluster,
  type CSINode,
  type Decision,
  defineController,
  type Found,
  hasFinalizer,
  isTerminating,
  nothing,
  type ObjectRef,
  type PersistentVolume,
  refOf,
  type VolumeAttachment,
} from "../../model/index.ts";
import { nodeId } from "../annotation-names.ts";
import { attacherFinalizer } from "../attacher-name.ts";
import { act, unknown, wait } from "../decision.ts";
import { removeFinalizer } from "../protection.ts";
import { nodeNamed, volumeNamed } from "../refs.ts";
import { type Attach, attacherOf, type DetachWorld, syncAttach, syncDetach } from "./detach.ts";

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
    const world: DetachWorld = {
      volume: volume.state === "found" ? volume.object : "missing",
      csiNode: csiNode.state === "found" ? csiNode.object : "missing",
    };
    return isTerminating(attachment) ? detach(attachment, world) : attach(attachment, world);
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

function detach(attachment: VolumeAttachment, world: DetachWorld): Decision {
  const node = attachment.spec?.nodeName ?? "";
  const driver = attacherOf(attachment);
  const outcome = syncDetach(attachment, world);
  switch (outcome.result) {
    case "already detached":
      return nothing;
    case "detach":
      return act(
        { do: "detach-backend", object: refOf(attachment), driver, node },
        removeFinalizer(attachment, attacherFinalizer(driver)),
      );
    case "error":
      return outcome.because === "node ID unknown" ? wait(nodeNamed(node)) : wait(...volumeRef(attachment));
  }
}

/** For a detach the annotation alone will do: then it does not matter what the CSINode says. */
function csiNodeOf(attachment: VolumeAttachment, cluster: Cluster): Found<CSINode> {
  if (isTerminating(attachment) && annotationOf(attachment, nodeId) !== undefined) return { state: "absent" };
  return cluster.get("storage.k8s.io/v1/csinodes", attachment.spec?.nodeName ?? "");
}

function attach(attachment: VolumeAttachment, world: DetachWorld): Decision {
  const outcome = syncAttach(attachment, world);
  switch (outcome.result) {
    case "already attached":
      return nothing;
    case "attach":
      return prepare(attachment, world.volume);
    case "error":
      return wait(...errorObjects(attachment, outcome.because));
  }
}

type AttachError = Extract<Attach, { result: "error" }>["because"];

function errorObjects(attachment: VolumeAttachment, because: AttachError): readonly ObjectRef[] {
  return because === "node ID unknown" ? [nodeNamed(attachment.spec?.nodeName ?? "")] : volumeRef(attachment);
}

/** The finalizers come before the driver is asked. */
function prepare(attachment: VolumeAttachment, volume: DetachWorld["volume"]): Decision {
  const finalizer = attacherFinalizer(attacherOf(attachment));
  const objects = volume === "missing" || volume === "inline" ? [attachment] : [volume, attachment];
  const [first, ...more] = objects
    .filter((object) => !hasFinalizer(object, finalizer))
    .map((object): Action => ({ do: "add-finalizer", object: refOf(object), finalizer }));
  // With all of them there, the driver is asked to attach the volume.
  return first === undefined ? wait() : act(first, ...more);
}

function volumeRef(attachment: VolumeAttachment): readonly ObjectRef[] {
  const name = attachment.spec?.source?.persistentVolumeName;
  return name === undefined ? [] : [volumeNamed(name)];
}
