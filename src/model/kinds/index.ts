import {
  apiServices,
  events,
  leases,
  mutatingWebhookConfigurations,
  namespaces,
  nodes,
  validatingWebhookConfigurations,
} from "./cluster.ts";
import type { KindDefinition, ObjectOf } from "./define.ts";
import { persistentVolumes } from "./persistent-volume.ts";
import { persistentVolumeClaims } from "./persistent-volume-claim.ts";
import { pods } from "./pod.ts";
import { volumeSnapshotClasses, volumeSnapshotContents, volumeSnapshots } from "./snapshot.ts";
import {
  csiDrivers,
  csiNodes,
  storageClasses,
  volumeAttachments,
  volumeAttributesClasses,
} from "./storage.ts";
import { cronJobs, daemonSets, deployments, jobs, replicaSets, statefulSets } from "./workload.ts";

/** Every kind that pvguard reads. */
export const kinds = [
  pods,
  persistentVolumeClaims,
  persistentVolumes,
  volumeAttachments,
  storageClasses,
  csiDrivers,
  csiNodes,
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
  statefulSets,
  deployments,
  replicaSets,
  daemonSets,
  jobs,
  cronJobs,
] as const;

type Definition = (typeof kinds)[number];

/** The id of a kind that pvguard reads, such as `v1/pods`. */
export type Resource = Definition["resource"];

/** The object type of a resource id. */
export type ObjectIn<R extends Resource> = ObjectOf<Extract<Definition, KindDefinition<R>>>;

const byResource: ReadonlyMap<string, Definition> = new Map(kinds.map((kind) => [kind.resource, kind]));
const byKind: ReadonlyMap<string, Definition> = new Map(
  kinds.map((kind) => [`${groupOfResource(kind.resource)}/${kind.kind}`, kind]),
);

function groupOfResource(resource: string): string {
  const parts = resource.split("/");
  return parts.length === 3 ? (parts[0] ?? "") : "";
}

export function kindOf(resource: Resource): Definition {
  const found = byResource.get(resource);
  if (found === undefined) throw new Error(`no kind is defined for ${resource}`);
  return found;
}

/** The kind of an object as its own apiVersion and kind name it, in any version of its group. */
export function kindNamed(apiVersion: string, kind: string): Definition | undefined {
  const slash = apiVersion.indexOf("/");
  return byKind.get(`${slash < 0 ? "" : apiVersion.slice(0, slash)}/${kind}`);
}
