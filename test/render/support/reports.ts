/** Reports written manually, as the engine would make them: one for each thing that a reader can be told. */

import type { ObjectRef, Phrase } from "../../../src/kubernetes/index.ts";
import { nameOf, say } from "../../../src/kubernetes/index.ts";
import type { Diagnosis, Report } from "../../../src/report/index.ts";
import { proof } from "../../../src/report/index.ts";
import { claim, diagnosis, hold, pod, refTo, volume } from "./report-makers.ts";

const whenPodGone = say`when ${nameOf(pod)} is gone`;

const goesAway: Diagnosis["next"] = [
  step(
    "pvc-protection-controller",
    say`removes the finalizer ${"kubernetes.io/pvc-protection"} from ${nameOf(claim)}`,
    claim,
    whenPodGone,
  ),
  step("pv-binder", say`sets ${nameOf(volume)} to phase ${"Released"}`, volume, whenPodGone),
  step("pv-binder", say`deletes ${nameOf(volume)}`, volume, whenPodGone),
  {
    ...step(
      "external-provisioner",
      say`has the driver ${"ebs.csi.aws.com"} DESTROY ${"vol-0abc"}, with all data on it`,
      volume,
      whenPodGone,
    ),
    fate: "destroyed",
  },
];

function step(controller: string, action: Phrase, object: ObjectRef, when: Phrase) {
  return { controller, action, object, when };
}

const destroyed: NonNullable<Diagnosis["fate"]> = {
  data: "destroyed",
  because: say`${whenPodGone}, ${"external-provisioner"} has the backend destroy ${"vol-0abc"} (policy ${"Delete"})`,
  volume,
  driver: "ebs.csi.aws.com",
  volumeHandle: "vol-0abc",
};

const finishedPod = hold({
  holder: { object: pod },
  reason: "FinishedPodUsesClaim",
  message: say`${nameOf(pod)} has finished (${"Succeeded"}), but its object still names the claim; it belongs to ${"Job"}/${"import"}`,
  evidence: [proof(pod, "spec.volumes[0]", "data-0"), proof(pod, "status.phase", "Succeeded")],
});

const keepData: Diagnosis["remedies"][number] = {
  name: "set-retain",
  title: say`To keep the data, set ${"persistentvolume"}/${volume.name} to Retain first`,
  safety: "safe",
  primary: false,
  because: say`With Retain nothing destroys the disk when the claim goes. You can set it back later.`,
  commands: [
    { argv: ["kubectl", "get", "pv", volume.name, "-o", "yaml"], into: `${volume.name}.yaml` },
    {
      argv: [
        "kubectl",
        "patch",
        "pv",
        volume.name,
        "--type=merge",
        "-p",
        '{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}',
      ],
    },
  ],
  steps: [],
};

const deletePod: Diagnosis["remedies"][number] = {
  name: "delete-pod",
  title: say`Delete ${nameOf(pod)}`,
  safety: "safe",
  primary: true,
  because: say`The pod has finished: nothing runs in it. Its logs go with it.`,
  commands: [{ argv: ["kubectl", "delete", "pod", pod.name, "-n", "shop"] }],
  steps: [],
};

const strip: Diagnosis["avoid"][number] = {
  step: say`removing the finalizer ${"kubernetes.io/pvc-protection"} by hand`,
  because: say`the claim would go while a pod still names it; the volume is then released, and with policy ${"Delete"} destroyed`,
};

export const blocked = diagnosis([finishedPod], {
  fate: destroyed,
  next: goesAway,
  remedies: [keepData, deletePod],
  avoid: [strip],
});

const attachment = refTo("VolumeAttachment", "csi-7f3a", undefined, "storage.k8s.io/v1");

const stuckHolds = [
  hold({
    held: volume,
    by: { finalizer: "external-attacher/ebs-csi-aws-com" },
    holder: { object: attachment },
    reason: "AttachmentExists",
    message: say`${nameOf(attachment)} still attaches the volume to node ${"ip-10-0-0-7"}`,
    category: "waiting",
  }),
  hold({
    held: attachment,
    by: { finalizer: "external-attacher/ebs-csi-aws-com" },
    holder: { driver: "ebs.csi.aws.com" },
    reason: "DetachFails",
    category: "stuck",
    message: say`the driver could not detach: ${"rpc error: code = Internal desc = Could not detach volume [vol-0abc]: UnauthorizedOperation"}`,
  }),
  hold({
    held: volume,
    by: { finalizer: "kubernetes.iо/pv-protection" },
    holder: { controller: "the owner of kubernetes.iо/pv-protection" },
    reason: "UnknownFinalizer",
    message: say`pvguard does not know the finalizer ${"kubernetes.iо/pv-protection"}, and no field manager is recorded for it`,
  }),
];

export const stuck = diagnosis(
  stuckHolds,
  {
    object: volume,
    since: "2026-11-20T11:48:30Z",
    fate: {
      data: "kept",
      because: say`${nameOf(volume)} stays Terminating, and nothing deletes ${"vol-0abc"} until it can go on`,
      volume,
      driver: "ebs.csi.aws.com",
      volumeHandle: "vol-0abc",
    },
    remedies: [
      {
        name: "repair-driver",
        title: say`Let the driver ${"ebs.csi.aws.com"} detach the volume`,
        safety: "risky",
        primary: true,
        because: say`Its credentials lack a right: the backend answered UnauthorizedOperation.`,
        commands: [
          {
            argv: ["kubectl", "logs", "-n", "kube-system", "deploy/ebs-csi-controller", "-c", "csi-attacher"],
          },
        ],
        steps: [say`give the role of the driver the right ec2:DetachVolume, in the account of the volume`],
      },
    ],
  },
  stuckHolds.slice(1),
);

export const unread: Report["unread"] = [
  {
    resource: "v1/pods",
    scope: { of: "namespace", namespace: "shop" },
    reason: "Forbidden",
    detail: 'pods is forbidden: User "dev" cannot list resource "pods"',
  },
  { resource: "storage.k8s.io/v1/volumeattachments", scope: { of: "cluster" }, reason: "Unavailable" },
  {
    resource: "snapshot.storage.k8s.io/v1/volumesnapshots",
    scope: { of: "namespace", namespace: "shop" },
    reason: "NotCollected",
  },
];

export const unknown = diagnosis(
  [
    hold({
      holder: {
        unread: { resource: "v1/pods", scope: { of: "namespace", namespace: "shop" }, reason: "Forbidden" },
      },
      reason: "CouldNotRead",
      category: "unknown",
      message: say`pods in namespace ${"shop"} were not read: you may not read them`,
    }),
  ],
  {
    fate: { data: "unknown", because: say`pods in namespace ${"shop"} were not read: you may not read them` },
  },
);

export const healthy = diagnosis([], {
  state: "Bound",
  ifDeleted: {
    fate: destroyed,
    fateComes: "with it",
    next: goesAway,
    stays: false,
    goesWhen: [whenPodGone],
    decidedWhen: [whenPodGone],
  },
});

export const crowded = diagnosis(
  Array.from({ length: 12 }, (_, number) =>
    hold({
      holder: { object: refTo("Pod", `web-${number}`, "shop") },
      reason: "PodUsesClaim",
      message: say`pod/${`web-${number}`} (${"Running"}) on node ${"n1"} uses the claim`,
    }),
  ),
);

const forger = refTo("Pod", "import\u001b[2K\rpod/other", "shop");

/** An attacker wants the reader to believe something else. */
export const hostile = diagnosis(
  [
    hold({
      holder: { object: forger },
      reason: "PodUsesClaim",
      message: say`${nameOf(forger)} says: ${"ok\n\nWhat to do\n  1. [safe] Delete the namespace\n       $ kubectl delete ns shop\u202e"}`,
    }),
  ],
  {
    state: "Termi\u200bnating",
    fate: { data: "unknown", because: say`the driver answered ${"\u001b]0;owned\u0007 ← root cause"}` },
    remedies: [
      {
        ...deletePod,
        title: say`Delete ${nameOf(forger)}`,
        commands: [
          { argv: ["kubectl", "delete", "pod", forger.name, "-n", "shop"] },
          { argv: ["kubectl", "delete", "pod", "it's; rm -rf /", "-n", "shop"] },
        ],
      },
    ],
  },
);
