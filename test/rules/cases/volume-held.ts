import { attachment, claim, claimRefTo, ebs, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const data = claim({ phase: "Bound", volumeName: "pv-data" });
const attached = volume({
  phase: "Released",
  policy: "Retain",
  spec: ebs,
  claimRef: claimRefTo(data),
  deletionTimestamp: true,
  finalizers: ["external-attacher/ebs-csi-aws-com"],
});

export const cases: RuleCases = {
  fires: [
    {
      what: "still Bound to its claim",
      objects: [
        volume({
          phase: "Bound",
          policy: "Retain",
          spec: ebs,
          claimRef: claimRefTo(data),
          deletionTimestamp: true,
          finalizers: ["kubernetes.io/pv-protection"],
        }),
        data,
      ],
      on: ["pv-data"],
      severity: "warning",
      says: /pvc/,
    },
  ],
  silent: [{ what: "live", objects: [volume({ spec: ebs, finalizers: ["kubernetes.io/pv-protection"] })] }],
  unread: [
    { what: "volumes", objects: [attached], hidden: ["v1/persistentvolumes"] },
    {
      what: "the attachments that could hold it",
      objects: [attached, attachment()],
      hidden: ["storage.k8s.io/v1/volumeattachments"],
    },
  ],
};
