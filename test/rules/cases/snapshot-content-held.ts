import { content } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const alone = content({
  deletionTimestamp: true,
  finalizers: ["snapshot.storage.kubernetes.io/volumesnapshotcontent-bound-protection"],
});

export const cases: RuleCases = {
  fires: [
    {
      what: "deleted on its own, so that nobody tells the sidecar that it may go",
      objects: [alone],
      on: ["snapcontent-1"],
      severity: "warning",
      says: /snapshot/,
    },
  ],
  silent: [{ what: "live", objects: [content()] }],
  unread: [
    {
      what: "contents",
      objects: [alone],
      hidden: ["snapshot.storage.k8s.io/v1/volumesnapshotcontents"],
    },
    {
      what: "its snapshot",
      objects: [alone],
      hidden: ["snapshot.storage.k8s.io/v1/volumesnapshots"],
    },
  ],
};
