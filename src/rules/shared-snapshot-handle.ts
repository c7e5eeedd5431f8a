import { sharingSnapshot } from "../controllers/index.ts";
import { defineRule, firstAndMore } from "../define/index.ts";
import { nameOf, say } from "../kubernetes/index.ts";
import { retainSnapshot } from "../remedies/index.ts";
import { proof } from "../report/index.ts";

const mostNamed = 3;

export default defineRule({
  code: "PVG216",
  name: "shared-snapshot-handle",
  title: "Several VolumeSnapshotContents refer to one snapshot",
  severity: "note",
  manifests: true,
  on: ["snapshot.storage.k8s.io/v1/volumesnapshotcontents"],
  what: "Several VolumeSnapshotContents have the same driver and the same snapshot handle.",
  why: "A restore tool creates a second content for the snapshot of a backup. With policy Delete on any of them, deleting its VolumeSnapshot deletes the snapshot, and the backup with it.",
  whatToDo:
    'Set them to Retain: `kubectl patch volumesnapshotcontent NAME --type=merge -p \'{"spec":{"deletionPolicy":"Retain"}}\'`. You must decide which of them to keep.',
  sources: [
    "kubernetes-csi/external-snapshotter pkg/sidecar-controller/snapshot_controller.go deleteCSISnapshotOperation, v8.6",
    "velero-io/velero#4945",
  ],
  check(content, { cluster }) {
    const sharing = sharingSnapshot(content, cluster);
    if (sharing.state === "unread") return { unread: sharing.unread };
    const { others, destroyed } = sharing;
    if (others.length === 0) return [];
    const handle = content.status?.snapshotHandle ?? content.spec?.source?.snapshotHandle ?? "";
    return {
      message: say`${firstAndMore(others.slice(0, mostNamed), others.length)} ${others.length === 1 ? say`refers` : say`refer`} to ${handle} too${
        destroyed === undefined
          ? say`; no policy deletes the snapshot, so this may be intended`
          : say`; the policy of ${nameOf(destroyed)} is Delete: when its VolumeSnapshot is deleted, ${handle} is deleted for all of them`
      }`,
      severity: destroyed === undefined ? "note" : "error",
      evidence: [content, ...others.slice(0, mostNamed)].map((each) =>
        proof(each, "spec.deletionPolicy", each.spec?.deletionPolicy),
      ),
      remedies: destroyed === undefined ? [] : [retainSnapshot(destroyed)],
    };
  },
});
