import { everywhere, itemsOf, unreadOf } from "../cluster/index.ts";
import { defineDeletion } from "../define/index.ts";
import type { Phrase } from "../kubernetes/index.ts";
import { nameOf, say, words } from "../kubernetes/index.ts";
import { saveManifest } from "../remedies/index.ts";

const group = "snapshot.storage.k8s.io/v1";

export default defineDeletion({
  name: "snapshot-class",
  on: [`${group}/volumesnapshotclasses`],
  needs: [`${group}/volumesnapshots`, `${group}/volumesnapshotcontents`],
  sources: [
    "kubernetes-csi/external-snapshotter pkg/sidecar-controller/snapshot_controller.go getCSISnapshotInput, checkandUpdateContentStatusOperation, deleteCSISnapshotOperation (GetCredentialsFromAnnotation), v8.6",
    "kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go getSnapshotClass, SetDefaultSnapshotClass, v8.6",
  ],
  told: "step by step",
  dependents(snapshotClass, cluster) {
    const { name } = snapshotClass.metadata;
    const snapshots = cluster.list(`${group}/volumesnapshots`, everywhere);
    const contents = cluster.list(`${group}/volumesnapshotcontents`, everywhere);
    const own = itemsOf(snapshots).filter(({ spec }) => spec?.volumeSnapshotClassName === name);
    const bound = new Set(own.map(({ status }) => status?.boundVolumeSnapshotContentName ?? ""));
    const others = itemsOf(contents).filter(
      ({ metadata, spec }) => spec?.volumeSnapshotClassName === name && !bound.has(metadata.name),
    );
    return {
      items: [...own, ...others].map((object) => ({ object, reason: "GoesOnWithoutClass", message: goesOn })),
      unread: unreadOf([snapshots, contents]),
    };
  },
  limits: (snapshotClass) => [
    {
      operations: ["snapshot"],
      message: say`no snapshot that names ${nameOf(snapshotClass)} can be taken, and a content that was created manually with this class does not become ready`,
    },
  ],
  before: (snapshotClass) => [saveManifest(snapshotClass)],
});

const goesOn: Phrase = words(
  "restoring from it and deleting it need no class: its content has its own deletionPolicy, and names the secret for its deletion in annotations",
);
