import {
  type Cluster,
  controllerOf,
  type KubeObject,
  kindNamed,
  type ObjectRef,
  refOf,
} from "../model/index.ts";

/** Longer chains of owners than this exist only in files. */
const mostOwners = 6;

/**
 * Who made an object, who made that, and so on: Pod, ReplicaSet, Deployment. The last one is of a kind that pvguard does
 * not read, was not read, does not exist, or has no controller of its own.
 */
export function ownersOf(object: KubeObject, cluster: Cluster): readonly ObjectRef[] {
  const owners: ObjectRef[] = [];
  let current: KubeObject | undefined = object;
  while (current !== undefined && owners.length < mostOwners) {
    const owner = ownerOf(current);
    if (owner === undefined) break;
    owners.push(owner);
    current = found(owner, cluster);
  }
  return owners;
}

function ownerOf(object: KubeObject): ObjectRef | undefined {
  const owner = controllerOf(object) ?? object.metadata.ownerReferences?.[0];
  if (owner?.kind === undefined || owner.name === undefined || owner.apiVersion === undefined)
    return undefined;
  const namespaced = kindNamed(owner.apiVersion, owner.kind)?.namespaced ?? true;
  return {
    apiVersion: owner.apiVersion,
    kind: owner.kind,
    name: owner.name,
    ...(namespaced && object.metadata.namespace !== undefined
      ? { namespace: object.metadata.namespace }
      : {}),
    ...(owner.uid === undefined ? {} : { uid: owner.uid }),
  };
}

function found(ref: ObjectRef, cluster: Cluster): KubeObject | undefined {
  const owner = cluster.resolve(ref);
  if (owner?.state !== "found") return undefined;
  return ref.uid === undefined || refOf(owner.object).uid === ref.uid ? owner.object : undefined;
}
