import type { Disk } from "./disk.ts";
import { attacherFinalizer, driver, identity } from "./disk.ts";
import type { Values } from "./frozen.ts";
import { fieldSet, managedBy } from "./managed-fields.ts";
import type { Random } from "./random.ts";

const manager = "kube-controller-manager";
const provisioner = `1763000000000-4242-${driver}`;

export interface VolumeFacts {
  readonly phase?: "Bound" | "Released";
  readonly since?: string;
  /** In its reference to the claim, instead of the claim's own. */
  readonly claimUid?: string;
  readonly use?: "attached" | "detached";
}

export function volumeOf(disk: Disk, facts: VolumeFacts, random: Random): Values {
  const { phase = "Bound", since = disk.made, claimUid = disk.claimUid, use = "attached" } = facts;
  const { reclaimPolicy } = disk.class;
  return {
    metadata: {
      name: disk.volume,
      ...identity(random),
      creationTimestamp: disk.made,
      annotations: {
        ...(phase === "Released" ? { "pv.kubernetes.io/bound-by-controller": "yes" } : {}),
        "pv.kubernetes.io/provisioned-by": driver,
        "volume.kubernetes.io/provisioner-deletion-secret-name": "",
        "volume.kubernetes.io/provisioner-deletion-secret-namespace": "",
      },
      finalizers: [
        ...(reclaimPolicy === "Delete" ? ["external-provisioner.volume.kubernetes.io/finalizer"] : []),
        "kubernetes.io/pv-protection",
        ...(use === "attached" ? [attacherFinalizer] : []),
      ],
      managedFields: volumeManagers(disk.made),
    },
    spec: {
      capacity: { storage: disk.size },
      csi: {
        driver,
        volumeHandle: disk.handle,
        fsType: "ext4",
        volumeAttributes: { "storage.kubernetes.io/csiProvisionerIdentity": provisioner },
      },
      accessModes: ["ReadWriteOnce"],
      claimRef: {
        kind: "PersistentVolumeClaim",
        namespace: disk.namespace,
        name: disk.claim,
        uid: claimUid,
        apiVersion: "v1",
        resourceVersion: String(1_000_000 + random.below(9_000_000)),
      },
      persistentVolumeReclaimPolicy: reclaimPolicy,
      storageClassName: disk.class.name,
      volumeMode: "Filesystem",
      nodeAffinity: zoneAffinity(disk.zone),
    },
    status: { phase, lastPhaseTransitionTime: since },
  };
}

function zoneAffinity(zone: string): Values {
  const matchExpressions = [{ key: "topology.ebs.csi.aws.com/zone", operator: "In", values: [zone] }];
  return { required: { nodeSelectorTerms: [{ matchExpressions }] } };
}

const volumeFields = fieldSet({
  metadata: {
    annotations: {
      "pv.kubernetes.io/provisioned-by": 0,
      "volume.kubernetes.io/provisioner-deletion-secret-name": 0,
      "volume.kubernetes.io/provisioner-deletion-secret-namespace": 0,
    },
  },
  spec: {
    accessModes: 0,
    capacity: { storage: 0 },
    claimRef: { apiVersion: 0, kind: 0, name: 0, namespace: 0, resourceVersion: 0, uid: 0 },
    csi: {
      driver: 0,
      fsType: 0,
      volumeAttributes: { "storage.kubernetes.io/csiProvisionerIdentity": 0 },
      volumeHandle: 0,
    },
    nodeAffinity: { required: 0 },
    persistentVolumeReclaimPolicy: 0,
    storageClassName: 0,
    volumeMode: 0,
  },
});
const volumeStatusFields = fieldSet({ status: { lastPhaseTransitionTime: 0, phase: 0 } });
const attachedFields = fieldSet({ metadata: { finalizers: [attacherFinalizer] } });

function volumeManagers(time: string): readonly Values[] {
  const apiVersion = "v1";
  return [
    managedBy({ manager: "csi-provisioner", apiVersion, time, fields: volumeFields }),
    managedBy({ manager, apiVersion, time, fields: volumeStatusFields, subresource: "status" }),
    managedBy({ manager: "csi-attacher", apiVersion, time, fields: attachedFields }),
  ];
}
