/** Claims that are Pending, Lost or unusable. */
import { persistentVolume, persistentVolumeClaim } from "../../support/manifests.ts";
import type { Scenario } from "../support/scenario.ts";
import type { World } from "../support/world.ts";
import { claims, volumes } from "../support/world.ts";

async function pending(world: World, spec: object): Promise<string> {
  await world.create(persistentVolumeClaim(world.place("data"), spec));
  await world.until(claims, world.place("data"), ({ status }) => status?.phase === "Pending");
  return "pvc/data";
}

async function storageClass(world: World, more: object = {}): Promise<string> {
  const name = world.name("class");
  const provisioner = `${name}.example.com`;
  await world.create({
    apiVersion: "storage.k8s.io/v1",
    kind: "StorageClass",
    metadata: { name },
    provisioner,
    ...more,
  });
  return name;
}

export const pendingClaims: readonly Scenario[] = [
  {
    name: "no volume fits a claim without a class",
    reason: "NoVolumeFits",
    make: (world) => pending(world, { resources: { requests: { storage: "900Ti" } } }),
  },
  {
    name: "the class does not exist",
    reason: "StorageClassMissing",
    make: (world) => pending(world, { storageClassName: "nope" }),
  },
  {
    name: "the class waits for the first consumer",
    reason: "WaitsForFirstPod",
    async make(world) {
      const storageClassName = await storageClass(world, { volumeBindingMode: "WaitForFirstConsumer" });
      return pending(world, { storageClassName });
    },
  },
  {
    name: "the driver of the class has not made the volume yet",
    reason: "ProvisioningNotReported",
    async make(world) {
      return pending(world, { storageClassName: await storageClass(world) });
    },
  },
  {
    name: "the volume that the claim names does not exist",
    reason: "NamedVolumeMissing",
    make: (world) => pending(world, { volumeName: world.name("volume") }),
  },
  {
    name: "the volume that the claim names is too small",
    reason: "NamedVolumeDoesNotFit",
    async make(world) {
      const volumeName = world.name("volume");
      const storageClassName = volumeName;
      await world.create(persistentVolume(volumeName, { storageClassName }));
      return pending(world, {
        volumeName,
        storageClassName,
        resources: { requests: { storage: "5Gi" } },
      });
    },
  },
  {
    name: "the volume that the claim names is reserved for another",
    reason: "NamedVolumeTaken",
    async make(world) {
      const volumeName = world.name("volume");
      const claimRef = { name: "other", namespace: world.namespace };
      await world.create(persistentVolume(volumeName, { claimRef }));
      return pending(world, { volumeName });
    },
  },
  {
    name: "the volume of a claim was removed by force",
    reason: "VolumeObjectMissing",
    async make(world) {
      const volume = world.name("volume");
      await world.bound(volume);
      await world.delete(volumes, volume);
      await world.api.patch(volumes, { name: volume }, { metadata: { finalizers: null } });
      await world.until(claims, world.place("data"), ({ status }) => status?.phase === "Lost");
      return "pvc/data";
    },
  },
  {
    name: "the volume of a claim was deleted first",
    reason: "VolumeDeletedWhileBound",
    says: "VolumeBeingDeleted",
    async make(world) {
      const volume = world.name("volume");
      await world.bound(volume);
      await world.delete(volumes, volume);
      return "pvc/data";
    },
  },
  {
    name: "the file system of a claim waits for a pod to be expanded, and nothing runs one",
    reason: "FileSystemResizeNeedsPod",
    async make(world) {
      await world.bound(world.name("volume"));
      const condition = { type: "FileSystemResizePending", status: "True" };
      await world.api.patch(claims, world.place("data"), { status: { conditions: [condition] } }, "/status");
      return "pvc/data";
    },
  },
];
