import { attachment } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const stuck = attachment({
  deletionTimestamp: true,
  finalizers: ["external-attacher/ebs-csi-aws-com"],
  status: { detachError: { message: "rpc error: code = Internal", time: "2026-11-20T11:59:00Z" } },
});

export const cases: RuleCases = {
  fires: [
    {
      what: "its volume is gone",
      objects: [stuck],
      on: ["csi-1"],
      severity: "warning",
      says: /pv-data/,
    },
  ],
  silent: [{ what: "live and attached", objects: [attachment()] }],
  unread: [
    { what: "attachments", objects: [stuck], hidden: ["storage.k8s.io/v1/volumeattachments"] },
    { what: "its volume", objects: [stuck], hidden: ["v1/persistentvolumes"] },
  ],
};
