import type { VolumeSnapshotContent } from "../../../src/kubernetes/index.ts";
import type { RuleCases } from "../cases.ts";

function content(name: string, deletionPolicy: "Delete" | "Retain", handle = "snap-0aaa", group?: string) {
  return {
    apiVersion: "snapshot.storage.k8s.io/v1",
    kind: "VolumeSnapshotContent",
    metadata: { name, uid: `${name}-uid` },
    spec: {
      driver: "disks.example.com",
      deletionPolicy,
      source: { snapshotHandle: handle },
      volumeSnapshotRef: { namespace: "shop", name: "nightly", uid: `of-${name}` },
    },
    status: {
      snapshotHandle: handle,
      readyToUse: true,
      ...(group === undefined ? {} : { volumeGroupSnapshotHandle: group }),
    },
  } as VolumeSnapshotContent;
}

const backup = content("of-the-backup", "Retain");

export const cases: RuleCases = {
  fires: [
    {
      what: "one of them has policy Delete",
      objects: [backup, content("of-the-restore", "Delete")],
      on: ["of-the-backup", "of-the-restore"],
      severity: "error",
      says: /the policy of volumesnapshotcontent\/of-the-restore is Delete: .* snap-0aaa is deleted for all/,
      remedies: ["retain-snapshot"],
    },
    {
      what: "all are retained",
      objects: [backup, content("of-the-restore", "Retain")],
      on: ["of-the-backup", "of-the-restore"],
      severity: "note",
      says: /refers to snap-0aaa too; no policy deletes the snapshot/,
      remedies: [],
    },
    {
      what: "one goes with its group, and not by itself",
      objects: [backup, content("member", "Delete", "snap-0aaa", "group-1")],
      on: ["of-the-backup", "member"],
      severity: "note",
      says: /no policy deletes the snapshot/,
      remedies: [],
    },
  ],
  silent: [
    { what: "different handles", objects: [backup, content("other", "Delete", "snap-0bbb")] },
    { what: "one alone", objects: [backup] },
  ],
  unread: [
    { what: "contents", objects: [backup], hidden: ["snapshot.storage.k8s.io/v1/volumesnapshotcontents"] },
  ],
};
