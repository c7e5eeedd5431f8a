import { claimOf } from "../../controllers/index.ts";
import {
  type AnyController,
  type Cluster,
  type Diagnosis,
  type KubeObject,
  nameOf,
  type ObjectRef,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Phrase,
  refOf,
  say,
  words,
} from "../../model/index.ts";
import type { Knowledge } from "../define.ts";
import { diagnose } from "../diagnose.ts";

/** What is wrong with the claim of a Bound volume with which nothing is wrong itself; `undefined` where nothing is. */
export function wrongWithClaim(
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
