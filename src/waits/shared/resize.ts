import type { Cluster } from "../../cluster/index.ts";
import { attachDriver, isEnough, isPodOnNode, mayBeRaised, podsOfClaim } from "../../controllers/index.ts";
import { couldNotRead } from "../../define/index.ts";
import {
  conditionOfClaim,
  consumerComes,
  consumerOf,
  evidenceAgainst,
  expansionFailed,
  explained,
  nodeExpansionFailed,
  whoWouldUse,
  withMeaning,
} from "../../evidence/index.ts";
import type { PersistentVolume, PersistentVolumeClaim, Pod } from "../../kubernetes/index.ts";
import { instant, nameOf, refOf, say, secondsSince } from "../../kubernetes/index.ts";
import { lowerRequest, repairDriver, startConsumer } from "../../remedies/index.ts";
import type { RemedyCall } from "../../report/index.ts";
import { hint, proof } from "../../report/index.ts";
import { podsHeldByVolume } from "./pod-start/pods-held-by-volume.ts";
import type { Expansion, UnusableHold } from "./resize-begins.ts";
import { withoutClass, withoutFailure } from "./resize-begins.ts";

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
  if (text === undefined) return withoutFailure(expansion, { evidence, raise }, cluster);
  return {
    reason: "ResizeFails",
    holder: { controller: "external-resizer" },
    message: withMeaning(
      say`the expansion is stuck between ${given} and ${wanted}, and the data is not affected${withoutClass(raise)}`,
      text,
      attachDriver(volume) ?? "",
    ),
    evidence: [...evidence, hint(on, "event", text)],
    remedies: whatHelps(claim, volume, { text, given }),
    avoid: {
      step: say`delete the claim to start again`,
      because: say`with policy Delete the data would be deleted with it: set Retain first`,
    },
  };
}

/** Where the message says who can remove the cause, that comes first: a lower request gives up what was asked for. */
function whatHelps(
  claim: PersistentVolumeClaim,
  volume: PersistentVolume,
  { text, given }: { readonly text: string; readonly given: string },
): readonly RemedyCall[] {
  const driver = attachDriver(volume) ?? "";
  const known = explained(text, driver);
  if (known?.retry === "alone") return [];
  const lower = lowerRequest(claim, { above: given });
  const isMendable = known?.retry === "after" && known.mends !== undefined;
  return isMendable ? [repairDriver(claim, { driver, trouble: "expand-known" }), lower] : [lower];
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
  const user = pods.items.find(isPodOnNode);
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
      remedies: [startConsumer(claim, consumerOf(comes))],
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
