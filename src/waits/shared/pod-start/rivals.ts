import type { Cluster, Unread } from "../../../cluster/index.ts";
import { forcedDetachAfter, nodeNamed, readyChangedAt } from "../../../controllers/index.ts";
import { couldNotRead, ownerChain } from "../../../define/index.ts";
import { isRollout, nodeAnswers } from "../../../evidence/index.ts";
import type { Node, ObjectRef, PersistentVolume, Phrase, Pod } from "../../../kubernetes/index.ts";
import {
  isTerminating,
  nameKey,
  nameOf,
  refOf,
  say,
  secondsSince,
  words,
} from "../../../kubernetes/index.ts";
import {
  deletePod,
  proveNodeOff,
  recreateStrategy,
  runBeside,
  scaleOwner,
  scaleToOne,
  taintOutOfService,
} from "../../../remedies/index.ts";
import { proof } from "../../../report/index.ts";
import type { StartHold } from "./by-claim.ts";

/** Two pods that need the same volume on different nodes. */
interface Rivals {
  readonly pod: Pod;
  /** The one that has it. */
  readonly user: Pod;
  readonly volume: PersistentVolume;
  readonly where: StartHold["message"];
}

/** What a pod has to do with the volume of another that it keeps from starting. */
export function usedThere(rivals: Rivals, cluster: Cluster): StartHold {
  const { pod, user, where } = rivals;
  if (isTerminating(user)) {
    return {
      reason: "VolumeOnAnotherNode",
      category: "waiting",
      holder: { object: refOf(user) },
      message: say`${where}, where ${nameOf(user)} is being deleted`,
      evidence: [],
    };
  }
  const silent = silentNodeOf(user, cluster);
  if (silent !== undefined) return usedOnSilentNode(user, silent, where, cluster.now);
  const [ours, theirs] = [ownerChain(pod, cluster).at(-1), ownerChain(user, cluster).at(-1)];
  if (ours === undefined || theirs === undefined) return ofOther(rivals);
  if (nameKey(ours) !== nameKey(theirs)) {
    // Two ReplicaSets that were not read may belong to one Deployment.
    const unread = unreadOf(ours, cluster) ?? unreadOf(theirs, cluster);
    return unread === undefined ? ofOther(rivals) : couldNotRead(unread);
  }
  const rollout = isRollout(pod, user, ours, cluster);
  if (rollout.is === "refuted") return ofSame(rivals, ours);
  // Of a Deployment that was not read, the ReplicaSets of its pods differ all the same.
  return ofRollout(rivals, ours);
}

function unreadOf(owner: ObjectRef, cluster: Cluster): Unread | undefined {
  const found = cluster.resolve(owner);
  return found?.state === "unread" ? found.unread : undefined;
}

function ofOther({ pod, user, volume, where }: Rivals): StartHold {
  return {
    reason: "VolumeOnAnotherNode",
    holder: { object: refOf(user) },
    isRoot: true,
    message: say`${where}, where ${nameOf(user)} uses it${onceFinished(user)}`,
    evidence: [],
    remedies: [...besides(pod, user, volume), scaleOwner(user), deletePod(user)],
    avoid: notToDetach,
  };
}

/**
 * A pod that has finished no longer keeps its volumes attached, also while its object exists.
 * kubernetes/kubernetes pkg/controller/volume/attachdetach/util/util.go DetermineVolumeAction, pkg/volume/util/util.go
 * IsPodTerminated, 1.36.
 */
function onceFinished(user: Pod): Phrase {
  const isOfJob = user.metadata.ownerReferences?.some(({ kind }) => kind === "Job") === true;
  return isOfJob ? words("; the volume is detached there once that pod has finished") : [];
}

const notToDetach = {
  step: say`delete the VolumeAttachment`,
  because: say`a pod on that node is using the volume: data that it has not written yet would be lost`,
};

function ofRollout({ user, where }: Rivals, owner: ObjectRef): StartHold {
  return {
    reason: "RolloutWaitsForItself",
    holder: { object: refOf(user) },
    isRoot: true,
    message: say`${where}, where ${nameOf(user)} uses it; both pods belong to ${nameOf(owner)}, which stops the old one only when the new one is ready`,
    evidence: [],
    remedies: [recreateStrategy(owner), deletePod(user)],
  };
}

/** The next pod would take the place of one that is deleted: the two would only change places. */
function ofSame({ pod, user, volume, where }: Rivals, owner: ObjectRef): StartHold {
  return {
    reason: "ReplicasNeedOneNode",
    holder: { object: refOf(user) },
    isRoot: true,
    message: say`${where}, where ${nameOf(user)} uses it; both pods belong to ${nameOf(owner)}, and a volume that only one node may use cannot serve its pods on two nodes${onceFinished(user)}`,
    evidence: [proof(pod, "spec.nodeName", pod.spec?.nodeName)],
    remedies: [scaleToOne(owner), ...(owner.kind === "DaemonSet" ? [] : besides(pod, user, volume))],
    avoid: [
      {
        step: say`delete ${nameOf(user)} to make room`,
        because: say`its controller creates another pod, which then waits in its place`,
      },
      notToDetach,
    ],
  };
}

/** ReadWriteOnce is for one node, and not for one pod: these two conflict by their nodes alone. */
function besides(pod: Pod, user: Pod, { spec }: PersistentVolume) {
  const node = user.spec?.nodeName;
  return node === undefined || spec?.accessModes?.includes("ReadWriteOnce") !== true
    ? []
    : [runBeside(pod, { beside: user.metadata.name, node })];
}

/** The node of a pod, if it does not report: the state of the pod there may be outdated. */
function silentNodeOf(pod: Pod, cluster: Cluster): Node | undefined {
  const answers = nodeAnswers(pod.spec?.nodeName ?? "", cluster);
  return answers.is === "refuted" ? answers.node : undefined;
}

/** A pod there stops only when the node is back, or confirmed to be off. */
function usedOnSilentNode(user: Pod, node: Node, where: StartHold["message"], now: number): StartHold {
  const since = readyChangedAt(node);
  const isNew = (secondsSince(since, now) ?? forcedDetachAfter) < forcedDetachAfter;
  const on = nodeNamed(node.metadata.name);
  return {
    reason: "VolumeOnAnotherNode",
    holder: { object: refOf(user) },
    isRoot: true,
    message: say`${where}, where ${nameOf(user)} uses it; that node has not been Ready since ${since ?? "an unknown time"}, so it is unknown whether that pod has stopped`,
    evidence: [],
    remedies: [proveNodeOff(on), ...(isNew ? [] : [taintOutOfService(on)])],
    avoid: {
      step: say`delete the pod by force, or the VolumeAttachment, while the machine may still run`,
      because: say`its containers would keep writing while another node mounts the same volume, which damages the data`,
    },
  };
}
