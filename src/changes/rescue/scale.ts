import { takenAlong } from "../../analysis/disks/freed-claims.ts";
import type { Cluster, Unread } from "../../cluster/index.ts";
import { applierOf, claimNamed, claimNamesOf } from "../../controllers/index.ts";
import { editing, refusal, unreadPhrase } from "../../define/index.ts";
import type { ObjectRef, PersistentVolumeClaim, Phrase } from "../../kubernetes/index.ts";
import {
  annotationOf,
  isTerminating,
  join,
  nameOf,
  own,
  parsedJson,
  recordIn,
  refOf,
  say,
  words,
} from "../../kubernetes/index.ts";
import type { Act, Edit } from "../../report/index.ts";
import type { Rescue, Stopped } from "./rescue.ts";
import type { Next } from "./steps.ts";
import { actStep, leftToPerson, refuse, startOver } from "./steps.ts";
import type { Scalable, User } from "./workload.ts";
import { claimsUsedBy, podsOf, replicasOf, usersOf, workloadNow } from "./workload.ts";

/** Stops the pods that use the claims, and what would create an empty claim of the same name at once. */
export function stop(rescue: Rescue, cluster: Cluster): Next | undefined {
  for (const stopped of rescue.stopped) {
    const workload = workloadNow(stopped, cluster);
    if (workload === undefined || replicasOf(workload) <= stopped.during) continue;
    const other = claimInDanger(workload, rescue, cluster);
    if (other !== undefined) return anotherClaim(other, workload);
    const dropped = droppedClaims(workload, stopped, rescue, cluster);
    if (stopped.runBy !== undefined)
      return throughRunner(workload, stopped, stopped.runBy, goAlong(dropped, rescue));
    const who = settingBack(workload);
    return who === undefined || dropped.length === 0
      ? scaleDown(workload, stopped, cluster)
      : keepFirst(workload, who, dropped, rescue);
  }
  return undefined;
}

/** Starts again what was stopped. Where it was scaled otherwise meanwhile, that counts. */
export function start(rescue: Rescue, cluster: Cluster): Next | undefined {
  for (const stopped of rescue.stopped) {
    const workload = workloadNow(stopped, cluster);
    if (workload === undefined || replicasOf(workload) !== stopped.during || stopped.runBy !== undefined)
      continue;
    const policy = retention(workload, "Retain", stopped.whenScaled);
    return actStep(
      "start",
      scaling(workload, stopped.during, stopped.replicas, policy),
      say`The claims are Bound again, so ${nameOf(refOf(workload))} is scaled back to ${stopped.replicas} ${words(stopped.replicas === 1 ? "replica" : "replicas")}${policy.length === 0 ? [] : say`, and whenScaled is set back to Delete`}.`,
    );
  }
  return undefined;
}

/**
 * Both fields in one write: with the new policy in force before the number is lower, no claim becomes a dependent of a
 * pod that is deleted. kubernetes/kubernetes pkg/controller/statefulset/stateful_set_utils.go updateClaimOwnerRefForSetAndPod,
 * 1.27 to 1.36.
 */
function scaleDown(workload: Scalable, { during, whenScaled }: Stopped, cluster: Cluster): Next {
  const name = nameOf(refOf(workload));
  const policy = retention(workload, whenScaled, "Retain");
  return actStep(
    "stop",
    scaling(workload, replicasOf(workload), during, policy),
    say`The claim cannot be deleted while pods use it${workload.kind === "StatefulSet" ? say`, and without pods ${name} does not create an empty claim in its place` : []}.${policy.length === 0 ? [] : say` With whenScaled: Delete, the claims of all stopped pods would be deleted, so the same write sets it to Retain until the end.`}${takenAlong(podsOf(workload, cluster), cluster)}${mayStartAgain(workload)}`,
  );
}

function scaling(workload: Scalable, was: number, value: number, others: readonly Edit[]): Act {
  return editing(workload, [{ op: "replace", path: "/spec/replicas", value, was }, ...others]);
}

function whenScaledOf(workload: Scalable): string | undefined {
  if (workload.kind !== "StatefulSet") return undefined;
  return workload.spec?.persistentVolumeClaimRetentionPolicy?.whenScaled;
}

function retention(
  workload: Scalable,
  was: "Retain" | "Delete",
  value: "Retain" | "Delete",
): readonly Edit[] {
  if (was === value || whenScaledOf(workload) !== was) return [];
  return [{ op: "replace", path: "/spec/persistentVolumeClaimRetentionPolicy/whenScaled", value, was }];
}

/** A deleted claim that only these pods still hold, and that the rescue does not know: it would disappear with them. */
function claimInDanger(
  workload: Scalable,
  { pairs }: Rescue,
  cluster: Cluster,
): PersistentVolumeClaim | undefined {
  const known = pairs.map(({ claim }) => claim.name);
  return deletedClaimsOf(workload, cluster).find(({ metadata }) => !known.includes(metadata.name));
}

/** The claims that are being deleted and that the pods of a workload hold. Those without a volume have no data. */
function deletedClaimsOf(workload: Scalable, cluster: Cluster): readonly PersistentVolumeClaim[] {
  return podsOf(workload, cluster)
    .flatMap((pod) => claimsUsedBy(pod, cluster))
    .filter((claim) => isTerminating(claim) && (claim.spec?.volumeName ?? "") !== "");
}

function anotherClaim(claim: PersistentVolumeClaim, workload: Scalable): Next {
  return refuse(
    "AnotherClaimDeleted",
    refOf(claim),
    say`${nameOf(refOf(claim))} is also being deleted, and would disappear as soon as the pods of ${nameOf(refOf(workload))} stop. This rescue does not include it.`,
    say`Begin again, so that it is rescued too: kubectl pvguard rescue pvc/${claim.metadata.name} -n ${claim.metadata.namespace ?? ""} ${startOver}`,
  );
}

/** Nothing else keeps the claims while another scales the workload. */
function goAlong(dropped: readonly string[], rescue: Rescue): Phrase {
  return dropped.length === 0
    ? []
    : say` With whenScaled: Delete, ${wouldBeDeleted(dropped, rescue)} with the pods that stop. Set whenScaled to Retain first.`;
}

function throughRunner(workload: Scalable, { during }: Stopped, runBy: ObjectRef, along: Phrase): Next {
  const ref = refOf(workload);
  return leftToPerson(
    "stop",
    refusal(
      "WorkloadRunByAnother",
      ref,
      say`${nameOf(ref)} must be scaled down to ${during} ${words(during === 1 ? "replica" : "replicas")}, but ${runBy.kind}/${runBy.name} manages it and would start it again.${along}`,
      say`Stop it through ${runBy.kind}/${runBy.name}, or stop its operator and scale it yourself. Then run the same command again.`,
    ),
  );
}

/** Who may set back what is changed in a workload; one that controls it is another matter: it surely does. */
function settingBack(workload: Scalable): Phrase | undefined {
  const [owner] = workload.metadata.ownerReferences ?? [];
  return applierOf(workload) ?? (owner && say`${owner.kind ?? ""}/${owner.name ?? ""}`);
}

function mayStartAgain(workload: Scalable): Phrase {
  const who = settingBack(workload);
  return who === undefined
    ? []
    : say` ${who} may start it again. Prevent that before you begin: if it is started again, the rescue stops there.`;
}

/** With `whenScaled: Delete` in force: the claims of the pods that stop, but for those that are brought back. */
function droppedClaims(
  workload: Scalable,
  { during }: Stopped,
  { pairs, namespace }: Rescue,
  cluster: Cluster,
): readonly string[] {
  if (workload.kind !== "StatefulSet" || whenScaledOf(workload) !== "Delete") return [];
  const known = new Set(pairs.map(({ claim }) => claim.name));
  const first = (workload.spec?.ordinals?.start ?? 0) + during;
  const pods = Math.min(replicasOf(workload) - during, 1000);
  return Array.from({ length: pods }, (_, position) => claimNamesOf(workload, first + position))
    .flat()
    .filter((name) => !known.has(name))
    .filter((name) => cluster.get("v1/persistentvolumeclaims", name, namespace.name).state !== "absent");
}

/** So many are named. */
const most = 3;

function wouldBeDeleted(names: readonly string[], { namespace }: Rescue): Phrase {
  const named = names.slice(0, most).map((name) => nameOf(claimNamed(namespace.name, name)));
  const more = names.length > most ? [say`${names.length - most} more claims`] : [];
  return say`${join([...named, ...more], ", ")} would be deleted`;
}

/** Where the write that keeps the claims may be set back while the pods stop. */
function keepFirst(workload: Scalable, who: Phrase, dropped: readonly string[], rescue: Rescue): Next {
  const ref = refOf(workload);
  return leftToPerson(
    "stop",
    refusal(
      "ClaimsGoWithPods",
      ref,
      say`${nameOf(ref)} has whenScaled: Delete and must be scaled down. If ${who} sets Delete again while the pods stop, ${wouldBeDeleted(dropped, rescue)} with them.`,
      words("Set whenScaled to Retain in its manifest first. Then run the same command again."),
    ),
  );
}

interface ScaledDown {
  readonly told: readonly Phrase[];
  readonly unread: readonly Unread[];
}

/**
 * The workloads that are scaled down, and that this rescue would not start: an earlier run may have stopped them whose record
 * is elsewhere. And what could not be looked at for that.
 */
export function scaledDown({ namespace, pairs, stopped }: Rescue, cluster: Cluster): ScaledDown {
  const { value: found, missed: unread } = cluster.noting(() =>
    pairs.flatMap(({ claim }) => usersOf(namespace.name, claim.name, cluster)),
  );
  const known = stopped.map(({ owner }) => owner.uid);
  const still = found.filter(
    ({ workload, needed }) => replicasOf(workload) < needed && !known.includes(workload.metadata.uid),
  );
  const byWorkload = new Map(still.map((each) => [each.workload.metadata.uid, told(each, namespace.name)]));
  const [first] = unread;
  const notKnown =
    first === undefined
      ? []
      : [
          say`pvguard cannot tell whether a workload that uses the claim was scaled down: ${unreadPhrase(first)}.`,
        ];
  return { told: [...byWorkload.values(), ...notKnown], unread };
}

function told({ workload, claim, needed }: User, namespace: string): Phrase {
  const many = say`${needed} ${words(needed === 1 ? "replica" : "replicas")}`;
  return say`${nameOf(refOf(workload))} would use ${nameOf(claimNamed(namespace, claim))} with ${many} or more, but is scaled to ${replicasOf(workload)}.${changedBy(workload)} This run does not start it. If an earlier rescue stopped it, only the --backup-dir of that run says how many replicas it had. Continue with that folder, or scale it up yourself.${applied(workload)}`;
}

/** pvguard changes workloads in a rescue only. */
function changedBy({ metadata }: User["workload"]): Phrase {
  const entry = metadata.managedFields?.findLast(({ manager }) => manager === "pvguard");
  return entry?.time === undefined ? [] : say` pvguard changed it at ${entry.time}.`;
}

function applied(workload: User["workload"]): Phrase {
  const text = annotationOf(workload, "kubectl.kubernetes.io/last-applied-configuration");
  const replicas = text === undefined ? undefined : replicasIn(text);
  return replicas === undefined
    ? []
    : say` The manifest that was last applied with kubectl says ${replicas}.`;
}

function replicasIn(text: string): number | undefined {
  const replicas = own(recordIn(parsedJson(text), "spec"), "replicas");
  return typeof replicas === "number" ? replicas : undefined;
}
