import type { Cluster } from "../cluster/index.ts";
import { claimOf, releaseDestroys, syncVolume, volumeHandleOf } from "../controllers/index.ts";
import type { FoundHold } from "../define/index.ts";
import { blocked, couldNotRead, defineWait, stuck } from "../define/index.ts";
import { isDeletedDisk } from "../evidence/index.ts";
import type { PersistentVolume, PersistentVolumeClaim, Phrase } from "../kubernetes/index.ts";
import { isTerminating, nameOf, say } from "../kubernetes/index.ts";
import { releaseClaimRef, saveManifest, setRetain } from "../remedies/index.ts";
import type { RemedyCall } from "../report/index.ts";
import { proof } from "../report/index.ts";

const reasons = {
  ClaimOfVolumeMissing: stuck("The volume is Bound to a claim that does not exist", {
    what: "The phase is Bound, but the claim that spec.claimRef names does not exist.",
    why: "The PV controller looks at every volume every 15 seconds and should have released it. It does not run, or it is about to release it.",
    whatToDo:
      'If you need the data, set Retain before the controller acts: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. Then check that kube-controller-manager runs.',
  }),
  ClaimNamespaceMissing: stuck("The volume is Bound to a claim whose namespace no longer exists", {
    what: "The phase is Bound, but neither the claim nor its namespace exists.",
    why: "The namespace was finalized by force, so its claims disappeared without a deletion that controllers saw. Objects that a vendor's controller created for the volume may be left too.",
    whatToDo:
      "Set the volume to Retain. Then a person must delete the vendor's own object for the volume, if there is one, and after that the volume: `kubectl delete pv NAME`.",
  }),
  ClaimOfVolumeReplaced: blocked("The volume is Bound to a former claim of the same name", {
    what: "The existing claim with the name in spec.claimRef has another uid. It is not this volume's claim.",
    why: "The claim was deleted and created again. Kubernetes compares uids: it treats the claim as deleted, releases the volume, and with policy Delete deletes the disk.",
    whatToDo:
      'Set Retain at once: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. Then a person must decide whether the current claim may have the data.',
  }),
  ClaimBoundElsewhere: blocked("The claim of this volume is bound to another volume", {
    what: "The claimRef is right, but the claim names another volume.",
    why: "Two volumes were created or reserved for one claim. The one that the claim is not bound to is released. With policy Delete it is deleted with its data; otherwise it becomes Available with its data.",
    whatToDo:
      'If there may be data on it, set Retain at once: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. Otherwise no action is needed.',
  }),
};

type Reason = keyof typeof reasons;

export default defineWait({
  wait: "bound-mismatch",
  on: ["v1/persistentvolumes"],
  needs: [
    "v1/persistentvolumeclaims",
    "v1/namespaces",
    "v1/persistentvolumes",
    "v1/events",
    "storage.k8s.io/v1/volumeattachments",
  ],
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncVolume, 1.25 to 1.36",
    "kubernetes/kubernetes#127240",
    "openebs/openebs#3505",
  ],
  reasons,
  holds(volume, cluster) {
    if (volume.status?.phase !== "Bound" || isTerminating(volume)) return [];
    const ref = claimOf(volume);
    if (ref?.uid === undefined) return [];
    const claim = cluster.get("v1/persistentvolumeclaims", ref.name, ref.namespace);
    if (claim.state === "unread") return couldNotRead(claim.unread);
    if (claim.state === "absent") return missing(volume, cluster);
    switch (syncVolume(volume, claim.object).result) {
      case "Released":
      case "unbind":
        return mismatch(volume, claim.object, cluster);
      case "Available":
      case "Bound":
      case "unchanged":
      case "aborted":
        return [];
    }
  },
});

function missing(volume: PersistentVolume, cluster: Cluster): FoundHold<Reason> {
  const ref = claimOf(volume);
  const claim = ref === undefined ? say`its claim` : nameOf(ref);
  const namespace = cluster.get("v1/namespaces", ref?.namespace ?? "");
  const base = {
    evidence: [proof(volume, "status.phase", "Bound"), proof(volume, "spec.claimRef.uid", ref?.uid)],
    remedies: keep(volume),
    avoid: {
      step: say`delete the volume first`,
      because: say`objects that a driver's own controller keeps for it would stay behind, and that controller may create its pods again and again`,
    },
  };
  return namespace.state === "absent"
    ? {
        ...base,
        reason: "ClaimNamespaceMissing",
        holder: { person: "administrator" },
        message: say`the volume is bound to ${claim}, but that namespace no longer exists${threat(volume, cluster)}`,
      }
    : {
        ...base,
        reason: "ClaimOfVolumeMissing",
        holder: { controller: "persistentvolume-controller" },
        message: say`the volume is bound to ${claim}, which does not exist: the phase should no longer be Bound${threat(volume, cluster)}`,
      };
}

function keep(volume: PersistentVolume): readonly RemedyCall[] {
  return [setRetain(volume), saveManifest(volume)];
}

/** What the PV controller's next step costs. */
function threat(volume: PersistentVolume, cluster: Cluster): Phrase {
  if (!releaseDestroys(volume) || isDeletedDisk(volume, cluster)) return [];
  return say`; as soon as the PV controller releases it, ${volumeHandleOf(volume) ?? "the disk"} will be deleted (policy Delete)`;
}

function mismatch(
  volume: PersistentVolume,
  claim: PersistentVolumeClaim,
  cluster: Cluster,
): FoundHold<Reason> {
  const uid = claimOf(volume)?.uid;
  const named = claim.spec?.volumeName ?? "";
  if (uid === claim.metadata.uid) {
    return {
      reason: "ClaimBoundElsewhere",
      holder: { person: "administrator" },
      message: say`${nameOf(claim)} is bound to pv/${named}, not to this volume${threat(volume, cluster)}`,
      evidence: [proof(claim, "spec.volumeName", named)],
      remedies: keep(volume),
    };
  }
  const isNamed = named === volume.metadata.name;
  const release: RemedyCall = releaseClaimRef(volume, { part: "set-uid" });
  return {
    reason: "ClaimOfVolumeReplaced",
    holder: { person: "owner" },
    message: say`the volume belongs to a former ${nameOf(claim)} (uid ${uid ?? ""}); the current claim of that name is a different one (uid ${claim.metadata.uid})${threat(volume, cluster)}`,
    evidence: [proof(volume, "spec.claimRef.uid", uid), proof(claim, "metadata.uid", claim.metadata.uid)],
    remedies: isNamed ? [...keep(volume), release] : keep(volume),
    avoid: {
      step: say`consider the volume bound because the names are equal`,
      because: say`Kubernetes compares uids, and treats the volume's claim as deleted`,
    },
  };
}
