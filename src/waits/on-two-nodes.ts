import type { Cluster } from "../cluster/index.ts";
import { everywhere, objectOf } from "../cluster/index.ts";
import { attachmentsNaming, claimNamed, claimOf, isMultiAttachForbidden } from "../controllers/index.ts";
import type { Remark } from "../define/index.ts";
import { blocked, defineWait } from "../define/index.ts";
import { butForOne, isFileShare, strayListing, usedOnNodes } from "../evidence/index.ts";
import type { PersistentVolume, PersistentVolumeClaim, Phrase, Pod } from "../kubernetes/index.ts";
import { isTerminating, nameOf, say } from "../kubernetes/index.ts";
import type { Avoid } from "../report/index.ts";

const attachments = "storage.k8s.io/v1/volumeattachments";

export default defineWait({
  wait: "on-two-nodes",
  on: ["v1/persistentvolumeclaims", "v1/persistentvolumes", "v1/pods"],
  needs: [
    "v1/persistentvolumes",
    "v1/persistentvolumeclaims",
    "v1/pods",
    "v1/nodes",
    "storage.k8s.io/v1/csidrivers",
    attachments,
  ],
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/attachdetach/util/util.go IsMultiAttachAllowed, 1.36",
    "kubernetes/kubernetes pkg/volume/csi/csi_plugin.go CanAttach, 1.36",
    "piraeusdatastore/piraeus-operator#104",
    "openebs/openebs#3404",
  ],
  reasons: {
    VolumeOnTwoNodes: blocked("A volume for one node is on several nodes", {
      what: "The access modes of the volume allow one node. Its attachments, or the running pods that use its claim, are on several. Or it is attached to one node, and another still reports it in use, although no pod there uses it.",
      why: "A node was declared out of service while it still ran, or an attachment was changed manually. Where the driver does not attach volumes, no controller keeps two nodes apart.",
      whatToDo:
        "A person must find out whether both nodes write: `kubectl get pods -n NAMESPACE -o wide`. Two nodes that write to one file system on a disk destroy it. A shared file system, such as NFS, allows it.",
    }),
    ListedUnattached: blocked("A node lists a volume that no VolumeAttachment attaches to it", {
      what: "The status of a Node lists the volume as attached, or as in use although no pod there uses it. No VolumeAttachment names the volume.",
      why: "The attach-detach controller compares the two once a minute, so the list is usually right again soon. If it is not, the VolumeAttachment was removed while the disk was attached. Nothing then keeps another node from attaching the disk.",
      whatToDo:
        "Look again after two minutes. If the node still lists the volume, a person must check in the storage backend where the disk is attached before another pod uses it: `kubectl get node NAME -o yaml`.",
    }),
  },
  remark(object, cluster) {
    if (isTerminating(object)) return undefined;
    if (object.kind === "Pod") return ofPod(object, cluster);
    const pair = object.kind === "PersistentVolume" ? ofVolume(object, cluster) : ofClaim(object, cluster);
    if (pair === undefined) return undefined;
    // Of a healthy claim, no attachment is asked for: that would be one more request for most claims.
    const isAsked = object.kind === "PersistentVolume" || cluster.isRead(attachments, everywhere);
    const twice = object.status?.phase === "Bound" ? usedTwice(pair, isAsked, cluster) : undefined;
    if (twice !== undefined) return twice;
    // Nodes are asked for a volume only, for the same reason.
    const listing = object.kind === "PersistentVolume" ? strayListing(object, cluster) : undefined;
    if (listing?.read !== true || listing.stray === undefined) return undefined;
    const { how, message } = listing.stray;
    const reason = how === "second" ? "VolumeOnTwoNodes" : "ListedUnattached";
    return { reason, message, avoid };
  },
});

const avoid: Avoid = {
  step: say`start another pod with it`,
  because: say`if both nodes write to a file system on a disk, they destroy it`,
};

type OnTwoNodes = Remark<"VolumeOnTwoNodes">;

function usedTwice({ claim, volume }: Pair, isAsked: boolean, cluster: Cluster): OnTwoNodes | undefined {
  if (!isMultiAttachForbidden(volume)) return undefined;
  const used = claim === undefined ? undefined : usedOnNodes(claim, cluster);
  const usedOn = used === undefined || used.is === "unread" ? undefined : used.message;
  const where = (isAsked ? attachedTo(volume, cluster) : undefined) ?? usedOn;
  if (where === undefined) return undefined;
  return {
    reason: "VolumeOnTwoNodes",
    message: butForOne(volume, where),
    ...(isFileShare(volume) ? {} : { avoid }),
  };
}

/** The same that its claim tells, where pods are on several nodes. */
function ofPod(pod: Pod, cluster: Cluster): OnTwoNodes | undefined {
  const { namespace } = pod.metadata;
  const names = (pod.spec?.volumes ?? []).flatMap((each) => each.persistentVolumeClaim?.claimName ?? []);
  for (const name of pod.status?.phase === "Running" ? names : []) {
    const found = cluster.get("v1/persistentvolumeclaims", name, namespace);
    const claim = found.state === "found" && !isTerminating(found.object) ? found.object : undefined;
    const pair = claim === undefined ? undefined : ofClaim(claim, cluster);
    const twice = pair === undefined ? undefined : usedTwice(pair, false, cluster);
    if (twice !== undefined)
      return {
        ...twice,
        message: say`it uses ${nameOf(claimNamed(namespace ?? "", name))}: ${twice.message}`,
      };
  }
  return undefined;
}

interface Pair {
  readonly claim: PersistentVolumeClaim | undefined;
  readonly volume: PersistentVolume;
}

function ofVolume(volume: PersistentVolume, cluster: Cluster): Pair {
  const { name = "", namespace } = claimOf(volume) ?? {};
  const claim = cluster.get("v1/persistentvolumeclaims", name, namespace);
  return { claim: objectOf(claim), volume };
}

function ofClaim(claim: PersistentVolumeClaim, cluster: Cluster): Pair | undefined {
  const volume = cluster.get("v1/persistentvolumes", claim.spec?.volumeName ?? "");
  return volume.state === "found" ? { claim, volume: volume.object } : undefined;
}

/** An attachment that is being deleted is on its way from one node to the next. */
function attachedTo(volume: PersistentVolume, cluster: Cluster): Phrase | undefined {
  const all = attachmentsNaming(volume.metadata.name, cluster);
  if (!all.read) return undefined;
  const attached = all.items.flatMap((each) =>
    each.status?.attached === true && !isTerminating(each) ? [each.spec?.nodeName ?? ""] : [],
  );
  const nodes = [...new Set(attached)].sort();
  return nodes.length < 2 ? undefined : say`it is attached to ${nodes.join(" and ")} at the same time`;
}
