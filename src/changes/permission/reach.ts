import type { ObjectRef, Resource } from "../../kubernetes/index.ts";
import { kindNamed } from "../../kubernetes/index.ts";
import type { Act } from "../../report/index.ts";

/**
 * What `fix`, `rescue` and `undo` may do to the objects of each kind, if nothing speaks against it. The rest is refused, and the role
 * pvguard-fixer of docs/rbac.yaml grants the same.
 */
export const reach: Readonly<Partial<Record<Resource, readonly Act["do"][]>>> = {
  "v1/persistentvolumeclaims": ["create", "delete", "edit", "drop-finalizer"],
  "v1/persistentvolumes": ["create", "delete", "edit", "drop-finalizer"],
  "v1/pods": ["delete", "edit"],
  "storage.k8s.io/v1/volumeattachments": ["delete", "edit", "drop-finalizer"],
  "storage.k8s.io/v1/volumeattributesclasses": ["drop-finalizer"],
  "snapshot.storage.k8s.io/v1/volumesnapshots": ["delete", "edit", "drop-finalizer"],
  "snapshot.storage.k8s.io/v1/volumesnapshotcontents": ["edit", "drop-finalizer"],
  "apps/v1/deployments": ["edit"],
  "apps/v1/replicasets": ["edit"],
  "apps/v1/statefulsets": ["edit"],
};

export function isInReach(what: Act["do"], { apiVersion, kind }: ObjectRef): boolean {
  const resource = kindNamed(apiVersion, kind)?.resource;
  return resource !== undefined && (reach[resource] ?? []).includes(what);
}
