/** Volumes that are Released, Failed, deleted or attached. */
import { persistentVolume } from "../../support/manifests.ts";
import { finishPod } from "../../support/node.ts";
import type { Scenario } from "../support/scenario.ts";
import type { World } from "../support/world.ts";
import { attachments, claims, pods, volumes } from "../support/world.ts";

const nfs = { hostPath: null, nfs: { server: "nfs.example.invalid", path: "/export" } };

function csi(driver: string, name: string): object {
  return { hostPath: null, csi: { driver, volumeHandle: `disk-${name}` } };
}

async function released(world: World, spec: object, phase = "Released"): Promise<string> {
  const volume = world.name("volume");
  await world.bound(volume, "data", spec);
  await world.delete(claims, "data");
  await world.until(volumes, { name: volume }, ({ status }) => status?.phase === phase);
  return volume;
}

export const volumeScenarios: readonly Scenario[] = [
  {
    name: "a volume that nobody asks for",
    reason: "Available",
    async make(world) {
      const volume = world.name("volume");

      await world.create(persistentVolume(volume, { storageClassName: volume }));
      await world.until(volumes, { name: volume }, ({ status }) => status?.phase === "Available");
      return `pv/${volume}`;
    },
  },
  {
    name: "a Bound volume was deleted before its claim",
    reason: "VolumeDeletedWhileBound",
    blockers: ["persistentvolumeclaim/data"],
    async make(world) {
      const volume = world.name("volume");
      await world.bound(volume);
      await world.delete(volumes, volume);
      return `pv/${volume}`;
    },
  },
  {
    name: "a Released volume with policy Retain",
    reason: "ReleasedByDesign",
    make: async (world) => `pv/${await released(world, {})}`,
  },
  {
    name: "a static NFS volume with policy Delete",
    reason: "NoDeleterForVolume",
    make: async (world) =>
      `pv/${await released(world, { ...nfs, persistentVolumeReclaimPolicy: "Delete" }, "Failed")}`,
  },
  {
    name: "a Released volume of a driver that is not installed",
    reason: "DriverOfVolumeNotInstalled",
    async make(world) {
      const name = world.name("disk");
      const spec = { ...csi(`${name}.example.com`, name), persistentVolumeReclaimPolicy: "Delete" };
      return `pv/${await released(world, spec)}`;
    },
  },
  {
    name: "an attachment whose driver fails to detach",
    reason: "DetachFails",
    make: async (world) => `volumeattachment/${(await detaching(world)).attachment}`,
  },
  {
    name: "a deleted volume whose driver fails to detach it",
    reason: "DetachFails",
    async make(world) {
      const { volume } = await detaching(world);
      await world.delete(claims, "data");
      await world.until(volumes, { name: volume }, ({ status }) => status?.phase === "Released");
      await world.delete(volumes, volume);
      return `pv/${volume}`;
    },
  },
];

interface Detaching {
  readonly volume: string;
  readonly attachment: string;
}

/** The real attach-detach controller attaches and detaches; the driver's side is played here. */
export async function detaching(world: World): Promise<Detaching> {
  const volume = world.name("volume");
  const driver = `${volume}.example.com`;
  const finalizer = `external-attacher/${driver.replaceAll(".", "-")}`;
  await world.create({
    apiVersion: "storage.k8s.io/v1",
    kind: "CSIDriver",
    metadata: { name: driver },
    spec: { attachRequired: true },
  });
  await world.bound(volume, "data", csi(driver, volume));
  await world.pod("web");
  const attachment = await world.attachmentOf(volume);
  await world.api.patch(attachments, { name: attachment }, { metadata: { finalizers: [finalizer] } });
  await world.api.patch(attachments, { name: attachment }, { status: { attached: true } }, "/status");
  await world.addFinalizer(volumes, { name: volume }, finalizer);
  await world.podPhase("web", "Running");
  await world.delete(pods, "web", { gracePeriodSeconds: 5 });
  await finishPod(world.api, { name: "web", namespace: world.namespace });
  await world.until(
    attachments,
    { name: attachment },
    ({ metadata }) => metadata.deletionTimestamp !== undefined,
  );
  const detachError = {
    time: new Date().toISOString(),
    message: "rpc error: code = Internal desc = no route",
  };
  await world.api.patch(attachments, { name: attachment }, { status: { detachError } }, "/status");
  return { volume, attachment };
}
