import type { Cluster } from "../../cluster/index.ts";
import type { Raise } from "../../controllers/index.ts";
import {
  attachDriver,
  isEnough,
  isPodFinished,
  isPodScheduled,
  mayBeRaised,
  podsOfClaim,
} from "../../controllers/index.ts";
import type { FoundHold } from "../../define/index.ts";
import { couldNotRead, lastChange } from "../../define/index.ts";
import {
  conditionOfClaim,
  consumerComes,
  evidenceAgainst,
  expansionFailed,
  explained,
  nodeExpansionFailed,
  resizerServes,
  whoWouldUse,
  withMeaning,
} from "../../evidence/index.ts";
import type { PersistentVolume, PersistentVolumeClaim, Phrase, Pod } from "../../kubernetes/index.ts";
import { instant, nameOf, refOf, say, secondsSince } from "../../kubernetes/index.ts";
import { lowerRequest, restartSidecar, startConsumer } from "../../remedies/index.ts";
import type { Evidence } from "../../report/index.ts";
import { hint, proof } from "../../report/index.ts";
import type { UnusableReason } from "./bound.ts";
import { podsHeldByVolume } from "./pod-start/pods-held-by-volume.ts";

type UnusableHold = FoundHold<UnusableReason | "CouldNotRead">;

/** What an expansion of a Bound claim waits for; nothing when it has what it asks for. */
export function resizeHolds(
  claim: PersistentVolumeClaim,
  volume: PersistentVolume,
  cluster: Cluster,
): readonly UnusableHold[] {
  const isGrowing = (claim.status?.conditions ?? []).length > 0;
  // The wait pod-of-claim says so, with the words of the kubelet.
  if (
    isGrowing &&
    podsHeldByVolume(claim, volume, cluster).some(({ reason }) => reason === "NodeResizeFails")
  )
    return [];
  const onNode = nodeExpansionFailed(claim);
  if (onNode.is === "proven") return [nodeFails(claim, volume, onNode.text ?? "")];
  if (conditionOfClaim(claim, "FileSystemResizePending") !== undefined) return [fileSystem(claim, cluster)];
  const wanted = claim.spec?.resources?.requests?.storage;
  const given = claim.status?.capacity?.storage;
  if (given === undefined || isEnough(given, wanted)) return [];
  return [controller({ claim, volume, wanted: wanted ?? "", given }, cluster)];
}

/** A Bound claim, its volume, and the two sizes. */
interface Expansion {
  readonly claim: PersistentVolumeClaim;
  readonly volume: PersistentVolume;
  readonly wanted: string;
  readonly given: string;
}

function controller(expansion: Expansion, cluster: Cluster): UnusableHold {
  const { claim, volume, wanted, given } = expansion;
  const on = refOf(claim);
  const failure = expansionFailed(claim, cluster);
  // Asked for here, so that it is read together with the events: the remedy tells the rest of it.
  const raise = mayBeRaised(claim, cluster);
  if (failure.is === "unread") return couldNotRead(failure.unread);
  const { text } = failure;
  const evidence = [
    proof(on, "spec.resources.requests.storage", wanted),
    proof(on, "status.capacity.storage", given),
  ];
  if (text === undefined) {
    const missing = withoutResizer(expansion, evidence, cluster);
    if (missing !== undefined) return missing;
  }
  const delay = delayOf(claim, cluster);
  if (text === undefined && delay !== "none") {
    return {
      reason: "ResizeOverdue",
      holder: { controller: "external-resizer" },
      message: {
        "not begun": say`the claim is to be expanded from ${given} to ${wanted}, but after more than ten minutes the expansion has not begun; the data is not affected${withoutClass(raise)}`,
        "not ended": say`the claim has been expanding from ${given} to ${wanted} for a long time, and no failure is recorded; the data is not affected${withoutClass(raise)}`,
      }[delay],
      evidence,
      remedies: [
        restartSidecar(on, { controller: "csi-resizer", driver: "its driver" }),
        lowerRequest(claim, { above: given }),
      ],
    };
  }
  if (text === undefined) {
    return {
      reason: "ResizeInProgress",
      holder: { controller: "external-resizer" },
      message: say`the claim is being expanded from ${given} to ${wanted}`,
      evidence,
    };
  }
  return {
    reason: "ResizeFails",
    holder: { controller: "external-resizer" },
    message: withMeaning(
      say`the expansion is stuck between ${given} and ${wanted}, and the data is not affected${withoutClass(raise)}`,
      text,
      attachDriver(volume) ?? "",
    ),
    evidence: [...evidence, hint(on, "event", text)],
    remedies:
      explained(text, attachDriver(volume) ?? "")?.retry === "alone"
        ? []
        : [lowerRequest(claim, { above: given })],
    avoid: {
      step: say`delete the claim to start again`,
      because: say`with policy Delete the data would be deleted with it: set Retain first`,
    },
  };
}

/** Nothing that could expand it is to be seen, and nothing has begun. */
function withoutResizer(
  { claim, volume, wanted, given }: Expansion,
  evidence: readonly Evidence[],
  cluster: Cluster,
): UnusableHold | undefined {
  const resizer = resizerServes(claim, volume, cluster);
  if (resizer.is === "unread") return couldNotRead(resizer.unread);
  const { driver, since } = resizer;
  if (resizer.is !== "refuted" && !(resizer.is === "possible" && resizer.against.length > 0))
    return undefined;
  if (since === undefined || !isLongAgo(since, cluster)) return undefined;
  const sizes = say`the claim requests ${wanted} and has ${given}`;
  const base = {
    holder: { controller: "external-resizer" },
    evidence: [...evidence, ...evidenceAgainst(resizer)],
    remedies: [lowerRequest(claim, { above: given })],
  };
  return driver === undefined
    ? {
        ...base,
        reason: "ResizeNotSupported",
        holder: { person: "owner" },
        message: say`${sizes}, and no controller of Kubernetes can expand this kind of volume; the data is not affected`,
      }
    : {
        ...base,
        reason: "ResizerMissing",
        message: say`${sizes}; the expansion has not begun since ${since}, and no external-resizer of ${driver} is to be seen: it has no lease; the data is not affected`,
        remedies: [restartSidecar(claim, { controller: "csi-resizer", driver }), ...base.remedies],
      };
}

/** Readers who see that the class is missing would take that for the cause. */
function withoutClass(raise: Raise): Phrase {
  return raise.may === "no" && raise.because === "class missing"
    ? say` (its StorageClass ${raise.name} does not exist, which does not stop the expansion)`
    : [];
}

/** Seconds that an expansion may take before it is reported. */
const patience = 600;

/**
 * The resizer says that it begins before it asks the driver. Where it has not, only the last change tells since when it
 * could have, and only an object that was read with its managed fields tells that one.
 * kubernetes-csi/external-resizer pkg/controller/expand_and_recover.go markControllerResizeInProgress, v2.2.
 */
function delayOf(claim: PersistentVolumeClaim, cluster: Cluster): "none" | "not begun" | "not ended" {
  const begun = conditionOfClaim(claim, "Resizing");
  if (begun !== undefined) return isLongAgo(begun.lastTransitionTime, cluster) ? "not ended" : "none";
  const isTimed = (claim.metadata.managedFields ?? []).some(({ time }) => time !== undefined);
  return isTimed && isLongAgo(lastChange(claim), cluster) ? "not begun" : "none";
}

function isLongAgo(time: string | undefined, cluster: Cluster): boolean {
  const waited = secondsSince(time, cluster.now);
  return waited !== undefined && waited > patience;
}

/** The driver expands only when it mounts, where a pod that ran before has used the volume for longer than this, in seconds. */
const online = 900;

function fileSystem(claim: PersistentVolumeClaim, cluster: Cluster): UnusableHold {
  const since = conditionOfClaim(claim, "FileSystemResizePending")?.lastTransitionTime;
  const [wanted, given] = [claim.spec?.resources?.requests?.storage, claim.status?.capacity?.storage];
  const waits = since === undefined ? [] : say` since ${since}`;
  const sizes = say`the driver has finished its part in the storage backend${waits}, and the claim still has ${given ?? "its old size"} of the ${wanted ?? "new size"} that it requests`;
  const evidence = [proof(claim, "status.conditions", "FileSystemResizePending")];
  const pods = podsOfClaim(claim, cluster);
  if (!pods.read) return couldNotRead(pods.unread);
  const user = pods.items.find((pod) => isPodScheduled(pod) && !isPodFinished(pod));
  if (user !== undefined) {
    const isOffline = user.status?.phase === "Running" && ranBefore(user, since, cluster);
    return {
      reason: isOffline ? "FileSystemResizeNeedsRestart" : "FileSystemResizeWaitsForPod",
      holder: { object: refOf(user) },
      isRoot: true,
      message: isOffline
        ? say`${sizes}; ${nameOf(user)} has used it all that time, so the driver probably expands only at mount: the pod must be restarted`
        : say`${sizes}; the kubelet does the rest while ${nameOf(user)} uses the volume`,
      evidence: [...evidence, ...(isOffline ? [hint(user, "status.startTime", user.status?.startTime)] : [])],
    };
  }
  const comes = consumerComes(claim, cluster);
  if (comes.is === "unread") return couldNotRead(comes.unread);
  if (comes.is === "refuted") {
    return {
      reason: "FileSystemResizeNeedsPod",
      holder: { person: "owner" },
      message: say`${sizes}; the node does the rest when a pod mounts the volume, and none will come without action: ${whoWouldUse(comes)}`,
      evidence: [...evidence, ...evidenceAgainst(comes)],
      remedies: [
        startConsumer(claim, comes.by === undefined ? {} : { kind: comes.by.kind, name: comes.by.name }),
      ],
    };
  }
  return {
    reason: "FileSystemResizeWaitsForPod",
    holder: { person: "owner" },
    isRoot: true,
    message: say`${sizes}; the node does the rest when a pod mounts the volume, and ${whoWouldUse(comes)}`,
    evidence,
  };
}

function ranBefore(pod: Pod, since: string | undefined, cluster: Cluster): boolean {
  const [started, pending] = [instant(pod.metadata.creationTimestamp), instant(since)];
  const waited = secondsSince(since, cluster.now);
  return started !== undefined && pending !== undefined && started < pending && (waited ?? 0) > online;
}

/** A driver may leave the whole expansion to the node: then not even the disk has grown. The same repository, pkg/resizer/trivial_resizer.go. */
function nodeFails(claim: PersistentVolumeClaim, volume: PersistentVolume, message: string): UnusableHold {
  return {
    reason: "NodeResizeFails",
    holder: { controller: "kubelet" },
    message: withMeaning(
      say`the driver has finished its part in the storage backend, but the node fails to expand the volume`,
      message,
      attachDriver(volume) ?? "",
    ),
    evidence: [proof(claim, "status.conditions", "NodeResizeError")],
  };
}
