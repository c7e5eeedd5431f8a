import type { Cluster, Index, Listed, Walked } from "../../cluster/index.ts";
import { everywhere, inNamespace, podsWithClaims, recipes } from "../../cluster/index.ts";
import type {
  CronJob,
  DaemonSet,
  Deployment,
  Job,
  KubeObject,
  ObjectRef,
  PersistentVolumeClaim,
  Pod,
  PodVolume,
  ReplicaSet,
  StatefulSet,
} from "../../kubernetes/index.ts";
import { keyOf, refOf } from "../../kubernetes/index.ts";
import { primeClaims } from "./claims.ts";
import { afterPrefix, indexOn, keyIfAny } from "./define.ts";

const index = indexOn("v1/pods");
const made = recipes["v1/pods"];

/**
 * The claim that a volume of a pod stands for: the one it names, or `<pod>-<volume>` of an ephemeral volume.
 * kubernetes/kubernetes staging/src/k8s.io/component-helpers/storage/ephemeral VolumeClaimName, 1.36.
 */
export function claimNameOf(pod: Pod, volume: PodVolume): string | undefined {
  if (volume.persistentVolumeClaim !== undefined) return volume.persistentVolumeClaim.claimName;
  return volume.ephemeral === undefined ? undefined : `${pod.metadata.name}-${volume.name ?? ""}`;
}

/** Key: namespace and name of a claim. Holds finished, unscheduled and Terminating pods too. */
export const podsByClaim: Index<"v1/pods"> = {
  ...index("pods-by-claim", claimKeysOf, made.byClaim),
  only: podsWithClaims,
};

/** Key: the name of a node. Holds finished and Terminating pods too. */
export const podsByNode = index("pods-by-node", ({ spec }) => keyIfAny(spec?.nodeName));

function claimKeysOf(pod: Pod): readonly string[] {
  const volumes = pod.spec?.volumes ?? [];
  if (volumes.length > many) return placesOfMany(pod, volumes).keys;
  const keys: string[] = [];
  for (const volume of volumes) {
    const key = keyFor(pod, volume);
    if (key !== undefined && !keys.includes(key)) keys.push(key);
  }
  return keys;
}

/** The pods that were scheduled to a node. */
export function podsOnNode(node: string, cluster: Cluster): Listed<Pod> {
  return cluster.lookup(podsByNode, node, everywhere);
}

/** The names of the claims of a pod, whatever they are for. */
export function claimNamesOfPod(pod: Pod): readonly string[] {
  return (pod.spec?.volumes ?? []).flatMap((volume) => claimNameOf(pod, volume) ?? []);
}

/** The pods that name this claim, or have it for an ephemeral volume: of any phase, scheduled or not. */
export function podsOfClaim(claim: KubeObject | ObjectRef, cluster: Cluster): Listed<Pod> {
  const { name, namespace = "" } = refOf(claim);
  return cluster.lookup(podsByClaim, keyOf(namespace, name), inNamespace(namespace));
}

/** As `podsOfClaim`, for a caller that needs only some of them. */
export function eachPodOfClaim(claim: KubeObject | ObjectRef, cluster: Cluster): Walked<Pod> {
  const { name, namespace = "" } = refOf(claim);
  return cluster.walkWith(podsByClaim, keyOf(namespace, name), inNamespace(namespace));
}

/** A volume of a pod, and where it stands in `spec.volumes`. */
interface PlacedVolume {
  readonly volume: PodVolume;
  readonly position: number;
}

/** The volumes of a pod that are this claim of its namespace, by its name or as an ephemeral volume. */
export function volumesForClaim(pod: Pod, claim: string): readonly PlacedVolume[] {
  const volumes = pod.spec?.volumes ?? [];
  if (volumes.length > many) return placesOfMany(pod, volumes).byClaim.get(claim) ?? [];
  return volumes.flatMap((volume, position) =>
    claimNameOf(pod, volume) === claim ? [{ volume, position }] : [],
  );
}

/** Few pods have so many volumes. There, each claim asks for its own. */
const many = 32;

interface Places {
  readonly byClaim: ReadonlyMap<string, readonly PlacedVolume[]>;
  readonly keys: readonly string[];
}

const known = new WeakMap<Pod, Places>();

function placesOfMany(pod: Pod, volumes: readonly PodVolume[]): Places {
  const before = known.get(pod);
  if (before !== undefined) return before;
  const byClaim = new Map<string, PlacedVolume[]>();
  for (const [position, volume] of volumes.entries()) {
    const claim = claimNameOf(pod, volume);
    if (claim === undefined) continue;
    const others = byClaim.get(claim);
    if (others === undefined) byClaim.set(claim, [{ volume, position }]);
    else others.push({ volume, position });
  }
  const keys = [...byClaim.keys()].map((claim) => keyOf(pod.metadata.namespace ?? "", claim));
  const places = { byClaim, keys };
  known.set(pod, places);
  return places;
}

function keyFor(pod: Pod, volume: PodVolume): string | undefined {
  const name = claimNameOf(pod, volume);
  return name === undefined ? undefined : keyOf(pod.metadata.namespace ?? "", name);
}

/** The pod that fills the working claim of a populator. Key: the uid of the claim to be filled. */
export const populatorPods = index(
  "populator-pods",
  (pod) => afterPrefix(pod, "populate-"),
  made.ofPopulator,
);

type Template = NonNullable<Deployment["spec"]>["template"];

function claimKeys(object: KubeObject, template: Template): readonly string[] {
  const names = (template?.spec?.volumes ?? []).flatMap(
    ({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? [],
  );
  return [...new Set(names)].map((name) => keyOf(object.metadata.namespace ?? "", name));
}

const ofPods = ({ spec, ...rest }: Deployment | ReplicaSet | DaemonSet | Job | StatefulSet) =>
  claimKeys(rest, spec?.template);
const ofJobs = ({ spec, ...rest }: CronJob) => claimKeys(rest, spec?.jobTemplate?.spec?.template);

/** Key: namespace and name of a claim that the pods of a workload name, also while it runs none. */
export const workloadsByClaim = {
  deployments: indexOn("apps/v1/deployments")(
    "deployments-by-claim",
    ofPods,
    recipes["apps/v1/deployments"].byClaim,
  ),
  replicaSets: indexOn("apps/v1/replicasets")(
    "replicasets-by-claim",
    ofPods,
    recipes["apps/v1/replicasets"].byClaim,
  ),
  daemonSets: indexOn("apps/v1/daemonsets")(
    "daemonsets-by-claim",
    ofPods,
    recipes["apps/v1/daemonsets"].byClaim,
  ),
  statefulSets: indexOn("apps/v1/statefulsets")(
    "statefulsets-by-claim",
    ofPods,
    recipes["apps/v1/statefulsets"].byClaim,
  ),
  jobs: indexOn("batch/v1/jobs")("jobs-by-claim", ofPods, recipes["batch/v1/jobs"].byClaim),
  cronJobs: indexOn("batch/v1/cronjobs")("cronjobs-by-claim", ofJobs, recipes["batch/v1/cronjobs"].byClaim),
};

/** Those whose pods name the claim, by kind. */
export function workloadsNaming(
  { metadata: { name, namespace = "" } }: PersistentVolumeClaim,
  cluster: Cluster,
): readonly Listed<KubeObject>[] {
  const [key, scope] = [keyOf(namespace, name), inNamespace(namespace)];
  return [
    cluster.lookup(workloadsByClaim.deployments, key, scope),
    cluster.lookup(workloadsByClaim.statefulSets, key, scope),
    cluster.lookup(workloadsByClaim.daemonSets, key, scope),
    cluster.lookup(workloadsByClaim.replicaSets, key, scope),
    cluster.lookup(workloadsByClaim.jobs, key, scope),
    cluster.lookup(workloadsByClaim.cronJobs, key, scope),
  ];
}

/** What a populator created for a claim and must remove before the claim is deleted. */
export function populatorHelpers({ metadata: { uid } }: KubeObject, cluster: Cluster): Listed<KubeObject> {
  const primes = cluster.lookup(primeClaims, uid, everywhere);
  const pods = cluster.lookup(populatorPods, uid, everywhere);
  if (!primes.read) return primes;
  return pods.read ? { read: true, items: [...pods.items, ...primes.items] } : pods;
}
