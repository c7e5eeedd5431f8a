import { claimOf } from "../../controllers/index.ts";
import {
  type Acceptance,
  type Act,
  type AnyController,
  type Cluster,
  type Diagnosis,
  type Fate,
  type Justification,
  type KubeObject,
  type NextStep,
  nameOf,
  type ObjectRef,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Phrase,
  type Refusal,
  type Remedy,
  refOf,
  type Safety,
  say,
  words,
} from "../../model/index.ts";
import { toBeAccepted } from "../dangers.ts";
import type { Knowledge } from "../define.ts";
import { diagnose } from "../diagnose.ts";
import { incompleteView, permit } from "../permission/index.ts";
import { safetyWith } from "../safety.ts";
import { createWorld } from "../world.ts";
import { around, imagine, lookAhead, related } from "./ahead.ts";
import { choose, type FixableRemedy } from "./choose.ts";
import { fatesToTell } from "./fates-to-tell.ts";
import { justificationOf } from "./justification.ts";
import { isKeeping } from "./keeping.ts";
import { lossesIn } from "./losses.ts";
import type { Wish } from "./wish.ts";

/** An item of a plan before its objects were read whole. */
export interface Draft {
  readonly because: Justification;
  readonly remedy: Remedy;
  readonly safety: Safety;
  readonly acts: readonly [Act, ...Act[]];
  readonly why: Phrase;
  readonly cannotUndo: readonly Phrase[];
  readonly accept: readonly Acceptance[];
  readonly next: readonly NextStep[];
  readonly fate?: Fate;
  readonly otherFate?: Fate;
  readonly related: readonly ObjectRef[];
}

export type Proposal =
  | { readonly state: "draft"; readonly draft: Draft }
  | { readonly state: "nothing"; readonly object: ObjectRef; readonly because: Phrase }
  | { readonly state: "refused"; readonly refusals: readonly [Refusal, ...Refusal[]] };

/** What would be done about an object, from a diagnosis of this moment. */
export function propose(
  object: KubeObject,
  wish: Wish,
  cluster: Cluster,
  knowledge: Knowledge,
  controllers: readonly AnyController[],
): Proposal {
  const diagnosis = diagnose(object, cluster, knowledge, controllers);
  const chosen = choose(object, diagnosis, wish, cluster, knowledge);
  switch (chosen.choice) {
    case "nothing": {
      const isAsked = wish.remedy !== undefined;
      const beside = isAsked ? undefined : wrongWithClaim(object, diagnosis, cluster, knowledge, controllers);
      return { state: "nothing", object: refOf(object), because: beside ?? chosen.because };
    }
    case "refused":
      return { state: "refused", refusals: [chosen.refusal] };
    case "remedy":
      return drafted(object, chosen.remedy, justificationOf(diagnosis), cluster, knowledge, controllers);
  }
}

/** As `propose`, for a remedy that is chosen already. */
export function drafted(
  object: KubeObject,
  remedy: FixableRemedy,
  because: Justification,
  cluster: Cluster,
  knowledge: Knowledge,
  controllers: readonly AnyController[],
): Proposal {
  const { acts, cannotUndo } = remedy.fix;
  const world = createWorld(cluster);
  const edited = createWorld(cluster);
  const accept: Acceptance[] = [...remedy.fix.accept];
  for (const act of acts) {
    const permission = permit(act, world.cluster, knowledge);
    if (permission.state === "refused") return { state: "refused", refusals: [permission.refusal] };
    accept.push(...permission.accept);
    imagine(act, world);
    // Of what a step deletes, the fate of the data is told as it was before; of what a step changes, as it is then.
    if (act.do === "edit") imagine(act, edited);
  }
  const near = around([refOf(object), ...acts.map(({ on }) => on)], edited.cluster);
  const ahead = lookAhead(near.objects, world, edited.cluster, knowledge, controllers);
  const [unread] = [...near.unread, ...ahead.unread];
  if (unread !== undefined && !acts.every(isKeeping))
    return { state: "refused", refusals: [incompleteView(refOf(object), unread)] };
  // A plan that only keeps things causes no loss: what is lost around it all the same is told, and not asked.
  const caused = acts.every(isKeeping) ? [] : lossesIn(ahead.prediction, near.objects);
  const dangers = toBeAccepted([...accept, ...caused]);
  const fates = fatesToTell(ahead.fates, acts, cluster, knowledge, controllers);
  return {
    state: "draft",
    draft: {
      because,
      remedy,
      safety: safetyWith(remedy.safety, dangers),
      acts,
      why: remedy.because,
      cannotUndo,
      accept: dangers,
      next: ahead.next,
      ...fates,
      related: related(near.objects),
    },
  };
}

/** What is wrong with the claim of a Bound volume with which nothing is wrong itself; `undefined` where nothing is. */
function wrongWithClaim(
  object: KubeObject,
  { verdict, state }: Diagnosis,
  cluster: Cluster,
  knowledge: Knowledge,
  controllers: readonly AnyController[],
): Phrase | undefined {
  if (verdict.category !== "healthy" || object.kind !== "PersistentVolume") return undefined;
  const claim = boundClaim(object, cluster);
  if (claim === undefined) return undefined;
  const found = diagnose(claim, cluster, knowledge, controllers).verdict;
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
