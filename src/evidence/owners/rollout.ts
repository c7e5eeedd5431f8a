import type { Cluster } from "../../cluster/index.ts";
import type { ObjectRef, Pod } from "../../kubernetes/index.ts";
import { controllerOf, instant } from "../../kubernetes/index.ts";
import type { Evidence } from "../../report/index.ts";
import { proof, refutation } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";

/**
 * Are two pods of one Deployment the old and the new one of a rollout? They are of different ReplicaSets then: the strategy of a
 * Deployment counts only while one ReplicaSet replaces another. Refuted for two pods of the same controller, for every other
 * kind of owner, and for the strategy Recreate, which stops the old pods first.
 * kubernetes/kubernetes pkg/controller/deployment/rolling.go rolloutRolling, recreate.go rolloutRecreate, 1.36.
 *
 * @param owner the last owner that both have
 */
export function isRollout(newer: Pod, older: Pod, owner: ObjectRef, cluster: Cluster): Answer {
  const path = "metadata.ownerReferences[controller].uid";
  const [ours, theirs] = [controllerOf(newer), controllerOf(older)];
  if (owner.kind !== "Deployment" || ours?.kind !== "ReplicaSet" || ours.uid === theirs?.uid)
    return weigh([], [refutation(newer, path, ours?.uid)]);
  const made = [newer, older].map(({ metadata }) => instant(metadata.creationTimestamp) ?? 0);
  if ((made[0] ?? 0) < (made[1] ?? 0))
    return weigh([], [refutation(newer, "metadata.creationTimestamp", newer.metadata.creationTimestamp)]);
  const deployment = cluster.get("apps/v1/deployments", owner.name, owner.namespace);
  if (deployment.state === "unread") return notLooked(deployment.unread);
  const strategy = deployment.state === "found" ? deployment.object.spec?.strategy?.type : undefined;
  const differ: readonly Evidence[] = [proof(newer, path, ours.uid), proof(older, path, theirs?.uid)];
  return strategy === "Recreate" && deployment.state === "found"
    ? weigh([], [refutation(deployment.object, "spec.strategy.type", strategy)])
    : weigh(differ);
}
