import { live } from "../cluster/index.ts";
import { defineRule } from "../define/index.ts";
import type { ObjectRef, VolumeSnapshotContent } from "../kubernetes/index.ts";
import { isTerminating, say } from "../kubernetes/index.ts";
import { saveManifest } from "../remedies/index.ts";
import { proof } from "../report/index.ts";
import { isOlderThan } from "./shared/findings.ts";

export default defineRule({
  code: "PVG311",
  name: "snapshot-content-orphaned",
  title: "A VolumeSnapshotContent is left without its snapshot",
  on: ["snapshot.storage.k8s.io/v1/volumesnapshotcontents"],
  only: [live],
  needs: ["snapshot.storage.k8s.io/v1/volumesnapshots"],
  what: "A live VolumeSnapshotContent refers to a VolumeSnapshot that does not exist, or that is a different object of the same name.",
  why: "No controller deletes it, and the snapshot in the storage backend costs money. With policy Retain this is intended, and only a note: backup tools keep contents like this.",
  whatToDo:
    "Compare it with the backups that you want to keep. With policy Delete, deleting the content deletes the snapshot in the storage backend: you must decide.",
  sources: [
    "kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go syncContent, v8.6",
    "velero-io/velero#7511",
  ],
  check(content, { cluster, olderThan }) {
    const { volumeSnapshotRef: ref, deletionPolicy } = content.spec ?? {};
    if (isTerminating(content) || ref?.name === undefined) return [];
    if (!isOlderThan(content, olderThan, cluster.now)) return [];
    const snapshot = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshots", ref.name, ref.namespace);
    if (snapshot.state === "unread") return { unread: snapshot.unread };
    const namesake = snapshot.state === "found" ? snapshot.object.metadata.uid : undefined;
    const uid = ref.uid ?? "";
    if (namesake !== undefined && (uid === "" || uid === namesake)) return [];
    return finding(
      content,
      refOfSnapshot(ref),
      deletionPolicy === "Delete" && uid !== "" ? "warning" : "note",
    );
  },
});

type SnapshotRef = NonNullable<NonNullable<VolumeSnapshotContent["spec"]>["volumeSnapshotRef"]>;

function refOfSnapshot({ namespace = "", name = "" }: SnapshotRef): ObjectRef {
  return { apiVersion: "snapshot.storage.k8s.io/v1", kind: "VolumeSnapshot", namespace, name };
}

function finding(content: VolumeSnapshotContent, snapshot: ObjectRef, severity: "warning" | "note") {
  const { spec, status } = content;
  const handle = status?.snapshotHandle ?? spec?.source?.snapshotHandle ?? "the snapshot";
  const name = say`volumesnapshot/${snapshot.name} (${snapshot.namespace ?? ""})`;
  const reserved = (spec?.volumeSnapshotRef?.uid ?? "") === "";
  return {
    message: reserved
      ? say`it was created manually for ${name}, which does not exist; ${handle} remains in the storage backend`
      : say`its ${name} no longer exists; no controller deletes ${handle} in the storage backend of ${spec?.driver ?? "its driver"} (policy ${spec?.deletionPolicy ?? "?"})`,
    severity,
    evidence: [
      proof(content, "spec.volumeSnapshotRef.uid", spec?.volumeSnapshotRef?.uid),
      proof(content, "spec.deletionPolicy", spec?.deletionPolicy),
    ],
    remedies: [saveManifest(content)],
  };
}
