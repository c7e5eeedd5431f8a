/** What would be lost at the next wrong step. Controllers mend most of it at once, so it is made when none acts. */
import { persistentVolume, persistentVolumeClaim } from "../../support/manifests.ts";
import type { Stage } from "../stage.ts";
import { attachments, claims, placeOf, volumes } from "../stage.ts";
import type { Trouble } from "../trouble.ts";
import { claim, volume } from "../trouble.ts";

const provisionerFinalizer = "external-provisioner.volume.kubernetes.io/finalizer";

async function attachedTo(stage: Stage, name: string, volume: string, nodeName: string): Promise<void> {
  await stage.create({
    apiVersion: "storage.k8s.io/v1",
    kind: "VolumeAttachment",
    metadata: { name },
    spec: { attacher: stage.csi.driver, nodeName, source: { persistentVolumeName: volume } },
  });
  await stage.status(attachments, { name }, { attached: true });
}

const disk = (stage: Stage, volumeHandle: string) => ({
  hostPath: null,
  csi: { driver: stage.csi.driver, volumeHandle },
});

export const unprotected: readonly Trouble[] = [
  {
    what: "a claim without its protection",
    make: (stage) => stage.bound("shop/sessions", "sessions"),
    whenNobodyActs: (stage) => stage.strip(claims, placeOf("shop/sessions"), "kubernetes.io/pvc-protection"),
    expected: () => [{ code: "PVG201", object: claim("sessions"), because: "is the only one" }],
  },
  {
    what: "a volume without its protection",
    make: (stage) => stage.bound("shop/carts", "carts"),
    whenNobodyActs: (stage) => stage.strip(volumes, { name: "carts" }, "kubernetes.io/pv-protection"),
    expected: () => [{ code: "PVG202", object: volume("carts"), because: "is the only one" }],
  },
  {
    what: "a volume whose disk would leak",
    make: (stage) => stage.provisioned("bank/audit-log"),
    whenNobodyActs: (stage) =>
      stage.strip(volumes, { name: stage.volumeOf("bank/audit-log") }, provisionerFinalizer),
    expected: (stage) => [
      { code: "PVG203", object: volume(stage.volumeOf("bank/audit-log")), because: "would leak" },
    ],
  },
  {
    what: "a finalizer that a change of policy left",
    make: (stage) => stage.provisioned("bank/tapes"),
    whenNobodyActs: (stage) =>
      stage.api.patch(
        volumes,
        { name: stage.volumeOf("bank/tapes") },
        { spec: { persistentVolumeReclaimPolicy: "Retain" } },
      ),
    expected: (stage) => [
      { code: "PVG204", object: volume(stage.volumeOf("bank/tapes")), because: "should have removed" },
    ],
  },
  {
    what: "a claim that was made again under the same name",
    make: (stage) => stage.provisioned("bank/loans"),
    async whenNobodyActs(stage) {
      const place = placeOf("bank/loans");
      await stage.delete(claims, place);
      await stage.strip(claims, place);
      const spec = { storageClassName: stage.csi.driver, volumeName: stage.volumeOf("bank/loans") };
      await stage.create(persistentVolumeClaim(place, spec));
    },
    expected: (stage) => [
      { code: "PVG206", object: volume(stage.volumeOf("bank/loans")), because: "ClaimOfVolumeReplaced" },
      { code: "PVG401", object: claim("loans"), because: "NamedVolumeReserved" },
    ],
  },
  {
    what: "two volumes for one disk",
    async make(stage) {
      const annotations = { "pv.kubernetes.io/provisioned-by": stage.csi.driver };
      const deletes = { ...disk(stage, "disk-twice"), persistentVolumeReclaimPolicy: "Delete" };
      await stage.bound("media/clips", "clips", deletes, { annotations });
      await stage.bound("shop/clips", "clips-again", disk(stage, "disk-twice"));
    },
    expected: () => [
      { code: "PVG207", object: volume("clips"), because: "all lose their data" },
      { code: "PVG207", object: volume("clips-again"), because: "all lose their data" },
    ],
  },
  {
    what: "a claim whose owner is gone",
    make: (stage) => stage.provisioned("ci/models"),
    async whenNobodyActs(stage) {
      const uid = "7d1c4c1e-0000-4000-8000-000000000000";
      const ownerReferences = [{ apiVersion: "apps/v1", kind: "StatefulSet", name: "models", uid }];
      await stage.api.patch(claims, placeOf("ci/models"), { metadata: { ownerReferences } });
    },
    expected: () => [{ code: "PVG213", object: claim("models"), because: "OwnerGone" }],
  },
  {
    what: "a disk for one node, attached to two",
    make: (stage) => stage.bound("shop/queue", "queue", disk(stage, "disk-queue")),
    async whenNobodyActs(stage) {
      await attachedTo(stage, "queue-on-node-1", "queue", "node-1");
      await attachedTo(stage, "queue-on-node-2", "queue", "node-2");
    },
    expected: () => [{ code: "PVG214", object: volume("queue"), because: "node-1 and node-2" }],
  },
  {
    what: "an attachment of a volume that is gone",
    whenNobodyActs: (stage) => attachedTo(stage, "left-of-billing", "billing", "node-1"),
    expected: () => [
      { code: "PVG309", object: "volumeattachment/left-of-billing", because: "AttachmentVolumeGone" },
    ],
  },
  {
    what: "an attachment on a node that is gone",
    make: (stage) => stage.bound("shop/search", "search", disk(stage, "disk-search")),
    whenNobodyActs: (stage) => attachedTo(stage, "left-of-node-8", "search", "node-8"),
    expected: () => [
      { code: "PVG309", object: "volumeattachment/left-of-node-8", because: "AttachmentNodeGone" },
    ],
  },
  {
    what: "finalizers of a driver that is not installed",
    async make(stage) {
      const csi = { driver: "nas.example.com", volumeHandle: "share-3" };
      await stage.create(
        persistentVolume("share", { hostPath: null, csi, claimRef: { ...placeOf("bank/share") } }),
      );
      await stage.addFinalizer(volumes, { name: "share" }, "external-attacher/nas-example-com");
    },
    expected: () => [
      { code: "PVG313", object: volume("share"), because: "external-attacher/nas-example-com" },
    ],
  },
];
