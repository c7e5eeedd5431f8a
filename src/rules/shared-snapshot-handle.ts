import { sharingSnapshot } from "../controllers/index.ts";
import { defineRule, firstAndMore, nameOf } from "../engine/index.ts";
import { proof, refOf, say } from "../model/index.ts";

const mostNamed = 3;

export default defineRule({
  code: "PVG216",
  name: "shared-snapshot-handle",
  title: "Two contents stand for one snapshot",
  severity: "note",
  confidence: "certain",
  on: ["snapshot.storage.k8s.io/v1/volumesnapshotcontents"],
  needs: [],
  doc: {
    what: "Several VolumeSnapshotContents have the same driver and the same snapshot handle.",
    why: "A restore tool makes a second content for the snapshot of a backup. With policy Delete on any of them, deleting its VolumeSnapshot destroys the snapshot, and the backup with it.",
    whatToDo:
      'Set them to Retain: `kubectl patch volumesnapshotcontent NAME --type=merge -p \'{"spec":{"deletionPolicy":"Retain"}}\'`. A person must decide which of them is to stay.',
  },
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
    return [
      {
        message: say`${firstAndMore(others.slice(0, mostNamed), others.length)} ${others.length === 1 ? say`stands` : say`stand`} for ${handle} too${
          destroyed === undefined
            ? say`; no policy has it destroyed, so that may be meant`
            : say`; the policy of ${nameOf(refOf(destroyed))} is Delete: when its VolumeSnapshot is deleted, ${handle} is destroyed for all of them`
        }`,
        severity: destroyed === undefined ? "note" : "error",
        evidence: [content, ...others.slice(0, mostNamed)].map((each) =>
          proof(refOf(each), "spec.deletionPolicy", each.spec?.deletionPolicy),
        ),
        remedies: destroyed === undefined ? [] : [{ remedy: "retain-snapshot", on: refOf(destroyed) }],
      },
    ];
  },
});
