import type { Cluster } from "../../cluster/index.ts";
import type { Raise } from "../../controllers/index.ts";
import type { FoundHold } from "../../define/index.ts";
import { couldNotRead, lastChange } from "../../define/index.ts";
import { conditionOfClaim, evidenceAgainst, holdsUp, resizerServes } from "../../evidence/index.ts";
import type { PersistentVolume, PersistentVolumeClaim, Phrase } from "../../kubernetes/index.ts";
import { say, secondsSince } from "../../kubernetes/index.ts";
import { lowerRequest, restartSidecar } from "../../remedies/index.ts";
import type { Evidence } from "../../report/index.ts";
import type { UnusableReason } from "./bound.ts";

export type UnusableHold = FoundHold<UnusableReason | "CouldNotRead">;

/** A Bound claim, its volume, and the two sizes. */
export interface Expansion {
  readonly claim: PersistentVolumeClaim;
  readonly volume: PersistentVolume;
  readonly wanted: string;
  readonly given: string;
}

interface Known {
  readonly evidence: readonly Evidence[];
  readonly raise: Raise;
}

/** It begins, goes on, takes too long, or waits for a resizer that may not be there. */
export function withoutFailure(
  expansion: Expansion,
  { evidence, raise }: Known,
  cluster: Cluster,
): UnusableHold {
  const { claim, volume, wanted, given } = expansion;
  const resizer = resizerServes(claim, volume, cluster);
  if (resizer.is === "unread") return couldNotRead(resizer.unread);
  const missing = withoutResizer(expansion, { resizer, evidence }, cluster);
  if (missing !== undefined) return missing;
  const delay = delayOf(claim, cluster);
  const holder = { controller: "external-resizer" };
  if (delay !== "none") {
    return {
      reason: "ResizeOverdue",
      holder,
      message: {
        "not begun": say`the claim is to be expanded from ${given} to ${wanted}, but after more than ten minutes the expansion has not begun; the data is not affected${withoutClass(raise)}`,
        "not ended": say`the claim has been expanding from ${given} to ${wanted} for a long time, and no failure is recorded; the data is not affected${withoutClass(raise)}`,
      }[delay],
      evidence,
      remedies: [
        restartSidecar(claim, { controller: "csi-resizer", driver: "its driver" }),
        lowerRequest(claim, { above: given }),
      ],
    };
  }
  const { driver } = resizer;
  if (!holdsUp(resizer)) {
    return {
      reason: "ResizerNotSeen",
      holder,
      message: say`the claim requests ${wanted} and has ${given}, and the expansion has not begun: ${whoIsAwaited(resizer)}; the data is not affected`,
      evidence: [...evidence, ...evidenceAgainst(resizer)],
      remedies: driver === undefined ? [] : [restartSidecar(claim, { controller: "csi-resizer", driver })],
    };
  }
  return {
    reason: "ResizeInProgress",
    holder,
    message:
      driver === undefined
        ? say`the claim is being expanded from ${given} to ${wanted}`
        : say`the claim is to be expanded from ${given} to ${wanted}, and the external-resizer of ${driver} is running`,
    evidence: [...evidence, ...resizer.for],
  };
}

type Resizer = Exclude<ReturnType<typeof resizerServes>, { readonly is: "unread" }>;

function whoIsAwaited({ driver, lease, against }: Resizer): Phrase {
  if (driver === undefined) return say`no controller of Kubernetes expands this kind of volume`;
  if (lease !== undefined)
    return say`it waits for the external-resizer of ${driver}, which no longer renews its lease`;
  return against.length > 0
    ? say`it waits for an external-resizer of ${driver}, which has no lease, although other controllers of the driver have theirs`
    : say`it waits for an external-resizer of ${driver}, and none is seen: one without a lease shows only when it begins`;
}

/** Nothing that could expand it is to be seen, and nothing has begun for a long time. */
function withoutResizer(
  { claim, wanted, given }: Expansion,
  { resizer, evidence }: { readonly resizer: Resizer; readonly evidence: readonly Evidence[] },
  cluster: Cluster,
): UnusableHold | undefined {
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
        message: say`${sizes}; the expansion has not begun since ${since}, and no external-resizer of ${driver} is to be seen: it ${resizer.lease === undefined ? "has no lease" : "no longer renews its lease"}; the data is not affected`,
        remedies: [restartSidecar(claim, { controller: "csi-resizer", driver }), ...base.remedies],
      };
}

/** Readers who see that the class is missing would take that for the cause. */
export function withoutClass(raise: Raise): Phrase {
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
