import type { PersistentVolume, PersistentVolumeClaim } from "../../../src/kubernetes/index.ts";
import type { MetaFacts } from "./metadata.ts";
import { metadataOf } from "./metadata.ts";

type VolumeSpec = NonNullable<PersistentVolume["spec"]>;
type VolumeStatus = NonNullable<PersistentVolume["status"]>;

export interface VolumeFacts extends MetaFacts {
  readonly phase?: "Pending" | "Available" | "Bound" | "Released" | "Failed" | "";
  readonly policy?: string;
  readonly claimRef?: VolumeSpec["claimRef"];
  readonly storageClassName?: string;
  readonly accessModes?: readonly string[];
  readonly capacity?: string;
  /** `csi: { driver, volumeHandle }`, `hostPath: { path }`, … and any other field of the spec. */
  readonly spec?: Partial<VolumeSpec>;
  readonly status?: Partial<VolumeStatus>;
}

/** A volume `pv-data`, Available, 1Gi ReadWriteOnce, policy Delete, without a source: name one in `spec`. */
export function volume(facts: VolumeFacts = {}): PersistentVolume {
  return {
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: metadataOf(facts, "pv-data"),
    spec: {
      accessModes: facts.accessModes ?? ["ReadWriteOnce"],
      capacity: { storage: facts.capacity ?? "1Gi" },
      persistentVolumeReclaimPolicy: facts.policy ?? "Delete",
      ...(facts.claimRef === undefined ? {} : { claimRef: facts.claimRef }),
      ...(facts.storageClassName === undefined ? {} : { storageClassName: facts.storageClassName }),
      ...facts.spec,
    },
    status: { phase: facts.phase ?? "Available", ...facts.status },
  };
}

/** The source of a CSI volume, for `spec`. */
export const ebs = { csi: { driver: "ebs.csi.aws.com", volumeHandle: "vol-0abc" } } as const;

/** `spec.claimRef` as the PV controller writes it. */
export function claimRefTo(target: PersistentVolumeClaim): NonNullable<VolumeSpec["claimRef"]> {
  const { name, namespace, uid } = target.metadata;
  return { apiVersion: "v1", kind: "PersistentVolumeClaim", name, namespace, uid };
}
