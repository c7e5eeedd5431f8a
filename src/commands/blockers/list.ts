import type { Analysis, Interruptible } from "../../analysis/index.ts";
import { createAnalysis, diagnose, inOneStep, origin, tellingEach } from "../../analysis/index.ts";
import type { Cluster, Snapshot, Unread } from "../../cluster/index.ts";
import { createCluster } from "../../cluster/index.ts";
import {
  isPodScheduled,
  namesClaim,
  podsOfClaim,
  volumeIsForPod,
  volumesForClaim,
} from "../../controllers/index.ts";
import { stateOf } from "../../define/index.ts";
import { knowledge } from "../../knowledge.ts";
import type { KubeObject, ObjectRef, PersistentVolumeClaim, Pod } from "../../kubernetes/index.ts";
import {
  controllerOf,
  controllerRef,
  isTerminating,
  kindNamed,
  nameKey,
  refOf,
  words,
} from "../../kubernetes/index.ts";
import type { Blocker, BlockerList, BlockersOf, Hold, OtherBlocker } from "../../report/index.ts";
import deletionRefused from "../../waits/deletion-refused.ts";

/**
 * Everything that names these objects, and whether it keeps them from being deleted. Others are treated as deleted now. Each
 * snapshot has what the one before it had, and more.
 */
export function blockersOf(
  objects: readonly KubeObject[],
): (snapshot: Snapshot) => Interruptible<BlockerList> {
  const subjectsFrom = tellingEach(objects, (snapshot, miss) => {
    const cluster = createCluster(snapshot, (unread) => miss(unread, "wanted"));
    const analysis = createAnalysis(cluster, knowledge);
    return (object) => inOneStep(subjectOf(object, snapshot, analysis));
  });
  return function* (snapshot) {
    const { each, unread } = yield* subjectsFrom(snapshot);
    return { ...origin(snapshot), unread, subjects: each, findings: [], silenced: [] };
  };
}

function asDeleted(object: KubeObject, { takenAt }: Snapshot): KubeObject {
  if (isTerminating(object)) return object;
  return { ...object, metadata: { ...object.metadata, deletionTimestamp: takenAt } };
}

function subjectOf(object: KubeObject, snapshot: Snapshot, analysis: Analysis): BlockersOf {
  const { cluster } = analysis;
  const ref = refOf(object);
  const diagnosis = diagnose(asDeleted(object, snapshot), analysis);
  const taken = isTerminating(object) ? "as-it-is" : "as-deleted";
  const assumed = taken === "as-deleted" ? ref : undefined;
  const holds = [...refusers(object, cluster), ...diagnosis.holds];
  const holding = holders(holds, cluster, assumed).filter((each) => nameKey(each.object) !== nameKey(ref));
  const unseen = unseenIn(diagnosis.holds);
  const others = otherBlockers(ref, diagnosis.holds, assumed !== undefined);
  if (object.kind !== "PersistentVolumeClaim")
    return { object: ref, taken, blockers: holding, others, victims: [], unseen };
  const { harmless, victims } = bystanders(object, holding, cluster);
  return { object: ref, taken, blockers: [...holding, ...harmless], others, victims, unseen };
}

/** What ends by itself in a moment, and needs no action. */
const momentary: readonly string[] = ["ControllerAboutToAct", "AboutToGo"];

/** What holds the object itself, and is neither an object nor something that was not read. */
function otherBlockers(ref: ObjectRef, holds: readonly Hold[], isAssumed: boolean): readonly OtherBlocker[] {
  return holds
    .filter(({ held, holder, reason }) => {
      const isOther = !("object" in holder) && !("unread" in holder) && !momentary.includes(reason);
      return isOther && nameKey(held) === nameKey(ref);
    })
    .filter(isAboutDeletion)
    .map(({ by, reason, message, ifDeleted }) => ({
      by: "finalizer" in by ? by.finalizer : by.wait,
      reason,
      because: isAssumed ? (ifDeleted ?? message) : message,
    }));
}

/** What a claim waits for keeps it from being used, not from being deleted. */
function isAboutDeletion({ by, held }: Hold): boolean {
  return "finalizer" in by || held.kind !== "PersistentVolumeClaim";
}

function unseenIn(holds: readonly Hold[]): readonly Unread[] {
  return holds.filter(isAboutDeletion).flatMap(({ holder }) => ("unread" in holder ? [holder.unread] : []));
}

/** What keeps an object that should be deleted with its namespace: treated as deleted already, it would be past that. */
function refusers(object: KubeObject, cluster: Cluster): readonly Hold[] {
  const resource = kindNamed(object.apiVersion, object.kind)?.resource;
  if (resource === undefined || isTerminating(object) || !deletionRefused.on.includes(resource)) return [];
  return deletionRefused.holds(object, cluster).map(({ holder, reason, message, evidence = [] }) => ({
    held: refOf(object),
    by: { wait: deletionRefused.wait },
    holder,
    reason,
    category: "blocked",
    message,
    evidence,
    remedies: [],
    avoid: [],
  }));
}

/** Pods that name a claim and do not hold it, grouped by whether its deletion would harm them. */
interface Bystanders {
  readonly harmless: readonly Blocker[];
  readonly victims: readonly Blocker[];
}

function bystanders(claim: PersistentVolumeClaim, holders: readonly Blocker[], cluster: Cluster): Bystanders {
  const pods = podsOfClaim(claim, cluster);
  if (!pods.read) return { harmless: [], victims: [] };
  const holding = new Set(holders.map(({ object }) => nameKey(object)));
  const others = pods.items.filter((pod) => !holding.has(nameKey(refOf(pod))));
  return {
    harmless: others.filter(isPodScheduled).map((pod) => rowOf(pod, claim, cluster, shutDown)),
    victims: others
      .filter((pod) => !isPodScheduled(pod))
      .map((pod) => rowOf(pod, claim, cluster, waiting(pod, claim))),
  };
}

/** kubernetes/kubernetes pkg/controller/volume/pvcprotection/pvc_protection_controller.go podUsesPVC, 1.36. */
const unscheduled = words(
  "the pod is not scheduled, so it does not hold the claim; without the claim it would stay Pending",
);
/** kubernetes/kubernetes pkg/controller/volume/ephemeral/controller.go handleVolume, 1.36: a claim that was deleted is created again. */
const ephemeral = words(
  "the pod is not scheduled, so it does not hold the claim; the claim belongs to the pod's ephemeral volume, and would be created again, empty",
);
const another = words(
  "the pod is not scheduled, so it does not hold the claim; it waits because the claim has the name that its ephemeral volume needs, but does not belong to the pod",
);
const shutDown = words(
  "the claim belongs to an ephemeral volume, and the pod is shut down or does not own the claim",
);

function waiting(pod: Pod, claim: PersistentVolumeClaim): Blocker["because"] {
  if (namesClaim(pod, claim.metadata.name)) return unscheduled;
  return volumeIsForPod(pod, claim) ? ephemeral : another;
}

function rowOf(
  pod: Pod,
  claim: PersistentVolumeClaim,
  cluster: Cluster,
  because: Blocker["because"],
): Blocker {
  const [use] = volumesForClaim(pod, claim.metadata.name);
  return {
    ...factsOf(pod, cluster),
    object: refOf(pod),
    refersBy: `spec.volumes[${use?.position ?? -1}]`,
    counts: "no",
    because,
  };
}

/** Every object among these that holds something, once. `assumed`: the object that is not being deleted and is only treated so. */
function holders(
  holds: readonly Hold[],
  cluster: Cluster,
  assumed: ObjectRef | undefined,
): readonly Blocker[] {
  const byObject = new Map<string, Blocker>();
  for (const hold of holds) {
    if (!("object" in hold.holder)) continue;
    const { object } = hold.holder;
    if (!byObject.has(nameKey(object)))
      byObject.set(nameKey(object), holderOf(hold, object, cluster, assumed));
  }
  return [...byObject.values()];
}

function holderOf(hold: Hold, ref: ObjectRef, cluster: Cluster, assumed: ObjectRef | undefined): Blocker {
  const found = cluster.resolve(ref);
  const isAssumed = assumed !== undefined && nameKey(hold.held) === nameKey(assumed);
  return {
    ...(found?.state === "found" ? factsOf(found.object, cluster) : { state: "Unknown" }),
    object: ref,
    refersBy: referenceIn(hold, ref),
    counts: "yes",
    because: isAssumed ? (hold.ifDeleted ?? hold.message) : hold.message,
  };
}

interface MayHaveNode {
  readonly spec?: { readonly nodeName?: string | undefined } | undefined;
}

/** What a row says of an object, whatever it has to do with the subject. */
function factsOf(
  object: KubeObject & MayHaveNode,
  cluster: Cluster,
): Pick<Blocker, "state" | "node" | "scale"> {
  const scale = scaleOf(object, cluster);
  const node = object.spec?.nodeName ?? "";
  return {
    state: stateOf(object),
    ...(node === "" ? {} : { node }),
    ...(scale === undefined ? {} : { scale }),
  };
}

/** The first field that the evidence names: that by which the holder refers to what it holds. */
function referenceIn({ evidence }: Hold, holder: ObjectRef): string {
  const own = evidence.find(({ about }) => nameKey(about) === nameKey(holder));
  return (own ?? evidence[0])?.path ?? "";
}

/** A chain of owners is two long: pod, ReplicaSet, Deployment or pod, Job, CronJob. */
const mostOwners = 4;

/**
 * What to scale down or suspend so that an object is deleted and not created again: the last owner that can be found. An owner that
 * cannot be read is named as it is, since stopping it may still help.
 */
function scaleOf(object: KubeObject, cluster: Cluster): ObjectRef | undefined {
  let last: ObjectRef | undefined;
  let current: KubeObject | undefined = object;
  for (let step = 0; step < mostOwners && current !== undefined; step += 1) {
    const owner: ObjectRef | undefined = controllerRef(current);
    if (owner === undefined) return last;
    const uid: string | undefined = controllerOf(current)?.uid;
    last = uid === undefined ? owner : { ...owner, uid };
    const found = cluster.resolve(last);
    current = found?.state === "found" && found.object.metadata.uid === uid ? found.object : undefined;
  }
  return last;
}
