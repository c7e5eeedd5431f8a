/** What `before delete` says is what happens: "data" and the disk is destroyed, "nothing" and it is still there. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync } from "node:fs";
import { test } from "node:test";
import { hasUser, newName, testApi } from "../support/e2e.ts";
import { gone, holdsFor } from "../support/eventually.ts";
import { pvguard } from "../support/pvguard.ts";
import { claims, newWorld, volumes, World } from "../why/support/world.ts";

const api = testApi();
/** The controllers of a cluster that a person named may run on another machine. */
const skip = hasUser("view-only") ? false : "the data would be deleted on another machine";
const namespaces = "v1/namespaces";

/** A claim whose disk is a folder, which the controller of this machine deletes. */
async function diskOf(world: World, claim: string, persistentVolumeReclaimPolicy: "Delete" | "Retain") {
  const volume = world.name("volume");
  const path = `/tmp/pvguard-test/${volume}`;
  mkdirSync(path, { recursive: true });
  await world.bound(volume, claim, { persistentVolumeReclaimPolicy });
  return { volume, isThere: () => existsSync(path) };
}

async function judged(...argv: readonly string[]) {
  const { code, out } = await pvguard("before", "delete", ...argv, "-o", "json");
  const { loses, complete } = JSON.parse(out) as { readonly loses: string; readonly complete: boolean };
  assert.equal(complete, true, "everything that matters was read");
  return { code, loses };
}

const lost = { code: 1, loses: "data" };
const nothing = { code: 0, loses: "nothing" };

test("claims: what is said to be lost is destroyed, and what is said to be kept is kept", {
  skip,
}, async (context) => {
  const world = await newWorld(context, api, "");
  const doomed = await diskOf(world, "doomed", "Delete");
  const spared = await diskOf(world, "spared", "Retain");
  assert.deepEqual(await judged("pvc/doomed", "-n", world.namespace), lost);
  assert.deepEqual(await judged("pvc/spared", "-n", world.namespace), nothing);
  assert.deepEqual(await judged("pvc", "--all", "-n", world.namespace), lost);

  await world.delete(claims, "spared");
  await world.until(volumes, { name: spared.volume }, ({ status }) => status?.phase === "Released");
  await world.delete(claims, "doomed");
  await world.untilGone(volumes, { name: doomed.volume });
  assert.equal(doomed.isThere(), false);
  await holdsFor("the disk is kept", 3, async () => spared.isThere());
});

test("a namespace: lost with a claim of policy Delete, and kept once that is Retain", {
  skip,
}, async (context) => {
  const name = newName("pvguard-test");
  await api.create({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
  const world = new World(context, api, name, "");
  const disk = await diskOf(world, "data", "Delete");
  assert.deepEqual(await judged(`ns/${world.namespace}`), lost);
  await api.patch(volumes, { name: disk.volume }, { spec: { persistentVolumeReclaimPolicy: "Retain" } });
  assert.deepEqual(await judged(`ns/${world.namespace}`), nothing);
  await api.remove(namespaces, { name: world.namespace });
  await gone("the namespace", () => api.get(namespaces, { name: world.namespace }), 60);
  await holdsFor("the disk is kept", 3, async () => disk.isThere());
});
