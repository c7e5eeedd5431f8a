import type { Disk } from "./disk.ts";
import { driver, identity } from "./disk.ts";
import type { Values } from "./frozen.ts";
import { fieldSet, managedBy } from "./managed-fields.ts";
import type { Random } from "./random.ts";

const bound = {
  "pv.kubernetes.io/bind-completed": "yes",
  "pv.kubernetes.io/bound-by-controller": "yes",
};
const provisioned = {
  "volume.beta.kubernetes.io/storage-provisioner": driver,
};
const placed = { "volume.kubernetes.io/storage-provisioner": driver };

export interface ClaimFacts {
  readonly phase?: "Bound" | "Pending" | "Lost";
  readonly deletedAt?: string;
  readonly class?: string;
}

export function claimOf(disk: Disk, facts: ClaimFacts, random: Random): Values {
  const { phase = "Bound", deletedAt, class: className = disk.class.name } = facts;
  const isBound = phase !== "Pending";
  const annotations = {
    ...(isBound ? bound : {}),
    ...provisioned,
    "volume.kubernetes.io/selected-node": disk.nodeName,
    ...placed,
  };
  const spec = {
    accessModes: ["ReadWriteOnce"],
    resources: { requests: { storage: disk.size } },
    ...(isBound ? { volumeName: disk.volume } : {}),
    storageClassName: className,
    volumeMode: "Filesystem",
  };
  const capacity = { storage: disk.size };
  return {
    metadata: {
      name: disk.claim,
      namespace: disk.namespace,
      ...identity(random),
      uid: disk.claimUid,
      creationTimestamp: disk.made,
      ...(deletedAt === undefined ? {} : { deletionTimestamp: deletedAt, deletionGracePeriodSeconds: 0 }),
      labels: disk.labels,
      annotations,
      finalizers: ["kubernetes.io/pvc-protection"],
      managedFields: claimManagers(disk.made, isBound),
    },
    spec,
    status: phase === "Bound" ? { phase, accessModes: ["ReadWriteOnce"], capacity } : { phase },
  };
}

const manager = "kube-controller-manager";
const claimFields = fieldSet({
  metadata: {
    annotations: { ...bound, ...provisioned, ...placed },
    labels: { "app.kubernetes.io/instance": 0, "app.kubernetes.io/name": 0 },
  },
  spec: {
    accessModes: 0,
    resources: { requests: { storage: 0 } },
    storageClassName: 0,
    volumeMode: 0,
    volumeName: 0,
  },
});
const claimStatusFields = fieldSet({ status: { accessModes: 0, capacity: { storage: 0 }, phase: 0 } });
const selectedNode = fieldSet({ metadata: { annotations: { "volume.kubernetes.io/selected-node": 0 } } });

function claimManagers(time: string, isBound: boolean): readonly Values[] {
  const apiVersion = "v1";
  return [
    managedBy({ manager: "kube-scheduler", apiVersion, time, fields: selectedNode }),
    managedBy({ manager, apiVersion, time, fields: claimFields }),
    ...(isBound
      ? [managedBy({ manager, apiVersion, time, fields: claimStatusFields, subresource: "status" })]
      : []),
  ];
}
