import { byGravityOfData } from "../../analysis/disks/fate.ts";
import type { Analysis } from "../../analysis/index.ts";
import {
  createAnalysis,
  diagnose,
  futuresOf,
  graver,
  imagine,
  isKeeping,
  labelled,
  safetyWith,
  unreadKey,
} from "../../analysis/index.ts";
import { createSandbox } from "../../analysis/timeline/sandbox.ts";
import type { Cluster, Snapshot, Unread } from "../../cluster/index.ts";
import { createCluster, isWantedOwner } from "../../cluster/index.ts";
import { claimOf } from "../../controllers/index.ts";
import type { Knowledge } from "../../define/index.ts";
import { costOf, toBeAccepted, unreadPhrase } from "../../define/index.ts";
import type {
  KubeObject,
  ObjectRef,
  PersistentVolume,
  PersistentVolumeClaim,
  Phrase,
} from "../../kubernetes/index.ts";
import { kindNamed, nameOf, refOf, say, words } from "../../kubernetes/index.ts";
import type {
  Acceptance,
  Act,
  Diagnosis,
  Holder,
  Justification,
  PlanItem,
  Refusal,
} from "../../report/index.ts";
import { incompleteView, permit } from "../permission/index.ts";
import type { FixableRemedy, Wish } from "./choose.ts";
import { choose } from "./choose.ts";
import {
  fatesIn,
  fatesToTell,
  freedBySteps,
  lossesBeside,
  lossesToAccept,
  sourceClaimsKept,
  stepsAround,
} from "./fates-to-tell.ts";

/** An item of a plan before its objects were read whole. */
export type Draft = Omit<PlanItem, "steps"> & { readonly acts: readonly Act[] };

export type Proposal =
  | { readonly state: "draft"; readonly draft: Draft }
  | { readonly state: "nothing"; readonly object: ObjectRef; readonly because: Phrase }
  | { readonly state: "refused"; readonly refusals: readonly [Refusal, ...Refusal[]] };

/** What would be done about an object, from a diagnosis of this moment. */
export function propose(object: KubeObject, wish: Wish, analysis: Analysis): Proposal {
  const diagnosis = diagnose(object, analysis, { deletion: "untold" });
  const chosen = choose(object, diagnosis, wish, analysis);
  switch (chosen.choice) {
    case "nothing": {
      const isAsked = wish.remedy !== undefined;
      const beside = isAsked ? undefined : wrongWithClaim(object, diagnosis, analysis);
      return { state: "nothing", object: refOf(object), because: beside ?? chosen.because };
    }
    case "refused":
      return { state: "refused", refusals: [chosen.refusal] };
    case "remedy":
      return drafted({ object, remedy: chosen.remedy, because: justificationOf(diagnosis) }, analysis);
  }
}

/** A remedy for an object, and what it rests on. */
interface Chosen {
  readonly object: KubeObject;
  readonly remedy: FixableRemedy;
  readonly because: Justification;
}

/** As `propose`, for a remedy that is chosen already. */
export function drafted({ object, remedy, because }: Chosen, analysis: Analysis): Proposal {
  const { acts, cannotUndo } = remedy.fix;
  const sandbox = createSandbox(analysis.cluster);
  const accept: Acceptance[] = [...remedy.fix.accept];
  for (const act of acts) {
    const permission = permit(act, { cluster: sandbox.cluster, knowledge: analysis.knowledge });
    if (permission.state === "refused") return { state: "refused", refusals: [permission.refusal] };
    accept.push(...permission.accept);
    imagine(act, sandbox);
  }
  const timeline = analysis.future(object, { done: acts });
  const [unread] = timeline.unread;
  if (unread !== undefined && !acts.every(isKeeping))
    return { state: "refused", refusals: [incompleteView(refOf(object), unread)] };
  const safety = graver(remedy.safety, labelled(remedy, futuresOf(object, analysis)).safety);
  // A plan that only keeps things causes no loss: what is lost around it all the same is told, and not asked.
  const asked = () => (safety === "loses-data" ? "all" : analysis.lostBy(acts, object));
  const caused = acts.every(isKeeping) ? [] : lossesToAccept(timeline, asked(), analysis.cluster);
  const named = toBeAccepted([...accept, ...caused]);
  const isNamed = safety !== "loses-data" || named.some(({ name }) => costOf(name) === "loss");
  const further = isNamed ? [] : freedBySteps(analysis.lostBy(acts, object));
  const around = byGravityOfData([...fatesIn(timeline, analysis), ...further]);
  const dangers = isNamed ? named : toBeAccepted([...named, ...lossesBeside(timeline, around, analysis)]);
  const fates = fatesToTell(around, acts);
  return {
    state: "draft",
    draft: {
      because,
      remedy: remedy.name,
      title: remedy.title,
      safety: safetyWith(safety, dangers),
      acts,
      why: remedy.because,
      cannotUndo,
      accept: dangers,
      commands: remedy.commands,
      first: remedy.first ?? [],
      byHand: remedy.steps,
      next: stepsAround(timeline, fates, acts, analysis),
      ...fates,
      related: worthSavingOf([...timeline.followed, ...sourceClaimsKept(timeline, analysis.cluster)]),
    },
  };
}

const worthSaving: readonly string[] = [
  "PersistentVolumeClaim",
  "PersistentVolume",
  "VolumeAttachment",
  "VolumeSnapshot",
  "VolumeSnapshotContent",
];

/** What a later re-creation would need: saved before the first write. */
export function worthSavingOf(objects: readonly KubeObject[]): readonly ObjectRef[] {
  return objects
    .filter(({ kind, apiVersion }) => worthSaving.includes(kind) && kindNamed(apiVersion, kind) !== undefined)
    .map(refOf);
}

/** What is wrong with the claim of a Bound volume with which nothing is wrong itself; `undefined` where nothing is. */
function wrongWithClaim(
  object: KubeObject,
  { verdict, state }: Diagnosis,
  analysis: Analysis,
): Phrase | undefined {
  if (verdict.category !== "healthy" || object.kind !== "PersistentVolume") return undefined;
  const claim = boundClaim(object as PersistentVolume, analysis.cluster);
  if (claim === undefined) return undefined;
  const found = analysis.verdictOf(claim);
  if (found.category === "healthy") return undefined;
  const on = refOf(claim);
  return say`${nameOf(refOf(object))} itself is ${state}, but its ${nameOf(on)} is ${words(how[found.category])}: ${found.summary}; see ${why(on)}`;
}

const how = {
  blocked: "blocked",
  stuck: "stuck",
  waiting: "waiting",
  unknown: "not known to be healthy",
} as const;

function boundClaim(volume: PersistentVolume, cluster: Cluster): PersistentVolumeClaim | undefined {
  const ref = volume.status?.phase === "Bound" ? claimOf(volume) : undefined;
  if (ref?.uid === undefined) return undefined;
  const found = cluster.get("v1/persistentvolumeclaims", ref.name, ref.namespace);
  return found.state === "found" && found.object.metadata.uid === ref.uid ? found.object : undefined;
}

function why({ name, namespace = "" }: ObjectRef): Phrase {
  return say`\`kubectl pvguard why pvc/${name} -n ${namespace}\``;
}

/** What a plan rests on: the root causes, so that another cause is another plan. */
export function justificationOf({ object, roots, verdict }: Diagnosis): Justification {
  const leaves = roots.map(({ reason, holder }) => `${reason} ${holderName(holder)}`);
  return {
    object,
    leaves: leaves.length === 0 ? [`${verdict.category} ${verdict.reason}`] : [...new Set(leaves)].sort(),
  };
}

function holderName(holder: Holder): string {
  if ("object" in holder) return objectName(holder.object);
  if ("controller" in holder) return holder.controller;
  if ("driver" in holder) return holder.driver;
  if ("missing" in holder) return `no ${objectName(holder.missing)}`;
  if ("person" in holder) return `the ${holder.person}`;
  return `unread ${holder.unread.resource}`;
}

function objectName({ kind, namespace, name, uid }: ObjectRef): string {
  return [`${kind}/${namespace === undefined ? "" : `${namespace}/`}${name}`, ...(uid ? [uid] : [])].join(
    " ",
  );
}

/** What would be done about some objects, and what would have been needed to say so. */
export interface Proposals {
  readonly takenAt: string;
  readonly proposals: readonly Proposal[];
  readonly unread: readonly Unread[];
  /** Owners of kinds that pvguard has no definition of, which can still be asked for. */
  readonly owners?: readonly Unread[];
  /** Input that was passed over: not empty means that the view is incomplete. */
  readonly skipped: readonly string[];
}

/** As a report on these objects: a caller that can read more collects what is unread, and asks again. */
export function proposals(
  objects: readonly KubeObject[],
  wish: Wish,
  snapshot: Snapshot,
  knowledge: Knowledge,
): Proposals {
  const unread = new Map<string, Unread>();
  const owners = new Map<string, Unread>();
  let missed: Unread[] = [];
  const miss = (missing: Unread) => {
    missed.push(missing);
    unread.set(unreadKey(missing), missing);
  };
  const cluster = createCluster(
    snapshot,
    (missing) => (isWantedOwner(missing) ? owners.set(unreadKey(missing), missing) : miss(missing)),
    "asked for",
  );
  const analysis = createAnalysis(cluster, knowledge);
  const proposed = (object: KubeObject) => {
    missed = [];
    return asFarAsRead(propose(object, wish, analysis), missed);
  };
  return {
    takenAt: snapshot.takenAt,
    proposals: objects.map(proposed),
    unread: [...unread.values()],
    owners: [...owners.values()],
    skipped: snapshot.skipped,
  };
}

/** Where not everything was read, it is not said that nothing is to be done. */
function asFarAsRead(proposal: Proposal, [unread]: readonly Unread[]): Proposal {
  if (proposal.state !== "nothing" || unread === undefined) return proposal;
  const because = say`as far as pvguard could read, ${proposal.because}; ${unreadPhrase(unread)}`;
  return { ...proposal, because };
}
