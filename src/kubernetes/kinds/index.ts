import type { ObjectRef } from "../object.ts";
import { groupOf } from "../object.ts";
import {
  cephClusters,
  logicalVolumes,
  longhornVolumes,
  lvmVolumes,
  tridentVolumes,
  zfsVolumes,
} from "./backends.ts";
import {
  apiServices,
  events,
  leases,
  mutatingWebhookConfigurations,
  namespaces,
  nodes,
  validatingAdmissionPolicies,
  validatingAdmissionPolicyBindings,
  validatingWebhookConfigurations,
} from "./cluster.ts";
import type { ObjectOf } from "./define.ts";
import { apiVersionOf } from "./define.ts";
import { diskInventories, disks } from "./disks.ts";
import {
  csiDrivers,
  csiNodes,
  csiStorageCapacities,
  storageClasses,
  volumeAttachments,
  volumeAttributesClasses,
} from "./storage.ts";
import {
  persistentVolumeClaims,
  persistentVolumes,
  volumeSnapshotClasses,
  volumeSnapshotContents,
  volumeSnapshots,
} from "./volumes.ts";
import {
  cronJobs,
  daemonSets,
  deployments,
  jobs,
  podDisruptionBudgets,
  pods,
  replicaSets,
  statefulSets,
} from "./workloads.ts";

/** Every kind that pvguard reads. */
export const kinds = [
  pods,
  persistentVolumeClaims,
  persistentVolumes,
  volumeAttachments,
  storageClasses,
  csiDrivers,
  csiNodes,
  csiStorageCapacities,
  volumeAttributesClasses,
  volumeSnapshots,
  volumeSnapshotContents,
  volumeSnapshotClasses,
  nodes,
  namespaces,
  events,
  apiServices,
  leases,
  validatingWebhookConfigurations,
  mutatingWebhookConfigurations,
  validatingAdmissionPolicies,
  validatingAdmissionPolicyBindings,
  statefulSets,
  deployments,
  replicaSets,
  daemonSets,
  jobs,
  cronJobs,
  podDisruptionBudgets,
  longhornVolumes,
  zfsVolumes,
  lvmVolumes,
  logicalVolumes,
  tridentVolumes,
  cephClusters,
  disks,
  diskInventories,
] as const;

type Definition = (typeof kinds)[number];

/** The id of a kind that pvguard reads, such as `v1/pods`. */
export type Resource = Definition["resource"];

interface ObjectsByResource extends Readonly<{ [D in Definition as D["resource"]]: ObjectOf<D> }> {}

/** The object type of a resource id. */
export type ObjectIn<R extends Resource> = ObjectsByResource[R];

/** An object of any kind that pvguard reads, which passed the check of its kind's shape. Its `kind` says which. */
export type KubeObject = ObjectIn<Resource>;

/** Points at an object of one kind. */
export type RefTo<R extends Resource> = ObjectRef & { readonly kind: ObjectIn<R>["kind"] };

/** What stands for a disk, for its use, or for a copy of it. */
export const diskKinds = [
  "v1/persistentvolumeclaims",
  "v1/persistentvolumes",
  "storage.k8s.io/v1/volumeattachments",
  "snapshot.storage.k8s.io/v1/volumesnapshots",
  "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
] as const satisfies readonly Resource[];

/** What makes pods, as their owner references say. */
export const workloadKinds = [
  "apps/v1/statefulsets",
  "apps/v1/deployments",
  "apps/v1/replicasets",
  "apps/v1/daemonsets",
  "batch/v1/jobs",
] as const satisfies readonly Resource[];

const byResource: ReadonlyMap<string, Definition> = new Map(kinds.map((kind) => [kind.resource, kind]));

/** No two kinds here share a name, whatever their groups. */
const byName: ReadonlyMap<string, { readonly kind: Definition; readonly group: string }> = new Map(
  kinds.map((kind) => [kind.kind, { kind, group: groupOf(apiVersionOf(kind.resource)) }]),
);

export function kindOf(resource: Resource): Definition {
  const found = byResource.get(resource);
  if (found === undefined) throw new Error(`no kind is defined for ${resource}`);
  return found;
}

/** The kind of an object as its own apiVersion and kind name it, in any version of its group. */
export function kindNamed(apiVersion: string, kind: string): Definition | undefined {
  const found = byName.get(kind);
  return found !== undefined && isOfGroup(apiVersion, found.group) ? found.kind : undefined;
}

/** Asked for every object, again and again: it makes no new string. */
function isOfGroup(apiVersion: string, group: string): boolean {
  const slash = apiVersion.indexOf("/");
  return group === "" ? slash <= 0 : slash === group.length && apiVersion.startsWith(group);
}
