import { claimNamed, claimsOfPod } from "../../controllers/index.ts";
import {
  type Cluster,
  distinct,
  isTerminating,
  type PersistentVolumeClaim,
  type Pod,
} from "../../model/index.ts";
import { object } from "./recording.ts";
import { deletesPods, type Pair, pairOf, type Rescue } from "./rescue.ts";
import { isLoose, look } from "./sighting.ts";
import { holdersOf, podsOf, workloadsOf } from "./workload.ts";

/** Claims of one namespace that hang together by their pods are few; a file can say anything. */
const mostRounds = 20;

/**
 * The rescue with the workloads that must stop for it, and with every other claim that would disappear as soon as they stop:
 * three deleted claims of one StatefulSet are held by its pods alone.
 */
export function withNeighbours(rescue: Rescue, cluster: Cluster): Rescue {
  let known = rescue;
  for (let round = 0; round < mostRounds; round += 1) {
    const { namespace, pairs } = known;
    const loose = pairs.filter((pair) => isLoose(look(pair, known, cluster))).map(({ claim }) => claim.name);
    const stopped = workloadsOf(namespace.name, loose, cluster).filter(
      ({ during, replicas }) => during < replicas,
    );
    const pods = [
      ...stopped.flatMap(({ owner }) => workloadPods(owner, cluster)),
      ...aloneWith(loose, known, cluster),
    ];
    const added = pods.flatMap((pod) => endangered(pod, cluster)).filter((pair) => !knows(pairs, pair));
    if (added.length === 0) return { ...known, stopped };
    known = { ...known, stopped, pairs: distinct([...pairs, ...added], ({ claim }) => claim.name) };
  }
  return known;
}

function workloadPods(owner: Parameters<Cluster["resolve"]>[0], cluster: Cluster): readonly Pod[] {
  const found = cluster.resolve(owner);
  return found?.state === "found" ? podsOf(found.object, cluster) : [];
}

/** Pods that a person accepted to have deleted release their other claims too. */
function aloneWith(
  claims: readonly string[],
  { accepted, namespace }: Rescue,
  cluster: Cluster,
): readonly Pod[] {
  return accepted.includes(deletesPods)
    ? claims.flatMap((claim) => holdersOf(namespace.name, claim, cluster))
    : [];
}

/** Claims with data that are being deleted, or whose volume is: these pods could not start with them again. */
function endangered(pod: Pod, cluster: Cluster): readonly Pair[] {
  const found = claimsOfPod(pod, cluster);
  return (found.read ? found.claims : []).flatMap(({ claim }) =>
    claim === "missing" ? [] : pairFor(claim, cluster),
  );
}

function pairFor(claim: PersistentVolumeClaim, cluster: Cluster): readonly Pair[] {
  const { name, namespace = "", uid } = claim.metadata;
  const volumeName = claim.spec?.volumeName ?? "";
  if (volumeName === "") return [];
  const volume = object(cluster.get("v1/persistentvolumes", volumeName));
  const isInDanger = isTerminating(claim) || (volume !== undefined && isTerminating(volume));
  return isInDanger ? [pairOf(claimNamed(namespace, name), uid, volume ?? volumeName)] : [];
}

function knows(pairs: readonly Pair[], { claim }: Pair): boolean {
  return pairs.some((pair) => pair.claim.name === claim.name);
}
