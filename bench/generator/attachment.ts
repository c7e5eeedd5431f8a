import { createHash } from "node:crypto";
import type { Disk } from "./disk.ts";
import { attacherFinalizer, driver, identity } from "./disk.ts";
import type { Values } from "./frozen.ts";
import { fieldSet, managedBy } from "./managed-fields.ts";
import { ago } from "./moment.ts";
import type { Random } from "./random.ts";

const manager = "kube-controller-manager";

export interface AttachmentFacts {
  readonly nodeName?: string;
  readonly attached?: boolean;
  readonly deletedAt?: string;
  readonly detachError?: string;
}

/** Its name as kubernetes/kubernetes pkg/volume/csi/csi_attacher.go `getAttachmentName` (v1.36) makes it. */
export function attachmentName({ handle }: Disk, nodeName: string): string {
  return `csi-${createHash("sha256").update(`${handle}${driver}${nodeName}`).digest("hex")}`;
}

const attachmentFields = fieldSet({
  spec: { attacher: 0, nodeName: 0, source: { persistentVolumeName: 0 } },
});
const attachmentMetadataFields = fieldSet({
  metadata: { annotations: { "csi.alpha.kubernetes.io/node-id": 0 }, finalizers: [attacherFinalizer] },
});
const attachmentStatusFields = fieldSet({ status: { attached: 0, attachmentMetadata: { devicePath: 0 } } });

export function attachmentOf(disk: Disk, facts: AttachmentFacts, random: Random): Values {
  const { nodeName = disk.nodeName, attached = true, deletedAt, detachError } = facts;
  const time = disk.made;
  const apiVersion = "storage.k8s.io/v1";
  return {
    metadata: {
      name: attachmentName(disk, nodeName),
      ...identity(random),
      creationTimestamp: time,
      ...(deletedAt === undefined ? {} : { deletionTimestamp: deletedAt, deletionGracePeriodSeconds: 0 }),
      annotations: { "csi.alpha.kubernetes.io/node-id": `i-0${random.hex(16)}` },
      finalizers: [attacherFinalizer],
      managedFields: [
        managedBy({ manager, apiVersion, time, fields: attachmentFields }),
        managedBy({ manager: "csi-attacher", apiVersion, time, fields: attachmentMetadataFields }),
        managedBy({
          manager: "csi-attacher",
          apiVersion,
          time,
          fields: attachmentStatusFields,
          subresource: "status",
        }),
      ],
    },
    spec: { attacher: driver, source: { persistentVolumeName: disk.volume }, nodeName },
    status: {
      attached,
      ...(attached ? { attachmentMetadata: { devicePath: "/dev/xvdaa" } } : {}),
      ...(detachError === undefined ? {} : { detachError: { time: ago(120), message: detachError } }),
    },
  };
}
