import type { Sandbox } from "../../../src/analysis/timeline/sandbox.ts";
import type { Cluster } from "../../../src/cluster/index.ts";
import { everywhere } from "../../../src/cluster/index.ts";
import { controllers, reclaimPolicyOf } from "../../../src/controllers/index.ts";
import type {
  KubeObject,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
} from "../../../src/kubernetes/index.ts";
import { controllerOf, isTerminating, kindNamed, refOf } from "../../../src/kubernetes/index.ts";
import { claim, ownedBy, pod } from "../../support/objects.ts";

/** Something that happens in the cluster by itself, if it can; it says whether it did. */
type Actor = (world: Sandbox, choice: number) => boolean;

const kinds = [
  "v1/persistentvolumeclaims",
  "v1/persistentvolumes",
  "v1/pods",
  "storage.k8s.io/v1/volumeattachments",
] as const;

function everything(cluster: Cluster): readonly KubeObject[] {
  return kinds.flatMap((kind) => {
    const listed = cluster.list(kind, everywhere);
    return listed.read ? listed.items : [];
  });
}

function picked<T>(items: readonly T[], choice: number): T | undefined {
  return items[choice % Math.max(items.length, 1)];
}

/** One controller, one object: the models of upstream's controllers. */
const controller: Actor = (world, choice) => {
  const object = picked(everything(world.cluster), choice);
  if (object === undefined) return false;
  const resource = kindNamed(object.apiVersion, object.kind)?.resource;
  const concerned = controllers.filter(({ on }) => on === resource);
  const decisions = concerned.map((each) => each.decide(object, world.cluster));
  const acts = decisions.flatMap((decision) => (decision.decides === "act" ? [decision] : []));
  const decision = picked(acts, Math.floor(choice / 7));
  for (const action of decision?.actions ?? []) world.apply(action);
  return decision !== undefined;
};

/** The kubelet ends a pod that was deleted, unless another finalizer keeps it. */
const kubelet: Actor = (world, choice) => {
  const isFree = ({ metadata }: Pod) => (metadata.finalizers ?? []).every((each) => each === "kubelet");
  const dying = pods(world.cluster).filter((pod) => isTerminating(pod) && isFree(pod));
  const one = picked(dying, choice);
  if (one !== undefined) world.removeObject(refOf(one));
  return one !== undefined;
};

/** Makes missing claims, empty ones, and missing pods; deletes pods beyond the number of replicas. */
const statefulSet: Actor = (world, choice) => {
  const set = first(world.cluster.list("apps/v1/statefulsets", everywhere));
  if (set === undefined) return false;
  const replicas = set.spec?.replicas ?? 1;
  const own = pods(world.cluster).filter((each) => controllerOf(each)?.uid === set.metadata.uid);
  const surplus = own.filter((each) => ordinal(each) >= replicas && !isTerminating(each));
  if (surplus.length > 0) {
    const condemned = picked(surplus, choice);
    if (condemned !== undefined) terminate(condemned, world);
    if (condemned !== undefined && set.spec?.persistentVolumeClaimRetentionPolicy?.whenScaled === "Delete")
      world.deleteObject(refOf(claim({ name: `data-web-${ordinal(condemned)}` })));
    return true;
  }
  for (let number = 0; number < replicas; number += 1) {
    if (own.some((each) => ordinal(each) === number)) continue;
    const name = `data-web-${number}`;
    const found = world.cluster.get("v1/persistentvolumeclaims", name, "shop");
    if (found.state === "absent") {
      world.change(claim({ name, uid: `empty-${name}`, storageClassName: "fast" }));
      return true;
    }
    if (found.state !== "found" || isTerminating(found.object)) continue;
    world.change(podOf(`web-${number}`, name, set, found.object));
    return true;
  }
  return false;
};

/** Makes and deletes the one pod of the Deployment. */
const deployment: Actor = (world) => {
  const owner = first(world.cluster.list("apps/v1/deployments", everywhere));
  const set = first(world.cluster.list("apps/v1/replicasets", everywhere));
  if (owner === undefined || set === undefined) return false;
  const own = pods(world.cluster).filter((each) => controllerOf(each)?.uid === set.metadata.uid);
  const alive = own.filter((each) => !isTerminating(each));
  const wanted = owner.spec?.replicas ?? 1;
  const [surplus] = alive;
  if (wanted === 0 && surplus !== undefined) terminate(surplus, world);
  else if (wanted > 0 && own.length === 0) {
    const found = world.cluster.get("v1/persistentvolumeclaims", "data", "shop");
    world.change(podOf("web-1-y", "data", set, found.state === "found" ? found.object : undefined));
  } else return false;
  return true;
};

/** A pod that waits is scheduled once its claim can be used. */
const scheduler: Actor = (world, choice) => {
  const waiting = pods(world.cluster).filter(({ spec }) => (spec?.nodeName ?? "") === "");
  const one = picked(waiting, choice);
  const name = one?.spec?.volumes?.[0]?.persistentVolumeClaim?.claimName ?? "";
  const found = world.cluster.get("v1/persistentvolumeclaims", name, "shop");
  if (one === undefined || found.state !== "found" || !isUsable(found.object)) return false;
  world.change({ ...one, spec: { ...one.spec, nodeName: "node-a" } });
  return true;
};

export const actors: readonly Actor[] = [
  controller,
  controller,
  controller,
  kubelet,
  statefulSet,
  deployment,
  scheduler,
];

/** Could anybody who sees this volume as it is now destroy its disk? An attachment only delays it. */
export function isDestroyable(volume: PersistentVolume): boolean {
  const phase = volume.status?.phase;
  return (phase === "Released" || phase === "Failed") && reclaimPolicyOf(volume) !== "Retain";
}

function isUsable(of: PersistentVolumeClaim): boolean {
  return of.status?.phase === "Bound" && !isTerminating(of);
}

/** Deleted, and on its node until the kubelet has ended it; one without a node is gone at once. */
function terminate(one: Pod, world: Sandbox): void {
  if ((one.spec?.nodeName ?? "") === "") world.removeObject(refOf(one));
  else
    world.change({
      ...one,
      metadata: { ...one.metadata, deletionTimestamp: "2026-11-20T12:00:00Z", finalizers: ["kubelet"] },
    });
}

function podOf(
  name: string,
  claimName: string,
  owner: KubeObject,
  found: PersistentVolumeClaim | undefined,
): Pod {
  const nodeName = found !== undefined && isUsable(found) ? "node-a" : "";
  return pod({ name, uid: `${name}-new`, claims: [claimName], nodeName, ownerReferences: [ownedBy(owner)] });
}

function pods(cluster: Cluster): readonly Pod[] {
  const listed = cluster.list("v1/pods", everywhere);
  return listed.read ? listed.items : [];
}

function first<T>(
  listed: { readonly read: true; readonly items: readonly T[] } | { readonly read: false },
): T | undefined {
  return listed.read ? listed.items[0] : undefined;
}

const ordinal = ({ metadata }: KubeObject) => Number(metadata.name.split("-").at(-1));
