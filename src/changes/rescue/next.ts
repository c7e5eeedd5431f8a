import { takenAlong } from "../../analysis/disks/freed-claims.ts";
import type { Cluster } from "../../cluster/index.ts";
import { objectOf } from "../../cluster/index.ts";
import { isPodFinished } from "../../controllers/index.ts";
import { deleting, ownerChain, refusal } from "../../define/index.ts";
import type { ObjectRef, Phrase, Pod } from "../../kubernetes/index.ts";
import { isTerminating, join, nameOf, refOf, say, shortNameOf, words } from "../../kubernetes/index.ts";
import { permitInRescue } from "../permission/index.ts";
import { deletesPods } from "../permission/rescue.ts";
import { alsoHeldBy, bringBack, obstacle, withHolders } from "./pair.ts";
import type { PairNow } from "./pair-now.ts";
import { isLoose, isRestored, pairNow } from "./pair-now.ts";
import type { Rescue } from "./rescue.ts";
import { lostUnretained, retain } from "./retain.ts";
import { start, stop } from "./scale.ts";
import type { Next } from "./steps.ts";
import { actStep, leftToPerson, refuse, startOver, waitStep } from "./steps.ts";
import { holdersOf, isOneTooMany, scalableOwner } from "./workload.ts";

/**
 * The next step of a rescue, from what is to be rescued and the cluster as it is now. Nothing else is remembered, so
 * that a rescue that broke off continues where it was. First every disk is made safe; then all users stop; then the pairs
 * are brought back one after the other; then the users start.
 */
export function nextOfRescue(rescue: Rescue, cluster: Cluster): Next {
  const { value: next, missed } = cluster.noting(() => permitted(decided(rescue, cluster), rescue, cluster));
  const [first, ...more] = missed;
  return first === undefined ? next : { end: "unknown", unread: [first, ...more] };
}

function permitted(next: Next, { accepted }: Rescue, cluster: Cluster): Next {
  if (!("act" in next)) return next;
  const permission = permitInRescue(next.act, accepted, cluster);
  return permission.state === "allowed" ? next : { end: "refused", refusal: permission.refusal };
}

function decided(rescue: Rescue, cluster: Cluster): Next {
  const open = rescue.pairs.map((pair) => pairNow(pair, rescue, cluster)).filter((now) => !isRestored(now));
  const first = (ask: (now: PairNow) => Next | undefined) => {
    for (const now of open) {
      const next = ask(now);
      if (next !== undefined) return next;
    }
    return undefined;
  };
  const loose = open.filter(isLoose);
  return (
    mostUrgent(open.flatMap(keep)) ??
    first((now) => lostUnretained(now, rescue)) ??
    first((now) => obstacle(now, rescue)) ??
    (open.length === 0 ? undefined : namespaceGone(rescue, cluster)) ??
    (loose.length === 0 ? undefined : stop(rescue, cluster)) ??
    first((now) => (loose.includes(now) ? letPodsGo(now, rescue, cluster) : undefined)) ??
    first((now) => bringBack(now, rescue)) ??
    start(rescue, cluster) ?? { end: "done" }
  );
}

function keep({ volume }: PairNow): readonly Next[] {
  const next = volume === undefined || volume.which === "foreign" ? undefined : retain(volume.object);
  return next === undefined ? [] : [next];
}

/** What can be saved comes before what cannot. */
function mostUrgent(steps: readonly Next[]): Next | undefined {
  return steps.find((next) => "act" in next) ?? steps[0];
}

function namespaceGone({ namespace }: Rescue, cluster: Cluster): Next | undefined {
  const ref = { apiVersion: "v1", kind: "Namespace", name: namespace.name };
  const found = objectOf(cluster.get("v1/namespaces", namespace.name));
  if (found === undefined || found.metadata.uid !== namespace.uid)
    return refuse(
      "NamespaceGone",
      ref,
      say`${nameOf(ref)} is not the namespace in which the rescue began.`,
      say`When the namespace is as you want it, begin again from the volume: kubectl pvguard rescue pv/NAME ${startOver}`,
    );
  if (!isTerminating(found)) return undefined;
  return refuse(
    "NamespaceBeingDeleted",
    refOf(found),
    say`${nameOf(refOf(found))} is being deleted, so no claim can be created in it.`,
    words(
      "Create the namespace again after it is deleted. The volume is set to Retain, so its disk is kept. A rescue of the volume can then bring the claim back.",
    ),
  );
}

/** What becomes of the pods that hold a claim which has to go. */
function letPodsGo({ claim }: PairNow, rescue: Rescue, cluster: Cluster): Next | undefined {
  if (claim === undefined) return undefined;
  const holders = holdersOf(rescue.namespace.name, claim.object.metadata.name, cluster);
  const [first] = holders;
  if (first === undefined) return undefined;
  const stayers = holders.filter((pod) => !isTerminating(pod) && !isStoppedWith(pod, rescue, cluster));
  const deletable = stayers.find((pod) => isPodFinished(pod) || rescue.accepted.includes(deletesPods));
  if (deletable !== undefined) return deletion(deletable, cluster);
  if (stayers.length > 0) return byHand(stayers, cluster);
  const held = holders.flatMap((pod) => alsoHeldBy(pod, shortNameOf(refOf(pod))));
  const step = waitStep(
    "pods-gone",
    first,
    say`${names(holders)} must stop. A deleted pod disappears when its kubelet has unmounted its volumes.${held}`,
  );
  // Its kubelet has done its part.
  return isTerminating(first) && isPodFinished(first) ? withHolders(first, step) : step;
}

/** A ReplicaSet leaves its finished pods alone when it makes fewer. */
function isStoppedWith(pod: Pod, { stopped }: Rescue, cluster: Cluster): boolean {
  const owner = scalableOwner(pod, cluster);
  if (owner === undefined || isPodFinished(pod)) return false;
  return isOneTooMany(pod, owner) || stopped.some((workload) => workload.owner.uid === owner.metadata.uid);
}

function deletion(pod: Pod, cluster: Cluster): Next {
  const why = isPodFinished(pod)
    ? words("It has finished, but still holds the claim. Its logs are deleted with it.")
    : say`It holds the claim.${madeAgain(pod, cluster)}`;
  return actStep("delete-pod", deleting(pod), say`${why}${takenAlong([pod], cluster)}`);
}

function byHand(pods: readonly Pod[], cluster: Cluster): Next {
  const [first] = pods;
  return leftToPerson(
    "pods-gone",
    refusal(
      "PodUsesClaim",
      first === undefined ? { apiVersion: "v1", kind: "Pod", name: "" } : refOf(first),
      say`${names(pods)}: there is no Deployment or StatefulSet to scale down, so only a person knows how to stop it.${runBy(pods, cluster)}${takenAlong(pods, cluster)}`,
      say`Stop it and run the same command again. Or run the command with --accept ${deletesPods}: then pvguard deletes it.`,
    ),
  );
}

/** A new pod waits for the claim: the scheduler gives it no node while that is being deleted, or gone. */
function madeAgain(pod: Pod, cluster: Cluster): Phrase {
  const [maker] = makersOf([pod], cluster);
  if (maker === undefined) return say` Nothing creates it again. Its manifest is in the backup.`;
  const again = say` ${nameOfMaker(maker)} may create it again: a new pod waits until the claim is back.`;
  return makesNoClaim(maker)
    ? again
    : say`${again} If ${nameOfMaker(maker)} also creates claims, stop that first: an empty claim would take the name.`;
}

function runBy(pods: readonly Pod[], cluster: Cluster): Phrase {
  const makers = makersOf(pods, cluster);
  if (makers.length === 0) return [];
  const named = join(
    makers.map((maker) => say`${nameOfMaker(maker)}`),
    ", ",
  );
  return makers.every(makesNoClaim)
    ? say` ${named} may create it again: a new pod waits until the claim is back.`
    : say` ${named} may create it again, or create an empty claim with the same name. Stop that, or stop its operator.`;
}

/** Who runs the pods in the end, such as `Cluster/pg`, each once. */
function makersOf(pods: readonly Pod[], cluster: Cluster): readonly ObjectRef[] {
  const makers = pods.flatMap((pod) => ownerChain(pod, cluster).at(-1) ?? []);
  return [...new Map(makers.map((maker) => [nameOfMaker(maker), maker])).values()];
}

function nameOfMaker({ kind, name }: ObjectRef): string {
  return `${kind}/${name}`;
}

/** Of Kubernetes itself only a StatefulSet makes claims for its pods. */
function makesNoClaim({ apiVersion, kind }: ObjectRef): boolean {
  return kind !== "StatefulSet" && /^(v1|(apps|batch)\/.*)$/.test(apiVersion);
}

function names(pods: readonly Pod[]): Phrase {
  const [first] = pods;
  const all = join(
    pods.map((pod) => shortNameOf(refOf(pod))),
    ", ",
  );
  return pods.length === 1 && first !== undefined ? nameOf(refOf(first)) : all;
}
