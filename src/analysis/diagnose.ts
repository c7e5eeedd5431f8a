import { isInUse } from "../controllers/index.ts";
import type { GeneralReason, Remark } from "../define/index.ts";
import { adviceFor, avoided, avoidedOf, listed, stateOf, stateSince } from "../define/index.ts";
import type { KubeObject, ObjectRef } from "../kubernetes/index.ts";
import { isTerminating, nameKey, refOf, say, words } from "../kubernetes/index.ts";
import type { DataFate, Diagnosis, Fate, Hold, IfDeleted, RemedyCall, Verdict } from "../report/index.ts";
import { fatesAfter } from "./after-acts.ts";
import type { Analysis, Timeline } from "./analysis.ts";
import { verdictOf } from "./causes.ts";
import type { Detail } from "./deletion/after-deletion.ts";
import { consequencesOf, contentOfNamespace, podsBefore } from "./deletion/after-deletion.ts";
import { isAtStake, isDiskEnding, isKnowable } from "./disks/at-stake.ts";
import { withCopies } from "./disks/copies.ts";
import { dataDeletedWith, dataFreedBy } from "./disks/data-freed.ts";
import { withDecisiveStep, withDecisiveSteps } from "./disks/decisive-step.ts";
import { byGravityOfData, unseenFate } from "./disks/fate.ts";
import { isClaim, unseenBehind } from "./disks/freed-claims.ts";
import { withVolumeFacts } from "./disks/volume-facts.ts";
import type { Futures } from "./label.ts";
import { mayStayUnread } from "./overlooked.ts";
import { offer, remediesFor } from "./remedies.ts";
import { stepsToTell } from "./timeline/steps.ts";

export interface Manner {
  /** The cluster as it is asked about the future of a claim that nothing holds. */
  readonly ahead?: Analysis;
  /** Whether to say what would happen if it were deleted now. */
  readonly deletion?: "told in full" | "told in full where unhealthy" | "told" | "untold";
}

/** Why one object is as it is, what happens next, what becomes of the data, and what to do. */
export function diagnose(
  object: KubeObject,
  analysis: Analysis,
  { ahead = analysis, deletion = "told in full" }: Manner = {},
): Diagnosis {
  const { cluster, knowledge } = analysis;
  const causes = analysis.causesOf(object);
  const isHeld = causes.holds.length > 0;
  const remark = isHeld ? undefined : analysis.remarkOn(object);
  const isOpen = deletion !== "untold" && isClaim(object) && !isInUse(object, cluster);
  const future = isHeld || isOpen || !isClaim(object) ? analysis : ahead;
  const timeline = future.future(object);
  const own = verdictOf(object, causes, remark);
  const { fate, others } = stakesOf(object, { remark, isHeld, timeline }, future);
  const verdict =
    own.category === "healthy" && fate !== undefined ? (lossAhead(fate, remark, timeline) ?? own) : own;
  const isTold =
    deletion !== "untold" && (deletion !== "told in full where unhealthy" || verdict.category !== "healthy");
  const deleted =
    isTold && !isTerminating(object)
      ? toldIfDeleted(object, future, deletion === "told" ? "each answer" : "step by step")
      : undefined;
  const since = stateSince(object);
  const futures = futuresAround(object, () => ({ fate, others }), future);
  // What is to be done for its parts is said of them: the future without each of thousands is not asked for the whole.
  const isOfParts = causes.holds.some(({ isPart }) => isPart === true);
  const remedies = isOfParts
    ? remediesFor(remediesOfItself(refOf(object), causes.holds), analysis, futures).map((remedy) => ({
        ...remedy,
        primary: false,
      }))
    : [
        ...offer(causes, analysis, {
          ...futures,
          fate,
          // What nothing holds, and is lost all the same, can be kept too.
          doomed: verdict.reason === "DataLossAhead" ? [...listed(fate), ...others] : others,
          deletion: isDiskEnding(object) || remark?.end !== undefined ? "under way" : undefined,
          sight: causes.unread.length === 0 ? "whole" : "partial",
        }),
        ...remediesFor(remark?.remedies ?? [], analysis, futures, () => listed(fate)).map((remedy) => ({
          ...remedy,
          primary: remark?.end === "goes" && remedy.safety !== "loses-data",
        })),
      ];
  const roots = causes.rootHolds.filter(({ reason }) => reason === verdict.reason);
  const advice = adviceFor(verdict, { remedies, roots }, knowledge);
  return {
    object: refOf(object),
    state: stateOf(object),
    ...(since === undefined ? {} : { since }),
    verdict,
    roots: causes.roots,
    holds: causes.holds,
    ...(fate === undefined ? {} : { fate: withCopies(withVolumeFacts(fate, cluster), analysis) }),
    next: isOfParts ? [] : withDecisiveSteps(object, stepsToTell(timeline), fate, future),
    remedies,
    ...(advice === undefined ? {} : { advice }),
    avoid: avoided(listed(remark?.avoid ?? avoidedOf(causes.holds)), remedies),
    ...(deleted === undefined ? {} : { ifDeleted: deleted }),
  };
}

/** What is to be done for a whole itself, and not for one of its parts. */
export function remediesOfItself(object: ObjectRef, holds: readonly Hold[]): readonly RemedyCall[] {
  const key = nameKey(object);
  return holds.flatMap(({ held, remedies }) => (nameKey(held) === key ? remedies : []));
}

/** What nothing holds is not healthy if its data is lost, or may be. What is worth saying of it is said all the same. */
function lossAhead(
  { data, unseen, because }: Fate,
  remark: Remark | undefined,
  { unread }: Timeline,
): Verdict | undefined {
  if (data === "unknown" && unseen !== undefined && !unread.every(mayStayUnread))
    return { category: "unknown", reason: "CouldNotRead" satisfies GeneralReason, summary: because };
  const loss = losses[data];
  if (loss === undefined) return undefined;
  const summary = remark === undefined ? words(loss) : say`${words(loss)}; ${remark.message}`;
  return { category: "waiting", reason: "DataLossAhead" satisfies GeneralReason, summary };
}

const losses: { readonly [data in DataFate]?: string } = {
  destroyed: "its data will be lost",
  exposed: "its data will become available to other claims",
  leaked: "its data will remain in the storage backend with no record of it",
};

interface Situation {
  readonly remark: Remark | undefined;
  readonly isHeld: boolean;
  readonly timeline: Timeline;
}

/** The data that a step about an object can change: its own, and that of others. */
interface Stakes {
  readonly fate: Fate | undefined;
  readonly others: readonly Fate[];
}

function stakesOf(object: KubeObject, { remark, isHeld, timeline }: Situation, analysis: Analysis): Stakes {
  const others = [...dataFreedBy(object, analysis), ...unseenFate(unseenBehind(object, analysis.cluster))];
  const fate =
    fateAtItsEnd(object, remark, analysis) ??
    timeline.outcomeOf(object)?.tell() ??
    (isHeld ? byGravityOfData(others.filter(isAtStake))[0] : undefined);
  return { fate, others };
}

function futuresAround(object: KubeObject, stakes: () => Stakes, analysis: Analysis): Futures {
  const all = () => [stakes()].flatMap(({ fate, others }) => [...listed(fate), ...others]);
  return {
    released: () => [...all().filter(isKnowable), ...analysis.lostOnceReleased(object)],
    after: (acts) => fatesAfter(acts, object, analysis, all),
    lostBy: (acts) => analysis.lostBy(acts, object),
  };
}

/** By these a step is labelled that is done for an object. One that only keeps something asks for none. */
export function futuresOf(object: KubeObject, analysis: Analysis): Futures {
  const stakes = () => {
    const isHeld = analysis.causesOf(object).holds.length > 0;
    const remark = isHeld ? undefined : analysis.remarkOn(object);
    return stakesOf(object, { remark, isHeld, timeline: analysis.future(object) }, analysis);
  };
  return futuresAround(object, stakes, analysis);
}

/** What a controller is about to delete has the fate of what is deleted, though it is not marked yet. */
function fateAtItsEnd(object: KubeObject, remark: Remark | undefined, analysis: Analysis): Fate | undefined {
  if (remark?.end === undefined) return undefined;
  const { fate } = ifDeleted(object, analysis, "controller");
  if (fate === undefined || !isAtStake(fate)) return undefined;
  return remark.end === "goes" ? fate : { ...fate, data: "unknown", because: remark.message };
}

/** With what the deletion means for others. */
function toldIfDeleted(object: KubeObject, analysis: Analysis, told: Detail): IfDeleted {
  const own = ifDeleted(object, analysis, "person");
  if (object.kind === "Namespace") {
    const goesWhen = [...podsBefore(object, analysis), ...own.goesWhen];
    const waits = { ...own, goesWhen, decidedWhen: goesWhen };
    return told === "each answer" ? waits : { ...waits, ...contentOfNamespace(object, analysis) };
  }
  const { next, fate, decidedWhen, ...others } = consequencesOf(object, told, analysis, own.fate);
  const overall = own.fate ?? fate;
  return {
    ...own,
    ...others,
    ...(overall === undefined ? {} : { fate: overall }),
    ...(own.fate === undefined && decidedWhen !== undefined ? { decidedWhen } : {}),
    next: [...own.next, ...next],
  };
}

function ifDeleted(object: KubeObject, analysis: Analysis, by: "person" | "controller"): IfDeleted {
  const ref = refOf(object);
  const timeline = analysis.future(object, { deleted: ref, by });
  const outcome = timeline.outcomeOf(object);
  const fate = outcome?.tell() ?? dataDeletedWith(object, timeline, analysis);
  return {
    ...(fate === undefined ? {} : { fate: withVolumeFacts(fate, analysis.cluster) }),
    fateComes: fate !== undefined && comesAnyway(object, fate, analysis) ? "in any case" : "with it",
    next: withDecisiveStep(stepsToTell(timeline), fate, analysis),
    stays: timeline.stays(ref),
    ...timeline.waitsFor(ref, fate),
  };
}

/** What becomes of the volume of an attachment may be the same without the deletion of the attachment. */
function comesAnyway(object: KubeObject, fate: Fate, analysis: Analysis): boolean {
  return object.kind === "VolumeAttachment" && isAtStake(fate) && analysis.dataOf(object) === fate.data;
}
