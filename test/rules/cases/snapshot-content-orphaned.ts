import { content, snapshot } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const orphan = content();

export const cases: RuleCases = {
  fires: [
    {
      what: "its snapshot is gone",
      objects: [orphan],
      on: ["snapcontent-1"],
      severity: "warning",
      says: /volumesnapshot\/nightly \(shop\) no longer exists; no controller deletes snap-0abc/,
    },
    {
      what: "its snapshot was made again",
      objects: [orphan, snapshot({ uid: "another" })],
      on: ["snapcontent-1"],
      severity: "warning",
      says: /no longer exists/,
    },
    {
      what: "made by hand for a snapshot that is not there",
      objects: [content({ sourceHandle: "snap-1", snapshotRef: { namespace: "shop", name: "nightly" } })],
      on: ["snapcontent-1"],
      severity: "note",
      says: /created manually for volumesnapshot\/nightly \(shop\), which does not exist; snap-\w+ remains/,
    },
    {
      what: "kept on purpose",
      objects: [content({ policy: "Retain" })],
      on: ["snapcontent-1"],
      severity: "note",
      says: /policy Retain/,
    },
  ],
  silent: [
    { what: "its snapshot is there", objects: [orphan, snapshot({ readyToUse: true })] },
    {
      what: "made by hand for a snapshot that is there",
      objects: [
        content({ sourceHandle: "snap-1", snapshotRef: { namespace: "shop", name: "nightly" } }),
        snapshot(),
      ],
    },
    { what: "made a moment ago", objects: [content({ creationTimestamp: "2026-11-20T11:58:00Z" })] },
  ],
  unread: [
    {
      what: "contents",
      objects: [orphan],
      hidden: ["snapshot.storage.k8s.io/v1/volumesnapshotcontents"],
    },
    { what: "snapshots", objects: [orphan], hidden: ["snapshot.storage.k8s.io/v1/volumesnapshots"] },
  ],
};
