import {
  annotationNames,
  eventTime,
  finalizerNames,
  findDeletablePlugin,
  latestEvent,
  provisionerOf,
  reclaimPolicyOf,
  volumeHandleOf,
} from "../controllers/index.ts";
import { defineWait, type FoundHold } from "../engine/index.ts";
import {
  annotationOf,
  type Cluster,
  hasFinalizer,
  isTerminating,
  type PersistentVolume,
  proof,
  refOf,
  say,
  secondsSince,
} from "../model/index.ts";

type Reason =
  | "NoDeleterForVolume"
  | "FailedAndRetained"
  | "FailedNeverRetried"
  | "ReclaimRetried"
  | "ReclaimFails";

/** Seconds for which a failing in-tree deletion counts as a race that ends by itself. */
const patience = 1800;

export default defineWait<"v1/persistentvolumes", Reason>({
  wait: "failed",
  on: ["v1/persistentvolumes"],
  needs: ["v1/events"],
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go reclaimVolume, findDeletablePlugin, 1.25 to 1.36",
    "kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go shouldDelete: only phase Released, v13",
    "IBM/ibm-spectrum-scale-csi#98",
    "kubernetes/kubernetes#42784",
  ],
  reasons: {
    NoDeleterForVolume: {
      title: "Made by hand with policy Delete: nothing in Kubernetes can delete it",
      category: "blocked",
      what: "The claim is gone and the policy is Delete, but no in-tree plugin can delete this source, and nobody provisioned it.",
      why: "The volume was made by hand. Kubernetes looked for a plugin that deletes it and found none. The data is untouched.",
      whatToDo:
        'Set Retain, which is what happens anyway: `kubectl patch pv NAME --type=merge -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. Then delete the object when it is not needed; the data stays.',
    },
    FailedAndRetained: {
      title: "Failed, with policy Retain: nothing more happens",
      category: "waiting",
      what: "The phase is Failed, and the policy is Retain by now.",
      why: "Retain ends the attempts to delete or recycle, and leaves the phase as it is.",
      whatToDo:
        "Nobody must act. When the object is not needed, save its manifest and delete it: `kubectl delete pv NAME`. The data stays in the backend.",
    },
    FailedNeverRetried: {
      title: "Failed: the driver's provisioner never deletes it",
      category: "blocked",
      what: "The phase is Failed. A CSI driver's provisioner deletes only volumes in phase Released.",
      why: "An older version or another policy made it Failed, and nothing brings it back to Released.",
      whatToDo:
        'Set Retain: `kubectl patch pv NAME --type=merge -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. Then a person must delete the disk in the backend, and the object.',
    },
    ReclaimRetried: {
      title: "Deleting it failed, and is tried again",
      category: "waiting",
      what: "The in-tree plugin could not delete the disk yet. The PV controller tries again at each sync.",
      why: "Pod, claim and disk went at about the same time, and the detach takes a moment.",
      whatToDo: "Nobody must act. Run `kubectl pvguard why` again in half an hour.",
    },
    ReclaimFails: {
      title: "Deleting or recycling it keeps failing",
      category: "blocked",
      what: "The PV controller tries to delete or recycle the volume again and again, and fails.",
      why: "The field status.message of the volume says why.",
      whatToDo:
        "A person must remove the cause that status.message names; the PV controller then goes on by itself. To give up, set the volume to Retain.",
    },
  },
  holds(volume, cluster) {
    if (volume.status?.phase !== "Failed") return [];
    // The provisioner's finalizer says the same, and is what keeps the object.
    if (isTerminating(volume) && hasFinalizer(volume, finalizerNames.externalProvisioner)) return [];
    return [failed(volume, cluster)];
  },
});

function failed(volume: PersistentVolume, cluster: Cluster): FoundHold<Reason> {
  const policy = reclaimPolicyOf(volume);
  if (policy === "Retain") return retained(volume);
  if (policy === "Delete" && isWithoutDeleter(volume)) return withoutDeleter(volume);
  if (policy === "Delete" && provisionerOf(volume) !== undefined) return neverRetried(volume);
  return failing(volume, cluster);
}

/**
 * The volume's own words come first: another message means that a plugin was found and failed. A hand-made CSI volume
 * became Failed before Kubernetes left those to their driver.
 */
function isWithoutDeleter(volume: PersistentVolume): boolean {
  const message = volume.status?.message ?? "";
  if (message !== "")
    return /no (deletable )?volume plugin matched|error getting deleter volume plugin/i.test(message);
  if (findDeletablePlugin(volume).deleter === "missing") return true;
  return volume.spec?.csi !== undefined && provisionedBy(volume) === undefined;
}

const provisionedBy = (volume: PersistentVolume) => annotationOf(volume, annotationNames.provisionedBy);

function quote(volume: PersistentVolume) {
  const message = volume.status?.message ?? "";
  return message === "" ? [] : say`: ${message}`;
}

function evidence(volume: PersistentVolume) {
  return [
    proof(refOf(volume), "status.phase", "Failed"),
    proof(refOf(volume), "status.message", volume.status?.message),
  ];
}

function retained(volume: PersistentVolume): FoundHold<Reason> {
  const on = refOf(volume);
  return {
    reason: "FailedAndRetained",
    holder: { person: "administrator" },
    message: say`it failed before, and the policy is Retain by now: nothing deletes it, and ${volumeHandleOf(volume) ?? "the data"} stays`,
    evidence: evidence(volume),
    remedies: [
      { remedy: "save-manifest", on },
      { remedy: "delete-volume", on },
    ],
  };
}

function withoutDeleter(volume: PersistentVolume): FoundHold<Reason> {
  const on = refOf(volume);
  return {
    reason: "NoDeleterForVolume",
    holder: { person: "administrator" },
    message:
      provisionedBy(volume) === undefined
        ? say`it was made by hand with policy Delete, and Kubernetes has no deleter for it; the data is untouched`
        : say`its policy is Delete, and Kubernetes has no plugin any more that deletes it; the data is untouched`,
    evidence: evidence(volume),
    remedies: [
      { remedy: "set-retain", on },
      { remedy: "delete-volume", on, using: { data: "stays" } },
    ],
    avoid: [
      {
        step: say`adding the annotation pv.kubernetes.io/provisioned-by`,
        because: say`a Failed volume is not deleted with it either; and were it made Released, data that somebody imported would be destroyed`,
      },
    ],
  };
}

function neverRetried(volume: PersistentVolume): FoundHold<Reason> {
  const on = refOf(volume);
  return {
    reason: "FailedNeverRetried",
    holder: { person: "administrator" },
    message: say`the provisioner of ${provisionerOf(volume)?.name ?? "its driver"} deletes only Released volumes, so it never tries this one${quote(volume)}`,
    evidence: evidence(volume),
    remedies: [
      { remedy: "set-retain", on },
      { remedy: "save-manifest", on },
    ],
  };
}

function failing(volume: PersistentVolume, cluster: Cluster): FoundHold<Reason> {
  const since = failedSince(volume, cluster);
  const failingFor = since === "unread" ? undefined : secondsSince(since, cluster.now);
  const base = { holder: { controller: "persistentvolume-controller" }, evidence: evidence(volume) };
  if (failingFor !== undefined && failingFor < patience) {
    return {
      ...base,
      reason: "ReclaimRetried",
      message: say`not an error yet: the PV controller tries again${quote(volume)}`,
    };
  }
  return {
    ...base,
    reason: "ReclaimFails",
    message: say`the PV controller cannot carry out the policy ${reclaimPolicyOf(volume)}${quote(volume)}`,
    remedies: since === "unread" ? [] : [{ remedy: "set-retain", on: refOf(volume) }],
    avoid: [
      {
        step: say`deleting the volume object`,
        because: say`${volumeHandleOf(volume) ?? "the disk"} would stay in the backend, and nothing would record it any more`,
      },
    ],
  };
}

/** Before Kubernetes 1.28 a volume does not say since when; the first event about the failure does. */
function failedSince(volume: PersistentVolume, cluster: Cluster): string | undefined {
  const since = volume.status?.lastPhaseTransitionTime;
  if (since !== undefined) return since;
  const event = latestEvent(refOf(volume), ["VolumeFailedDelete", "VolumeFailedRecycle"], cluster);
  if (event.state === "unread") return "unread";
  return event.state === "found" ? (event.object.firstTimestamp ?? eventTime(event.object)) : undefined;
}
