import {
  annotationOf,
  type CSINode,
  hasFinalizer,
  isTerminating,
  type PersistentVolume,
  type VolumeAttachment,
} from "../../model/index.ts";
import { nodeId } from "../annotation-names.ts";
import { attacherFinalizer } from "../attacher-name.ts";
import { attachDriver } from "../volume-source.ts";

/** What the attacher does with a deleted attachment. */
type Detach =
  /** The attachment does not have the attacher's finalizer: it counts as detached. */
  | { readonly result: "already detached" }
  /** The attacher calls the driver, and removes the finalizer when the driver succeeds. */
  | { readonly result: "detach" }
  /** The attacher cannot call the driver. It retries without end, with the error in `status.detachError`. */
  | { readonly result: "error"; readonly because: "volume missing" | "not a CSI volume" | "node ID unknown" };

export interface DetachWorld {
  /** The volume; `inline` when the attachment names none. */
  readonly volume: PersistentVolume | "missing" | "inline";
  readonly csiNode: CSINode | "missing";
}

/** kubernetes-csi/external-attacher pkg/controller/csi_handler.go syncDetach, csiDetach, v4.12. */
export function syncDetach(attachment: VolumeAttachment, { volume, csiNode }: DetachWorld): Detach {
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

/** What the attacher does with a live attachment. */
export type Attach =
  | { readonly result: "already attached" }
  | { readonly result: "attach" }
  | {
      readonly result: "error";
      readonly because: "volume missing" | "volume Terminating" | "node ID unknown";
    };

/**
 * The same file, syncAttach, csiAttach: a deleted volume is no longer attached anywhere, and the driver must run on
 * the node.
 */
export function syncAttach(attachment: VolumeAttachment, { volume, csiNode }: DetachWorld): Attach {
  if (attachment.status?.attached === true) return { result: "already attached" };
  if (volume === "missing") return { result: "error", because: "volume missing" };
  if (volume !== "inline" && isTerminating(volume)) return { result: "error", because: "volume Terminating" };
  return registeredNodeId(attachment, csiNode) === undefined
    ? { result: "error", because: "node ID unknown" }
    : { result: "attach" };
}

export function attacherOf(attachment: VolumeAttachment): string {
  return attachment.spec?.attacher ?? "";
}
