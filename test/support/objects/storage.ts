import type {
  CSIDriver,
  CSINode,
  StorageClass,
  VolumeAttachment,
  VolumeAttributesClass,
} from "../../../src/kubernetes/index.ts";
import type { MetaFacts } from "./metadata.ts";
import { metadataOf } from "./metadata.ts";

type AttachmentStatus = NonNullable<VolumeAttachment["status"]>;

export interface AttachmentFacts extends MetaFacts {
  readonly attacher?: string;
  readonly nodeName?: string;
  readonly volume?: string;
  readonly attached?: boolean;
  readonly status?: Partial<AttachmentStatus>;
}

/** An attachment `csi-1` of `pv-data` to `node-a` by ebs.csi.aws.com, attached. */
export function attachment(facts: AttachmentFacts = {}): VolumeAttachment {
  return {
    apiVersion: "storage.k8s.io/v1",
    kind: "VolumeAttachment",
    metadata: metadataOf(facts, "csi-1"),
    spec: {
      attacher: facts.attacher ?? "ebs.csi.aws.com",
      nodeName: facts.nodeName ?? "node-a",
      source: { persistentVolumeName: facts.volume ?? "pv-data" },
    },
    status: { attached: facts.attached ?? true, ...facts.status },
  };
}

interface StorageClassFacts extends MetaFacts {
  readonly provisioner?: string;
  readonly reclaimPolicy?: string;
  readonly volumeBindingMode?: "Immediate" | "WaitForFirstConsumer";
  readonly allowVolumeExpansion?: boolean;
}

/** A class `gp3` of ebs.csi.aws.com, Immediate, policy Delete. */
export function storageClass(facts: StorageClassFacts = {}): StorageClass {
  return {
    apiVersion: "storage.k8s.io/v1",
    kind: "StorageClass",
    metadata: metadataOf(facts, "gp3"),
    provisioner: facts.provisioner ?? "ebs.csi.aws.com",
    reclaimPolicy: facts.reclaimPolicy ?? "Delete",
    volumeBindingMode: facts.volumeBindingMode ?? "Immediate",
    ...(facts.allowVolumeExpansion === undefined ? {} : { allowVolumeExpansion: facts.allowVolumeExpansion }),
  };
}

/** A class `silver`. */
export function attributesClass(facts: MetaFacts = {}): VolumeAttributesClass {
  return {
    apiVersion: "storage.k8s.io/v1",
    kind: "VolumeAttributesClass",
    metadata: metadataOf(facts, "silver"),
    driverName: "ebs.csi.aws.com",
  };
}

/** A node's registration of CSI drivers. */
export function csiNode(name: string, ...drivers: readonly string[]): CSINode {
  return {
    apiVersion: "storage.k8s.io/v1",
    kind: "CSINode",
    metadata: metadataOf({ name }, name),
    spec: { drivers: drivers.map((driver) => ({ name: driver, nodeID: `id-of-${name}` })) },
  };
}

/** A driver of which `attachRequired` is told. */
export function csiDriver(name: string, attachRequired: boolean): CSIDriver {
  return {
    apiVersion: "storage.k8s.io/v1",
    kind: "CSIDriver",
    metadata: metadataOf({ name }, name),
    spec: { attachRequired },
  };
}
