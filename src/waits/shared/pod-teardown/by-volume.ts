import { readyChangedAt } from "../../../controllers/index.ts";
import type { AttemptEvent, UnmountTrouble } from "../../../evidence/index.ts";
import { saysNotEnded, unmountTrouble } from "../../../evidence/index.ts";
import type { Node, PersistentVolume, Phrase, Pod } from "../../../kubernetes/index.ts";
import { nameOf, say } from "../../../kubernetes/index.ts";
import {
  forceDeletePod,
  inspectNode,
  rebootNode,
  restoreNfsServer,
  startNodePlugin,
} from "../../../remedies/index.ts";
import type { Evidence } from "../../../report/index.ts";
import { hint, proof } from "../../../report/index.ts";
import type { TeardownHold } from "./by-node.ts";

const forcing = {
  step: say`delete the pod by force`,
  because: say`only the object would be deleted, and the mount would stay on the node: the next pod there would fail, and a pod on another node could write to the same volume`,
};

function quoted(told: AttemptEvent | undefined): Phrase {
  return told === undefined ? [] : say`: ${told.message}`;
}

function evidenceOf(pod: Pod, told: AttemptEvent | undefined): readonly Evidence[] {
  const deleted = proof(pod, "metadata.deletionTimestamp", pod.metadata.deletionTimestamp);
  return told === undefined ? [deleted] : [deleted, hint(pod, "event", told.message)];
}

interface MissingPlugin {
  readonly driver: string;
  /** What the node registers instead. */
  readonly evidence: readonly Evidence[];
}

export function pluginMissing(pod: Pod, node: Node, { driver, evidence }: MissingPlugin): TeardownHold {
  return {
    reason: "NodePluginMissing",
    holder: { driver },
    message: say`${driver} does not run on node/${node.metadata.name}, so the kubelet there cannot unmount the volume of ${nameOf(pod)}`,
    evidence: [...evidence, ...evidenceOf(pod, undefined)],
    remedies: [startNodePlugin(node, { driver })],
    avoid: forcing,
  };
}

export function nfsHangs(
  pod: Pod,
  node: Node,
  volume: PersistentVolume,
  told: AttemptEvent | undefined,
): TeardownHold {
  const server = volume.spec?.nfs?.server ?? "?";
  return {
    reason: "NfsUnmountHangs",
    holder: { driver: `NFS server ${server}` },
    message: say`${nameOf(pod)} is on node/${node.metadata.name} and mounts pv/${volume.metadata.name} from NFS server ${server}; a hard mount waits as long as that server does not answer${quoted(told)}`,
    evidence: [proof(volume, "spec.nfs.server", server), ...evidenceOf(pod, told)],
    remedies: [restoreNfsServer(volume), inspectNode(node, { trouble: "nfs" }), rebootNode(node)],
    avoid: forcing,
  };
}

export function neverStarted(pod: Pod, node: Node, told: AttemptEvent | undefined): TeardownHold {
  return {
    reason: "PodNeverStarted",
    holder: { controller: `kubelet on node/${node.metadata.name}` },
    message: say`${nameOf(pod)} never started, so it cannot have mounted anything, but the kubelet on node/${node.metadata.name} does not finish it${quoted(told)}`,
    evidence: [proof(pod, "status.phase", pod.status?.phase), ...evidenceOf(pod, told)],
    remedies: [
      inspectNode(node, { trouble: "state-missing" }),
      forceDeletePod(pod, { basis: "never-started" }),
      rebootNode(node),
    ],
  };
}

export function backAfterDeletion(
  pod: Pod,
  node: Node,
  volumes: readonly PersistentVolume[],
  told: AttemptEvent | undefined,
): TeardownHold {
  const back = readyChangedAt(node);
  return {
    reason: "NodeBackAfterDeletion",
    holder: { controller: `kubelet on node/${node.metadata.name}` },
    message: say`node/${node.metadata.name} came back at ${back ?? "?"}, after ${nameOf(pod)} was deleted, but its kubelet does not finish the pod${blockWords(volumes)}${quoted(told)}`,
    evidence: [proof(node, "status.conditions[Ready].lastTransitionTime", back), ...evidenceOf(pod, told)],
    remedies: [
      inspectNode(node, { trouble: "came-back" }),
      forceDeletePod(pod, { basis: "rebooted" }),
      rebootNode(node),
    ],
    avoid: {
      step: say`delete the pod by force before you have confirmed the reboot`,
      because: say`if only the kubelet or the network was down, the containers have been running all the time`,
    },
  };
}

/** The kubelet may give up without harm only if nothing is mounted. */
const forcedFor: { readonly [trouble in UnmountTrouble]?: "not-mounted" } = {
  "not-mounted": "not-mounted",
  "state-missing": "not-mounted",
};

/** The runtime comes first: the kubelet unmounts the volumes once all containers have ended. */
export function toldByKubelet(pod: Pod, node: Node, told: AttemptEvent): TeardownHold {
  return saysNotEnded(told.message) ? notEnded(pod, node, told) : unmountFails(pod, node, told);
}

function notEnded(pod: Pod, node: Node, told: AttemptEvent): TeardownHold {
  return {
    reason: "PodNotEnded",
    holder: { controller: `kubelet on node/${node.metadata.name}` },
    message: say`the container runtime on node/${node.metadata.name} cannot end ${nameOf(pod)}, and the kubelet unmounts its volumes only after that: ${told.message}`,
    evidence: evidenceOf(pod, told),
    remedies: [inspectNode(node, { trouble: "runtime" }), rebootNode(node)],
    avoid: {
      step: say`delete the pod by force`,
      because: say`only the object would be deleted: its containers could still run, and a pod on another node could write to the same volume`,
    },
  };
}

function unmountFails(pod: Pod, node: Node, told: AttemptEvent): TeardownHold {
  const trouble = unmountTrouble(told.message);
  const meaning = meanings[trouble];
  const basis = forcedFor[trouble];
  return {
    reason: "UnmountFails",
    holder: { controller: `kubelet on node/${node.metadata.name}` },
    message: say`the kubelet on node/${node.metadata.name} cannot unmount a volume of ${nameOf(pod)}: ${told.message}${meaning === undefined ? [] : say` (${meaning})`}`,
    evidence: evidenceOf(pod, told),
    remedies: [
      inspectNode(node, { trouble }),
      ...(basis === undefined ? [] : [forceDeletePod(pod, { basis })]),
      rebootNode(node),
    ],
    avoid: basis === undefined ? [forcing] : [],
  };
}

export function stuck(pod: Pod, node: Node, volumes: readonly PersistentVolume[]): TeardownHold {
  return {
    reason: "PodTeardownStuck",
    holder: { controller: `kubelet on node/${node.metadata.name}` },
    message: say`node/${node.metadata.name} is Ready, but its kubelet has not finished ${nameOf(pod)} since ${pod.metadata.deletionTimestamp ?? "?"}, and no event says why${blockWords(volumes)}`,
    evidence: evidenceOf(pod, undefined),
    remedies: [
      inspectNode(node, blockOf(volumes) === undefined ? {} : { trouble: "block" }),
      rebootNode(node),
    ],
    avoid: forcing,
  };
}

function blockWords(volumes: readonly PersistentVolume[]): Phrase {
  const block = blockOf(volumes);
  if (block === undefined) return [];
  return say`; pv/${block.metadata.name} is a block volume, which old versions of some drivers, such as ${block.spec?.csi?.driver ?? "its driver"}, fail to unmap`;
}

function blockOf(volumes: readonly PersistentVolume[]): PersistentVolume | undefined {
  return volumes.find(({ spec }) => spec?.volumeMode === "Block");
}

/** What it means, for a person. */
const meanings: { readonly [trouble in UnmountTrouble]?: string } = {
  "state-missing": "the kubelet's own record of the mount is missing",
  busy: "a process or another mount on the node still has it open",
  "input-output": "the device is failing; data that was not written yet may be lost",
  nfs: "the NFS server does not answer",
  "not-mounted": "the driver treats unmounting a volume that is not mounted as an error",
};
