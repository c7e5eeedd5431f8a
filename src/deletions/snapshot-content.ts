import { pointsBack } from "../controllers/index.ts";
import { defineDeletion, together } from "../define/index.ts";
import { words } from "../kubernetes/index.ts";
import { saveManifest } from "../remedies/index.ts";
import { claimsRestoredFrom, sharing } from "./shared/restored.ts";

const group = "snapshot.storage.k8s.io/v1";

export default defineDeletion({
  name: "snapshot-content",
  on: [`${group}/volumesnapshotcontents`],
  needs: [`${group}/volumesnapshots`, "v1/persistentvolumeclaims"],
  sources: [
    "kubernetes-csi/external-snapshotter pkg/sidecar-controller/snapshot_controller.go shouldDelete, syncContent, v8.6",
    "kubernetes-csi/external-provisioner pkg/controller/controller.go getSnapshotSource (the content must exist), v6.3",
  ],
  told: "step by step",
  dependents(content, cluster) {
    const { name, namespace } = content.spec?.volumeSnapshotRef ?? {};
    const snapshot =
      name === undefined ? undefined : cluster.get(`${group}/volumesnapshots`, name, namespace);
    if (snapshot?.state === "unread")
      return together([{ items: [], unread: [snapshot.unread] }, sharing(content, cluster)]);
    if (snapshot?.state !== "found" || !pointsBack(content, snapshot.object))
      return sharing(content, cluster);
    return together([
      {
        items: [
          {
            object: snapshot.object,
            reason: "SnapshotStays",
            message: words(
              "it keeps its content: the deletion of the content continues only when the snapshot is deleted",
            ),
          },
        ],
        unread: [],
      },
      claimsRestoredFrom(snapshot.object, words("it can be restored as long as the content exists"), cluster),
      sharing(content, cluster),
    ]);
  },
  before: (content) => [saveManifest(content)],
});
