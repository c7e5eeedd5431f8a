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
  type PersistentVolume,
  refOf,
  type VolumeAttachment,
  words,
} from "../../model/index.ts";
import { nodeId } from "../annotation-names.ts";
import { act, unknown, wait } from "../decision.ts";
import { removeFinalizer } from "../protection.ts";
import { nodeNamed, volumeNamed } from "../refs.ts";
import { attacherOf, type DetachWorld, syncAttach, syncDetach } from "./detach.ts";
import { attacherFinalizer } from "./finalizer.ts";

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
    const seen = volume.state === "found" ? volume.object : "missing";
    return isTerminating(attachment)
      ? detach(attachment, seen, cluster)
      : attach(attachment, volume.state === "found" ? volume.object : "missing");
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

function detach(attachment: VolumeAttachment, volume: DetachWorld["volume"], cluster: Cluster): Decision {
  const node = attachment.spec?.nodeName ?? "";
  const csiNode = csiNodeOf(attachment, node, cluster);
  if (csiNode.state === "unread") return unknown(csiNode);
  const driver = attacherOf(attachment);
  const outcome = syncDetach(attachment, {
    volume,
    csiNode: csiNode.state === "found" ? csiNode.object : "missing",
  });
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

/** The annotation alone will do: then it does not matter what the CSINode says. */
function csiNodeOf(attachment: VolumeAttachment, node: string, cluster: Cluster): Found<CSINode> {
  if (annotationOf(attachment, nodeId) !== undefined) return { state: "absent" };
  return cluster.get("storage.k8s.io/v1/csinodes", node);
}

function attach(attachment: VolumeAttachment, volume: DetachWorld["volume"]): Decision {
  const outcome = syncAttach(attachment, volume);
  switch (outcome.result) {
    case "already attached":
      return nothing;
    case "attach":
      return prepare(attachment, volume);
    case "error":
      return outcome.because === "volume missing"
        ? wait(words("The volume does not exist."), ...volumeRef(attachment))
        : wait(words("A deleted volume is not attached any more."), ...volumeRef(attachment));
  }
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

function volumeRef(attachment: VolumeAttachment) {
  const name = attachment.spec?.source?.persistentVolumeName;
  return name === undefined ? [] : [volumeNamed(name)];
}
