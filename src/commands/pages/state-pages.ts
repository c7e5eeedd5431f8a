import type { Page } from "../../report/index.ts";
import { told } from "./reason-pages.ts";

/** A state that a person reads in the column STATUS of `kubectl get pvc` or `kubectl get pv`. */
interface State {
  readonly name: string;
  /** At most 72 columns, starts with a capital, no full stop. */
  readonly title: string;
  readonly on: string;
  readonly what: string;
  readonly why: string;
  readonly whatToDo: string;
  readonly sources: readonly string[];
}

const controller = "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go";

const askAll =
  "Find the cause and the next step: `kubectl pvguard why TYPE/NAME`. For all objects: `kubectl pvguard audit`.";

const states: readonly State[] = [
  {
    name: "Terminating",
    title: "The object is being deleted, and a finalizer holds it",
    on: "every kind",
    what: "The object has a `deletionTimestamp` and at least one finalizer. The API server removes it when the last finalizer is removed. kubectl prints Terminating instead of the phase.",
    why: "A finalizer is there because a controller still has work to do, or because something still uses the object: a pod uses the claim, a claim is bound to the volume, or the driver has not deleted the disk.",
    whatToDo: `${askAll} Do not remove a finalizer before you know what happens to the data. A deletion cannot be undone, but the data can often be kept: \`kubectl pvguard rescue TYPE/NAME\`.`,
    sources: [
      "kubernetes/kubernetes staging/src/k8s.io/apiserver/pkg/registry/rest/delete.go BeforeDelete, v1.36",
      "kubernetes/kubernetes pkg/printers/internalversion/printers.go printPersistentVolumeClaim, v1.36",
    ],
  },
  {
    name: "Released",
    title: "The claim of the volume was deleted",
    on: "persistentvolumes",
    what: "The volume still names its former claim in `spec.claimRef`. No other claim can be bound to it.",
    why: "With policy Retain the volume stays Released until a person acts. With policy Delete, the driver deletes the disk next. A volume that stays Released is one whose disk could not be deleted.",
    whatToDo: `${askAll} The former claim's data can be used again: \`kubectl pvguard rescue pv/NAME\`.`,
    sources: [`${controller} syncVolume, reclaimVolume, v1.36`],
  },
  {
    name: "Failed",
    title: "The PV controller could not recycle or delete the volume",
    on: "persistentvolumes",
    what: "The claim was deleted, and the controller could not carry out the reclaim policy. The message in the volume's status says why.",
    why: "No plugin can delete this kind of volume, or the plugin returned an error.",
    whatToDo: askAll,
    sources: [`${controller} reclaimVolume, updateVolumePhaseWithEvent, v1.36`],
  },
  {
    name: "Lost",
    title: "The claim was bound, but its volume cannot be found",
    on: "persistentvolumeclaims",
    what: "The claim has been bound before, and now names no volume, a volume that does not exist, or a volume that is bound to another claim.",
    why: "The volume object was deleted, or the claim was restored from a backup without its volume. The disk may still exist in the storage backend.",
    whatToDo: `${askAll} Do not delete the claim first: it records which volume it had.`,
    sources: [`${controller} syncBoundClaim, v1.36`],
  },
  {
    name: "Pending",
    title: "The claim has no volume yet, or the pod has not started",
    on: "persistentvolumeclaims, pods",
    what: "The claim waits for a volume that fits, for a provisioner, or for its first pod. A pod that is Pending is not scheduled, or its volumes are not attached and mounted.",
    why: "A class, a provisioner, a pod or a volume that the claim needs is missing, or a driver returns an error.",
    whatToDo: askAll,
    sources: [`${controller} syncUnboundClaim, v1.36`],
  },
  {
    name: "Bound",
    title: "The claim and the volume name each other",
    on: "persistentvolumeclaims, persistentvolumes",
    what: "The claim names the volume in `spec.volumeName`, and the volume names the claim with its uid in `spec.claimRef`.",
    why: "This is the normal state of a claim in use. It does not say that a pod can attach and mount the volume.",
    whatToDo: `${askAll} To see what a deletion would do: \`kubectl pvguard why TYPE/NAME --if-deleted\`.`,
    sources: [`${controller} syncBoundClaim, syncVolume, v1.36`],
  },
  {
    name: "Available",
    title: "The volume waits for a claim",
    on: "persistentvolumes",
    what: "No claim is bound to the volume. If `spec.claimRef` is set without a uid, the volume is reserved for the claim of that name.",
    why: "The volume was created manually and has not been used yet, or its `claimRef` was removed.",
    whatToDo: askAll,
    sources: [`${controller} syncVolume, v1.36`],
  },
];

/** One page for each state that kubectl prints of a claim or a volume. */
export function statePages(): readonly Page[] {
  return states.map((state) => ({
    name: state.name,
    kind: "state",
    ...told(state),
    facts: [["On", state.on]],
    sources: state.sources,
  }));
}
