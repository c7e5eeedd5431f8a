import assert from "node:assert/strict";
import { existsSync, mkdirSync } from "node:fs";
import { eventually } from "../../support/eventually.ts";
import { finishPod } from "../../support/node.ts";
import type { World } from "./world.ts";
import { pods, volumes } from "./world.ts";

interface Disk {
  readonly volume: string;
  /** Where the deleter finds it, on this machine. */
  readonly path: string;
}

/** A namespace with a claim, its volume with policy Delete, and the pod `web`, which runs and uses it. */
export async function namespaceInUse(world: World): Promise<Disk> {
  const { api, namespace } = world;
  await world.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  await eventually("its service account", async () => {
    const { status } = await api.send("GET", `/api/v1/namespaces/${namespace}/serviceaccounts/default`);
    return status === 200 ? true : undefined;
  });
  const volume = world.name("volume");
  const path = `/tmp/pvguard-test/${volume}`;
  mkdirSync(path, { recursive: true });
  await world.bound(volume, "data", { persistentVolumeReclaimPolicy: "Delete" });
  await world.pod("web", "data", { terminationGracePeriodSeconds: 1 });
  await world.podPhase("web", "Running");
  return { volume, path };
}

/** The last round of the namespace controller failed: a deletion was refused, or a pod outlived its grace period. */
export async function untilContentFails(world: World): Promise<void> {
  await world.until("v1/namespaces", { name: world.namespace }, ({ status }) =>
    (status?.conditions ?? []).some(
      ({ type, status: is }) => `${type} ${is}` === "NamespaceDeletionContentFailure True",
    ),
  );
}

/** Once no deletion is refused, what was foretold happens without further action: all is deleted, and the data too. */
export async function goesAsForetold(world: World, { volume, path }: Disk): Promise<void> {
  const { api, namespace } = world;
  await eventually(
    "the pod is being deleted",
    async () => (await api.get(pods, world.place("web")))?.metadata.deletionTimestamp,
    120,
  );
  await finishPod(api, { name: "web", namespace });
  await world.untilGone(volumes, { name: volume }, 120);
  assert.ok(!existsSync(path), "the deleter has removed what was behind the volume");
  await world.untilGone("v1/namespaces", { name: namespace }, 120);
}
