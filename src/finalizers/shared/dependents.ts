import { dependentsByOwner } from "../../controllers/index.ts";
import {
  type Cluster,
  everywhere,
  inNamespace,
  type KubeObject,
  type Resource,
  type Unread,
} from "../../model/index.ts";

/** The kinds among which dependents of a storage object are looked for. There can be others, which are not read. */
export const dependentKinds = [
  "v1/pods",
  "v1/persistentvolumeclaims",
  "snapshot.storage.k8s.io/v1/volumesnapshots",
] as const satisfies readonly Resource[];

export type Dependents =
  | { readonly read: true; readonly items: readonly KubeObject[] }
  | { readonly read: false; readonly unread: Unread };

/** The objects that name `owner` as an owner with blockOwnerDeletion, among the kinds that are looked at. */
export function blockingDependents(owner: KubeObject, cluster: Cluster): Dependents {
  const { uid, namespace } = owner.metadata;
  const items: KubeObject[] = [];
  for (const resource of dependentKinds) {
    const listed = cluster.lookup(
      dependentsByOwner(resource),
      uid,
      namespace === undefined ? everywhere : inNamespace(namespace),
    );
    if (!listed.read) return { read: false, unread: listed.unread };
    items.push(...listed.items.filter((item) => blocks(item, uid)));
  }
  return { read: true, items };
}

function blocks(dependent: KubeObject, uid: string): boolean {
  return (dependent.metadata.ownerReferences ?? []).some(
    (owner) => owner.uid === uid && owner.blockOwnerDeletion === true,
  );
}
