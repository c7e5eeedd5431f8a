import type { kinds, Resource } from "../../../kubernetes/index.ts";
import type { FieldsFor } from "../field.ts";
import { apiService, event, lease, namespace, node } from "./cluster.ts";
import { persistentVolume } from "./persistent-volume.ts";
import {
  csiDriver,
  csiNode,
  persistentVolumeClaim,
  storageClass,
  volumeAttachment,
  volumeAttributesClass,
} from "./storage.ts";
import { cronJob, daemonSet, deployment, job, pod, replicaSet, statefulSet } from "./workload.ts";

/** Custom resources have no protobuf. What is seldom asked for, and few, such as budgets: its JSON does. */
export type BuiltIn = Exclude<
  Resource,
  | `snapshot.storage.k8s.io/${string}`
  | `admissionregistration.k8s.io/${string}`
  | `pvguard.dev/${string}`
  | `longhorn.io/${string}`
  | `${"zfs" | "local"}.openebs.io/${string}`
  | `topolvm.io/${string}`
  | `trident.netapp.io/${string}`
  | `ceph.rook.io/${string}`
  | "storage.k8s.io/v1/csistoragecapacities"
  | "policy/v1/poddisruptionbudgets"
>;

type ShapeOf<R extends Resource> = Extract<(typeof kinds)[number], { readonly resource: R }>["fields"];

/** The fields beside `metadata` of every kind that the API server itself serves. */
export const builtIn = {
  "v1/pods": pod,
  "v1/persistentvolumeclaims": persistentVolumeClaim,
  "v1/persistentvolumes": persistentVolume,
  "v1/nodes": node,
  "v1/namespaces": namespace,
  "v1/events": event,
  "storage.k8s.io/v1/volumeattachments": volumeAttachment,
  "storage.k8s.io/v1/storageclasses": storageClass,
  "storage.k8s.io/v1/csidrivers": csiDriver,
  "storage.k8s.io/v1/csinodes": csiNode,
  "storage.k8s.io/v1/volumeattributesclasses": volumeAttributesClass,
  "apps/v1/statefulsets": statefulSet,
  "apps/v1/deployments": deployment,
  "apps/v1/replicasets": replicaSet,
  "apps/v1/daemonsets": daemonSet,
  "batch/v1/jobs": job,
  "batch/v1/cronjobs": cronJob,
  "coordination.k8s.io/v1/leases": lease,
  "apiregistration.k8s.io/v1/apiservices": apiService,
} as const satisfies { readonly [R in BuiltIn]: FieldsFor<ShapeOf<R>> };

export function isBuiltIn(resource: Resource): resource is BuiltIn {
  return Object.hasOwn(builtIn, resource);
}
