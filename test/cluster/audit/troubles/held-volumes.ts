/** Volumes that are deleted, or should be, and stay. */
import { warned } from "../../support/events.ts";
import { finishPod } from "../../support/node.ts";
import type { Stage } from "../stage.ts";
import { attachments, claims, placeOf, volumes } from "../stage.ts";
import type { Trouble } from "../trouble.ts";
import { volume } from "../trouble.ts";

const deletes = { persistentVolumeReclaimPolicy: "Delete" };

async function released(stage: Stage, name: string, phase: string): Promise<void> {
  await stage.delete(claims, placeOf(`bank/${name}`));
  await stage.until(volumes, { name }, ({ status }) => status?.phase === phase);
}

let attachment = "";

export const heldVolumes: readonly Trouble[] = [
  {
    what: "a volume deleted under its claim",
    async make(stage) {
      await stage.bound("bank/archive", "archive");
      await stage.delete(volumes, { name: "archive" });
    },
    expected: () => [
      { code: "PVG102", object: volume("archive"), because: "VolumeDeletedWhileBound" },
      { code: "PVG205", object: volume("archive"), because: "VolumeBeingDeleted" },
    ],
  },
  {
    what: "a driver that does not detach",
    async make(stage) {
      await stage.provisioned("shop/orders");
      await stage.pod("shop/orders-0", "orders", "Running", { nodeName: "node-2" });
      attachment = await stage.attached(stage.volumeOf("shop/orders"));
    },
    async whenDriverFails(stage) {
      const name = stage.volumeOf("shop/orders");
      await finishPod(stage.api, placeOf("shop/orders-0"));
      await stage.until(attachments, { name: attachment }, ({ status }) => status?.detachError !== undefined);
      await stage.delete(claims, placeOf("shop/orders"));
      await stage.until(volumes, { name }, ({ status }) => status?.phase === "Released");
      await stage.delete(volumes, { name });
    },
    expected: (stage) => [
      { code: "PVG102", object: volume(stage.volumeOf("shop/orders")), because: "DetachFails" },
      { code: "PVG103", object: `volumeattachment/${attachment}`, because: "DetachFails" },
      {
        code: "PVG302",
        object: volume(stage.volumeOf("shop/orders")),
        because: "AttachmentComesFirst",
      },
    ],
  },
  {
    what: "a driver that does not delete",
    make: (stage) => stage.provisioned("media/thumbnails"),
    async whenDriverFails(stage) {
      await stage.delete(claims, placeOf("media/thumbnails"));
      await warned(stage.api, "VolumeFailedDelete", stage.volumeOf("media/thumbnails"));
    },
    expected: (stage) => [
      { code: "PVG302", object: volume(stage.volumeOf("media/thumbnails")), because: "DeletionFails" },
    ],
  },
  {
    what: "a deleted in-tree volume whose finalizer is refused",
    async make(stage) {
      const annotations = { "pv.kubernetes.io/provisioned-by": "kubernetes.io/host-path" };
      await stage.bound("bank/vault", "vault", {}, { annotations });
      await stage.delete(volumes, { name: "vault" });
      await stage.api.patch(volumes, { name: "vault" }, { spec: deletes });
    },
    expected: () => [
      { code: "PVG211", object: volume("vault"), because: "which the API server refuses" },
      { code: "PVG205", object: volume("vault"), because: "VolumeBeingDeleted" },
      { code: "PVG102", object: volume("vault"), because: "VolumeDeletedWhileBound" },
    ],
  },
  {
    what: "a share made by hand with policy Delete",
    async make(stage) {
      const nfs = { hostPath: null, nfs: { server: "nfs.example.invalid", path: "/import" } };
      await stage.bound("bank/import", "import", { ...nfs, ...deletes });
      await released(stage, "import", "Failed");
    },
    expected: () => [{ code: "PVG303", object: volume("import"), because: "NoDeleterForVolume" }],
  },
  {
    what: "a released volume of a driver that is not installed",
    async make(stage) {
      const csi = { driver: "array.example.com", volumeHandle: "lun-17" };
      await stage.bound("bank/lun", "lun", { hostPath: null, csi, ...deletes });
      await released(stage, "lun", "Released");
    },
    expected: () => [{ code: "PVG303", object: volume("lun"), because: "DriverOfVolumeNotInstalled" }],
  },
  {
    what: "a directory that the in-tree deleter refuses",
    async make(stage) {
      await stage.bound("bank/records", "records", { hostPath: { path: "/srv/records" }, ...deletes });
      await released(stage, "records", "Failed");
    },
    expected: () => [{ code: "PVG304", object: volume("records"), because: "ReclaimFails" }],
  },
  {
    what: "a released volume that is kept on purpose",
    async make(stage) {
      await stage.bound("bank/minutes", "minutes");
      await released(stage, "minutes", "Released");
    },
    expected: () => [{ code: "PVG301", object: volume("minutes"), because: "ReleasedByDesign" }],
  },
];
