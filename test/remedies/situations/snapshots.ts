import { claim, content, snapshot } from "../../support/objects.ts";
import { situationsOf } from "./situation.ts";

const gone = { deletionTimestamp: true } as const;
const asSource = "snapshot.storage.kubernetes.io/volumesnapshot-as-source-protection";
const sourceProtection = "snapshot.storage.kubernetes.io/pvc-as-source-protection";
const pinned = claim({ ...gone, finalizers: [sourceProtection] });
const keeping = claim({ finalizers: [sourceProtection] });
const handled = snapshot({ finalizers: [asSource] });

const restored = (name = "copy") =>
  claim({
    name,
    spec: { dataSource: { apiGroup: "snapshot.storage.k8s.io", kind: "VolumeSnapshot", name: "nightly" } },
  });

export const snapshotSituations = situationsOf("delete-snapshot", {
  "without a content": { objects: [snapshot(), keeping] },
  "with a content, and it keeps its claim": {
    objects: [snapshot({ content: "snapcontent-1", readyToUse: false }), content(), keeping],
  },
  "with a content of policy Retain, and it keeps its claim": {
    objects: [
      snapshot({ content: "snapcontent-1", readyToUse: false }),
      content({ policy: "Retain" }),
      keeping,
    ],
  },
  "without a claim": { objects: [snapshot()] },
  "with an error": {
    objects: [{ ...snapshot(), status: { error: { message: "no" } } }, keeping],
  },
  "with a content": { objects: [snapshot({ content: "snapcontent-1", readyToUse: false }), content()] },
  "with a content that is gone": { objects: [snapshot({ content: "snapcontent-1" })] },
  "that is ready": { objects: [snapshot({ readyToUse: true })] },
  "that is being deleted": { objects: [snapshot(gone)] },
  "never handled, whose claim waits for it": { objects: [snapshot(), pinned] },
  "never handled, and another one of the claim": {
    objects: [snapshot(), pinned, snapshot({ name: "weekly" })],
  },
  "handled, whose claim waits for it": { objects: [handled, pinned] },
  "never handled, whose claim is not deleted": {
    objects: [snapshot(), claim({ finalizers: [sourceProtection] })],
  },
  "never handled, whose claim does not wait": { objects: [snapshot(), claim(gone)] },
  "made of a content": { objects: [snapshot({ sourceContent: "snapcontent-1" }), pinned] },
  "without a spec": { objects: [{ ...snapshot(), spec: undefined }, pinned] },
  "without a source": { objects: [{ ...snapshot(), spec: {} }, pinned] },
  "contents were not read": {
    objects: [snapshot()],
    hidden: ["snapshot.storage.k8s.io/v1/volumesnapshotcontents"],
  },
  "snapshots were not read": {
    objects: [snapshot()],
    hidden: ["snapshot.storage.k8s.io/v1/volumesnapshots"],
  },
  "from which a claim is to be filled": { objects: [snapshot(), keeping, restored()] },
  "from which several claims are to be filled": {
    objects: [
      snapshot({ content: "snapcontent-1", readyToUse: false }),
      content(),
      keeping,
      restored(),
      restored("other"),
    ],
  },
  "claims were not read": { objects: [snapshot(), pinned], hidden: ["v1/persistentvolumeclaims"] },
});
