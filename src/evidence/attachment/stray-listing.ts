import type { Cluster, Unread } from "../../cluster/index.ts";
import {
  attachDriver,
  attachmentsNaming,
  isMultiAttachForbidden,
  isNodeReady,
  reportedAttached,
  reportedInUse,
} from "../../controllers/index.ts";
import type { Node, PersistentVolume, Phrase, VolumeAttachment } from "../../kubernetes/index.ts";
import { nameOf, say } from "../../kubernetes/index.ts";
import type { Evidence } from "../../report/index.ts";
import { hint, proof } from "../../report/index.ts";
import { driverAttaches, listingOf, nodesListing } from "./records.ts";

/** A node whose status lists a volume that no VolumeAttachment attaches to it. */
interface Stray {
  /** `second`: it is attached to another node. `mounted`, `attached`: as the node says, and no VolumeAttachment names it. */
  readonly how: "second" | "mounted" | "attached";
  readonly node: Node;
  readonly message: Phrase;
  readonly evidence: readonly Evidence[];
}

type Listing =
  | { readonly read: true; readonly stray?: Stray }
  | { readonly read: false; readonly unread: Unread };

const none: Listing = { read: true };

/**
 * Does a node still list the volume, where Kubernetes has no record that it is attached there? The kubelet reports what it has
 * mounted, or had when it last reported.
 * kubernetes/kubernetes pkg/kubelet/volumemanager/volume_manager.go GetVolumesInUse, 1.36.
 */
export function strayListing(volume: PersistentVolume, cluster: Cluster): Listing {
  const listed = nodesListing(volume, cluster);
  if (listed.read && listed.items.length === 0) return none;
  const attachments = attachmentsNaming(volume.metadata.name, cluster);
  if (!attachments.read) return attachments;
  return attachments.items.length === 0
    ? unrecorded(volume, cluster)
    : besides(volume, attachments.items, cluster);
}

function besides(volume: PersistentVolume, all: readonly VolumeAttachment[], cluster: Cluster): Listing {
  const attached = all.filter(({ status }) => status?.attached === true);
  const [first] = attached;
  const nodes = new Set(attached.map(({ spec }) => spec?.nodeName ?? ""));
  if (first === undefined || nodes.size > 1 || !isMultiAttachForbidden(volume)) return none;
  const listed = nodesListing(volume, cluster);
  if (!listed.read) return listed;
  if (listed.items.length < 2) return none;
  const listing = listingOf(volume, cluster);
  if (!listing.read) return listing;
  const node = listing.mounted.find(({ metadata }) => !nodes.has(metadata.name));
  const isListed = listing.attached.some(({ metadata }) => nodes.has(metadata.name));
  if (node === undefined || !isListed) return none;
  const silent = isNodeReady(node) ? [] : say` (not Ready: it may only have been its last report)`;
  const stray: Stray = {
    how: "second",
    node,
    message: say`it is attached to node/${first.spec?.nodeName ?? ""}, and ${nameOf(node)} still reports it in use although no pod there uses it${silent}; its access modes allow only one node`,
    evidence: [
      proof(first, "status.attached", true),
      proof(node, "status.volumesInUse", reportedInUse(node, volume)),
    ],
  };
  return { read: true, stray };
}

function unrecorded(volume: PersistentVolume, cluster: Cluster): Listing {
  const listing = listingOf(volume, cluster);
  if (!listing.read) return listing;
  const [mounted] = listing.mounted;
  const [attached] = listing.attached;
  if (mounted === undefined && attached === undefined) return none;
  const attaches = driverAttaches(attachDriver(volume) ?? "", cluster);
  if (attaches.is === "unread") return { read: false, unread: attaches.unread };
  // Of such a driver, the controller takes every volume for attached.
  if (attaches.is === "refuted") return none;
  if (mounted !== undefined)
    return {
      read: true,
      stray: {
        how: "mounted",
        node: mounted,
        // Its list is as old as its last report.
        message: say`${nameOf(mounted)}${isNodeReady(mounted) ? [] : say`, which is not Ready,`} reports it in use, but no pod there uses it and no VolumeAttachment names it: it may still be mounted there, and nothing keeps another node from attaching it`,
        evidence: [hint(mounted, "status.volumesInUse", reportedInUse(mounted, volume))],
      },
    };
  return attached === undefined
    ? none
    : {
        read: true,
        stray: {
          how: "attached",
          node: attached,
          message: say`${nameOf(attached)} lists it as attached, but no VolumeAttachment names it: the disk may still be attached to that machine, with no record of it`,
          evidence: [hint(attached, "status.volumesAttached", reportedAttached(attached, volume))],
        },
      };
}
