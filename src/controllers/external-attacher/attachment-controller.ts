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
  type Phrase,
  refOf,
  type VolumeAttachment,
  words,
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
        words("The attachment is deleted."),
        { do: "detach-backend", object: refOf(attachment), driver, node },
        removeFinalizer(attachment, attacherFinalizer(driver)),
      );
    case "error":
      return outcome.because === "node ID unknown"
        ? wait(words("The driver's ID of the node is not known any more."), nodeNamed(node))
        : wait(words("The driver cannot be asked without the volume."), ...volumeRef(attachment));
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
      return wait(attachError(outcome.because), ...errorObjects(attachment, outcome.because));
  }
}

type AttachError = Extract<Attach, { result: "error" }>["because"];

function attachError(because: AttachError): Phrase {
  switch (because) {
    case "volume missing":
      return words("The volume does not exist.");
    case "volume Terminating":
      return words("A deleted volume is not attached any more.");
    case "node ID unknown":
      return words("The driver is not registered on the node.");
  }
}

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
  return first === undefined
    ? wait(words("The driver is asked to attach the volume."))
    : act(words("Finalizers are set before the driver attaches the volume."), first, ...more);
}

function volumeRef(attachment: VolumeAttachment): readonly ObjectRef[] {
  const name = attachment.spec?.source?.persistentVolumeName;
  return name === undefined ? [] : [volumeNamed(name)];
}
