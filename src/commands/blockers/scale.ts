import {
  type Cluster,
  controllerOf,
  type KubeObject,
  type ObjectRef,
  type OwnerReference,
} from "../../model/index.ts";

/** A chain of owners is two long: pod, ReplicaSet, Deployment or pod, Job, CronJob. */
const mostOwners = 4;

/**
 * What to scale down or suspend so that an object is deleted and not created again: the last owner that can be found. An owner that
 * cannot be read is named as it is, since stopping it may still help.
 */
export function scaleOf(object: KubeObject, cluster: Cluster): ObjectRef | undefined {
  let last: ObjectRef | undefined;
  let current: KubeObject | undefined = object;
  for (let step = 0; step < mostOwners && current !== undefined; step += 1) {
    const owner: ObjectRef | undefined = ownerRef(controllerOf(current), current.metadata.namespace);
    if (owner === undefined) return last;
    last = owner;
    const found = cluster.resolve(owner);
    current = found?.state === "found" && found.object.metadata.uid === owner.uid ? found.object : undefined;
  }
  return last;
}

function ownerRef(owner: OwnerReference | undefined, namespace: string | undefined): ObjectRef | undefined {
  if (owner?.kind === undefined || owner.name === undefined) return undefined;
  return {
    apiVersion: owner.apiVersion ?? "",
    kind: owner.kind,
    name: owner.name,
    ...(namespace === undefined ? {} : { namespace }),
    ...(owner.uid === undefined ? {} : { uid: owner.uid }),
  };
}
