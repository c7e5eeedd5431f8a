import type { Disk, DiskInventory } from "../../../src/kubernetes/index.ts";
import type { MetaFacts } from "./metadata.ts";
import { metadataOf } from "./metadata.ts";

type DiskSpec = NonNullable<Disk["spec"]>;
type InventorySpec = NonNullable<DiskInventory["spec"]>;

interface DiskFacts extends MetaFacts {
  readonly spec?: Partial<DiskSpec>;
}

/** A disk `vol-0abc` of EBS with 1Gi in `disks.json`, attached to nothing, with the tag of the cluster `prod`. */
export function disk(facts: DiskFacts = {}): Disk {
  const id = facts.name ?? "vol-0abc";
  return {
    apiVersion: "pvguard.dev/v1alpha1",
    kind: "Disk",
    metadata: metadataOf(facts, id),
    spec: {
      inventory: "disks.json",
      driver: "ebs.csi.aws.com",
      handles: [id],
      parts: [id],
      bytes: "1073741824",
      place: "eu-west-1",
      state: "available",
      attachedTo: [],
      attachments: "known",
      cluster: "prod",
      ...facts.spec,
    },
  };
}

interface InventoryFacts extends MetaFacts {
  readonly spec?: Partial<InventorySpec>;
}

/** The list `disks.json` of EBS, made ten minutes ago. */
export function diskInventory(facts: InventoryFacts = {}): DiskInventory {
  return {
    apiVersion: "pvguard.dev/v1alpha1",
    kind: "DiskInventory",
    metadata: metadataOf(facts, "disks.json"),
    spec: {
      backend: "Amazon EBS",
      drivers: ["ebs.csi.aws.com"],
      madeAt: "2026-11-20T11:50:00Z",
      ...facts.spec,
    },
  };
}

/** The `nodeAffinity` of a volume in a zone of the region of `disk`. */
export const inZone = {
  nodeAffinity: {
    required: {
      nodeSelectorTerms: [
        {
          matchExpressions: [
            { key: "topology.ebs.csi.aws.com/zone", operator: "In", values: ["eu-west-1a"] },
          ],
        },
      ],
    },
  },
} as const;
