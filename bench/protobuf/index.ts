import type { BuiltIn } from "../../src/object-store/protobuf/kinds/index.ts";
import type { Wires } from "../../test/support/protobuf/encode.ts";
import { encodeMessage, tableOf } from "../../test/support/protobuf/encode.ts";
import { apiService, event, lease, metadata, node } from "./cluster.ts";
import { pod } from "./pod.ts";
import { csiDriver, csiNode, persistentVolume, storageClass, volumeAttachment } from "./storage.ts";
import { group, joined } from "./wire.ts";
import { cronJob, daemonSet, deployment, job, replicaSet, statefulSet } from "./workload.ts";

type Values = Readonly<Record<string, unknown>>;

/** What the objects of the generator have beside the fields that pvguard reads. */
const beside: Partial<Record<BuiltIn, Wires>> = {
  "v1/pods": pod,
  "v1/persistentvolumes": persistentVolume,
  "v1/nodes": node,
  "v1/events": event,
  "storage.k8s.io/v1/volumeattachments": volumeAttachment,
  "storage.k8s.io/v1/storageclasses": storageClass,
  "storage.k8s.io/v1/csidrivers": csiDriver,
  "storage.k8s.io/v1/csinodes": csiNode,
  "apps/v1/statefulsets": statefulSet,
  "apps/v1/deployments": deployment,
  "apps/v1/replicasets": replicaSet,
  "apps/v1/daemonsets": daemonSet,
  "batch/v1/jobs": job,
  "batch/v1/cronjobs": cronJob,
  "coordination.k8s.io/v1/leases": lease,
  "apiregistration.k8s.io/v1/apiservices": apiService,
};

const tables = new Map<BuiltIn, Wires>();

/** All fields that the generator's objects of a kind have. */
export function wholeTable(resource: BuiltIn): Wires {
  const known = tables.get(resource);
  if (known !== undefined) return known;
  const table = joined(tableOf(resource), { metadata: group(1, metadata), ...beside[resource] });
  tables.set(resource, table);
  return table;
}

/** The whole object as the API server sends it. */
export function encodeWhole(resource: BuiltIn, object: Values): Buffer {
  return encodeMessage(wholeTable(resource), object);
}

/** Paths of the fields of an object that its message would not have. */
export function strangersIn(fields: Wires, values: Values, path = ""): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const wire = fields[name];
    const at = `${path}.${name}`;
    if (wire === undefined) return [at];
    if (!("fields" in wire)) return [];
    const inner = (Array.isArray(value) ? value : [value]) as readonly Values[];
    return inner.flatMap((each) => strangersIn(wire.fields as Wires, each, at));
  });
}
