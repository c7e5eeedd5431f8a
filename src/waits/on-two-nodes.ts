import type { Cluster } from "../cluster/index.ts";
import { everywhere } from "../cluster/index.ts";
import { attachmentsNaming, claimOf, isMultiAttachForbidden } from "../controllers/index.ts";
import { blocked, defineWait } from "../define/index.ts";
import { usedOnNodes } from "../evidence/index.ts";
import type { PersistentVolume, PersistentVolumeClaim, Phrase } from "../kubernetes/index.ts";
import { isTerminating, say } from "../kubernetes/index.ts";

const attachments = "storage.k8s.io/v1/volumeattachments";

export default defineWait({
  wait: "on-two-nodes",
  on: ["v1/persistentvolumeclaims", "v1/persistentvolumes"],
  needs: ["v1/persistentvolumes", "v1/persistentvolumeclaims", "v1/pods", attachments],
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/attachdetach/util/util.go IsMultiAttachAllowed, 1.36",
    "kubernetes/kubernetes pkg/volume/csi/csi_plugin.go CanAttach, 1.36",
    "piraeusdatastore/piraeus-operator#104",
    "openebs/openebs#3404",
  ],
  reasons: {
    VolumeOnTwoNodes: blocked("A volume for one node is on several nodes", {
      what: "The access modes of the volume allow one node. Its attachments, or the running pods that use its claim, are on several.",
      why: "A node was declared out of service while it still ran, or an attachment was changed manually. Where the driver does not attach volumes, no controller keeps two nodes apart.",
      whatToDo:
        "A person must find out whether both nodes write: `kubectl get pods -n NAMESPACE -o wide`. Two nodes that write to one file system on a disk destroy it. A shared file system, such as NFS, allows it.",
    }),
  },
  remark(object, cluster) {
    if (isTerminating(object) || object.status?.phase !== "Bound") return undefined;
    const pair = object.kind === "PersistentVolume" ? ofVolume(object, cluster) : ofClaim(object, cluster);
    if (pair === undefined || !isMultiAttachForbidden(pair.volume)) return undefined;
    // Of a healthy claim, no attachment is asked for: that would be one more request for most claims.
    const isAsked = object.kind === "PersistentVolume" || cluster.isRead(attachments, everywhere);
    const used = usedOnNodes(pair.claim, cluster);
    const usedOn = used.is === "unread" ? undefined : used.message;
    const where = (isAsked ? attachedTo(pair.volume, cluster) : undefined) ?? usedOn;
    if (where === undefined) return undefined;
    return {
      reason: "VolumeOnTwoNodes",
      message: say`${where}, but its access modes allow only one node`,
      avoid: {
        step: say`start another pod with it`,
        because: say`if both nodes write to a file system on a disk, they destroy it`,
      },
    };
  },
});

interface Pair {
  readonly claim: PersistentVolumeClaim;
  readonly volume: PersistentVolume;
}

function ofVolume(volume: PersistentVolume, cluster: Cluster): Pair | undefined {
  const { name = "", namespace } = claimOf(volume) ?? {};
  const claim = cluster.get("v1/persistentvolumeclaims", name, namespace);
  return claim.state === "found" ? { claim: claim.object, volume } : undefined;
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
