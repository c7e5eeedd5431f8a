import { snapshot } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const orphaned = snapshot({
  deletionTimestamp: true,
  readyToUse: true,
  finalizers: ["provisioner.storage.kubernetes.io/volumesnapshot-as-source-protection"],
});

export const cases: RuleCases = {
  fires: [
    {
      what: "no restore is under way any more",
      objects: [orphaned],
      on: ["nightly"],
      severity: "warning",
      says: /restore/,
    },
  ],
  silent: [{ what: "live", objects: [snapshot({ readyToUse: true })] }],
  unread: [
    {
      what: "snapshots",
      objects: [orphaned],
      hidden: ["snapshot.storage.k8s.io/v1/volumesnapshots"],
    },
    {
      what: "the claims that could be restored from it",
      objects: [orphaned],
      hidden: ["v1/persistentvolumeclaims"],
    },
  ],
};
