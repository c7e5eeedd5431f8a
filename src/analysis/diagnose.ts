import type { Cluster } from "../cluster/index.ts";
import { claimsTakenAlong, isPodFinished, reclaimPolicyOf } from "../controllers/index.ts";
import type { Knowledge, Remark } from "../define/index.ts";
import {
  adviceFor,
  avoided,
  avoidedOf,
  claimsBehind,
  claimsGoingWith,
  deletedClaimsOf,
  isClaim,
  listed,
  stateOf,
  stateSince,
  unseenBehind,
  waitsOn,
} from "../define/index.ts";
import type { KubeObject, Pod } from "../kubernetes/index.ts";
import { isTerminating, kindNamed, refOf, timestamp } from "../kubernetes/index.ts";
import type { Act, Diagnosis, Fate, IfDeleted } from "../report/index.ts";
import { fatesAfter } from "./after-acts.ts";
import { fateAhead, fateOf, gravest, unseenFate } from "./fate.ts";
import { fateNow, isNamespace, namespaceFate, orThatOfVolume } from "./fate-now.ts";
import { causeGraph, verdictOf } from "./graph.ts";
import type { Lifted } from "./lifted.ts";
import { waitsOf } from "./lifted.ts";
import type { Prediction } from "./predict.ts";
import { predict, predictFrom, stepsToTell } from "./predict.ts";
import { offer, remediesFor } from "./remedies.ts";
import { createWorld } from "./world.ts";

interface Manner {
  /** The cluster as it is asked about the future of a claim that nothing holds. */
  readonly ahead?: Cluster;
  /** Whether to say what would happen if it were deleted now. */
  readonly deletion?: "told" | "told where unhealthy" | "untold";
}

/** Why one object is as it is, what happens next, what becomes of the data, and what to do. */
export function diagnose(
  object: KubeObject,
  cluster: Cluster,
  knowledge: Knowledge,
  { ahead = cluster, deletion = "told" }: Manner = {},
): Diagnosis {
  const { value: graph, missed } = cluster.noting(() => causeGraph(object, cluster, knowledge));
  const sight = missed.length === 0 ? "whole" : "partial";
  const future = graph.holds.length === 0 && isClaim(object) ? ahead : cluster;
  const foreknown = future === cluster ? { graph } : {};
  const prediction = predictFrom(object, future, knowledge, foreknown);
  const doomed = [
    ...dataOfDeletedClaims(object, future, prediction, knowledge),
    ...dataBehind(object, future, knowledge),
  ];
  const remark = graph.holds.length === 0 ? remarkOn(object, cluster, knowledge) : undefined;
  const verdict = verdictOf(object, graph, remark);
  const isTold = deletion === "told" || (deletion !== "untold" && verdict.category !== "healthy");
  const deleted = isTold && !isTerminating(object) ? ifDeleted(object, future, knowledge) : undefined;
  const fate =
    fateAtItsEnd(object, remark, future, knowledge) ??
    fateNow(object, future, prediction, knowledge) ??
    (graph.holds.length === 0 ? undefined : gravest(doomed.filter(isAtStake))[0]);
  const since = stateSince(object);
  const atStake = [...doomed, ...unseenFate(unseenBehind(object, future))];
  const released = () => [...(fate === undefined ? [] : [fate]), ...atStake];
  const after = (acts: readonly Act[]) => fatesAfter(acts, object, { cluster: future, knowledge }, released);
  const remedies = [
    ...offer(graph, cluster, knowledge, {
      fate,
      doomed: atStake,
      after,
      sight,
    }),
    ...remediesFor(remark?.remedies ?? [], cluster, knowledge, {
      released: () => (fate === undefined ? [] : [fate]),
      after,
    }).map((remedy) => ({
      ...remedy,
      primary: remark?.end === "goes" && remedy.safety !== "loses-data",
    })),
  ];
  const advice = adviceFor(verdict, remedies, knowledge);
  return {
    object: refOf(object),
    state: stateOf(object),
    ...(since === undefined ? {} : { since }),
    verdict,
    roots: graph.roots,
    holds: graph.holds,
    ...(fate === undefined ? {} : { fate: withVolumeFacts(fate, cluster) }),
    next: stepsToTell(prediction),
    remedies,
    ...(advice === undefined ? {} : { advice }),
    avoid: avoided(listed(remark?.avoid ?? avoidedOf(graph.holds)), remedies),
    ...(deleted === undefined ? {} : { ifDeleted: deleted }),
  };
}

/** What a controller is about to delete has the fate of what is deleted, though it is not marked yet. */
function fateAtItsEnd(
  object: KubeObject,
  remark: Remark | undefined,
  cluster: Cluster,
  knowledge: Knowledge,
): Fate | undefined {
  if (remark?.end === undefined) return undefined;
  const marked: Lifted = { holder: { object: refOf(object) }, by: "deletion" };
  const { fate } = ifDeleted(object, cluster, knowledge, [marked]);
  if (fate === undefined || !isAtStake(fate)) return undefined;
  return remark.end === "goes" ? fate : { ...fate, data: "unknown", because: remark.message };
}

function ifDeleted(
  object: KubeObject,
  cluster: Cluster,
  knowledge: Knowledge,
  since: readonly Lifted[] = stayingOn(object, cluster, knowledge),
): IfDeleted {
  const world = createWorld(cluster);
  world.deleteObject(refOf(object));
  const claims = [...deletedClaimsOf(object, cluster), ...claimsGoingWith(object, cluster)];
  const besides = claims.map(refOf);
  const prediction = predict(refOf(object), world, knowledge, { besides, since });
  const own = fateOf(object, cluster, prediction, knowledge);
  const fate = isNamespace(object)
    ? namespaceFate(object, cluster, knowledge, "if deleted")
    : (orThatOfVolume(object, own, cluster, knowledge) ??
      gravest([
        ...claims.flatMap((claim) => fateOf(claim, cluster, prediction, knowledge) ?? []).filter(isAtStake),
        ...dataUnseen(object, cluster),
      ])[0]);
  const stays =
    world.find(refOf(object)) !== undefined || (since.length > 0 && prediction.moves.length === 0);
  return {
    ...(fate === undefined ? {} : { fate: withVolumeFacts(fate, cluster) }),
    fateComes: own === undefined || fate === own ? "with it" : "in any case",
    next: stepsToTell(prediction),
    stays,
    ...waitsOf(refOf(object), stays, prediction, since, fate),
  };
}

/** A pod that was started disappears when its kubelet says so: what would keep that from happening if it were deleted now. */
function stayingOn(object: KubeObject, cluster: Cluster, knowledge: Knowledge): readonly Lifted[] {
  if (object.kind !== "Pod" || isPodFinished(object as Pod)) return [];
  const metadata = { ...object.metadata, deletionTimestamp: timestamp(cluster.now) };
  const { rootHolds } = causeGraph({ ...object, metadata }, cluster, knowledge);
  return rootHolds
    .filter(({ by, category }) => "wait" in by && category === "blocked")
    .map(({ holder }) => ({ holder, by: "itself" }));
}

/** What becomes of what is behind those claims, as long as nothing else happens to the pod. */
function dataOfDeletedClaims(
  object: KubeObject,
  cluster: Cluster,
  prediction: Prediction,
  knowledge: Knowledge,
): readonly Fate[] {
  return deletedClaimsOf(object, cluster).flatMap(
    (claim) => fateOf(claim, cluster, prediction, knowledge) ?? [],
  );
}

/** What becomes of the data of a claim that is being deleted, or is deleted with this pod, once this object no longer holds it. */
function dataBehind(object: KubeObject, cluster: Cluster, knowledge: Knowledge): readonly Fate[] {
  return [
    ...claimsBehind(object, cluster).flatMap((claim) => fateAhead(claim, cluster, knowledge) ?? []),
    ...(isTerminating(object) ? dataUnseen(object, cluster) : []),
  ];
}

function dataUnseen(object: KubeObject, cluster: Cluster): readonly Fate[] {
  const { unread } = object.kind === "Pod" ? claimsTakenAlong(object as Pod, cluster) : {};
  return unseenFate(unread);
}

/** Of a claim that is being deleted it would be a false comfort that its data stays as long as its pods. */
function isAtStake({ data }: Fate): boolean {
  return data !== "kept" && data !== "none";
}

/** What is worth saying of an object that nothing holds. */
export function remarkOn(object: KubeObject, cluster: Cluster, knowledge: Knowledge): Remark | undefined {
  const resource = kindNamed(object.apiVersion, object.kind)?.resource;
  const entries = resource === undefined ? [] : waitsOn(resource, knowledge);
  return entries.map((entry) => entry.remark?.(object, cluster)).find((remark) => remark !== undefined);
}

/** With what the volume says of its disk: how large it is, and its policy. Nothing that was not read is asked for. */
function withVolumeFacts(fate: Fate, cluster: Cluster): Fate {
  const { volume, unseen } = fate;
  if (volume?.kind !== "PersistentVolume" || unseen !== undefined) return fate;
  const read = cluster.get("v1/persistentvolumes", volume.name);
  if (read.state !== "found") return fate;
  const capacity = read.object.spec?.capacity?.storage;
  const size = capacity === undefined ? {} : { capacity: String(capacity) };
  return { ...fate, ...size, policy: reclaimPolicyOf(read.object) };
}
