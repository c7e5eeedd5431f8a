/** What undo says of a backup of which something is gone that it cannot, or must not, make again. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { saveBackup } from "../../../src/changes/executor/index.ts";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { rawObject } from "../../../src/kubernetes/index.ts";
import type { MemoryDisk } from "../../changes/executor/support/memory-disk.ts";
import { memoryDisk } from "../../changes/executor/support/memory-disk.ts";
import { pair } from "../../changes/rescue/situation.ts";
import { claim, volume } from "../../support/objects.ts";
import { directory, movingCluster } from "../rescue/moving-cluster.ts";

interface Facts {
  readonly saved: readonly KubeObject[];
  readonly there: readonly KubeObject[];
  readonly damage?: (disk: MemoryDisk, files: readonly string[]) => Promise<unknown>;
  readonly file?: "the first";
  readonly accepted?: readonly string[];
}

async function undone(context: TestContext, { saved, there, damage, file, accepted = [] }: Facts) {
  const disk = memoryDisk();
  const cluster = await movingCluster(context, () => disk);
  cluster.reset(there);
  const raws = saved.flatMap((object) => rawObject(JSON.stringify(object)) ?? []);
  const files = (await saveBackup(disk, directory, "one", raws)).map(({ path }) => path);
  await damage?.(disk, files);
  const named = file === undefined ? `${directory}/backups/one` : (files[0] ?? "");
  const ran = await cluster.run(["undo", named, ...accepted], disk, "data");
  return { ...ran, said: `${ran.out}${ran.err}`.replaceAll(/\s+/g, " "), writes: cluster.writes() };
}

test("a volume without a claim that is gone is not said to be there", async (context) => {
  const ran = await undone(context, { saved: [volume({ name: "disk" })], there: [] });
  assert.equal(ran.code, 5);
  assert.match(ran.said, /NotBoundWhenSaved.*not create these missing objects again.*pv\/disk/);
  assert.doesNotMatch(ran.said, /nothing to recreate/);
});

test("a claim without a volume that is gone is not said to be there", async (context) => {
  const ran = await undone(context, { saved: [claim({ name: "new" })], there: [] });
  assert.equal(ran.code, 5);
  assert.match(ran.said, /not create these missing objects again.*pvc\/new/);
});

test("a volume without a claim that is there is nothing to recreate", async (context) => {
  const disk = volume({ name: "disk" });
  const ran = await undone(context, { saved: [disk], there: [disk] });
  assert.equal(ran.code, 0);
  assert.match(ran.said, /nothing to recreate/);
});

test("that a volume was saved with Retain does not prove that it went with Retain", async (context) => {
  const saved = pair({ policy: "Retain" });
  const unproven = await undone(context, { saved, there: [] });
  assert.equal(unproven.code, 5);
  assert.match(unproven.said, /RetainNotProven.*may have been deleted/);
  assert.deepEqual(unproven.writes, []);
  const accepted = await undone(context, { saved, there: [], accepted: ["--accept", "RetainNotProven"] });
  assert.equal(accepted.code, 0, accepted.err);
  assert.match(accepted.said, /pvc\/data \(shop\) is Bound/);
});

test("a claim that had gone before anything was saved is not made", async (context) => {
  const [, released] = pair({ policy: "Retain", phase: "Released" });
  const ran = await undone(context, { saved: [released], there: [released] });
  assert.equal(ran.code, 0, ran.err);
  assert.match(ran.said, /nothing to recreate.*not reverted.*was not saved here.*rescue pv\/pv-data/);
  assert.deepEqual(ran.writes, []);
});

test("files that are missing or torn are not taken for objects that are there", async (context) => {
  const missing = await undone(context, {
    saved: pair(),
    there: [],
    damage: (disk, files) => Promise.all(files.map((path) => disk.remove(path))),
  });
  assert.equal(missing.code, 3);
  assert.match(missing.said, /is missing.*is unknown/);
  assert.doesNotMatch(missing.said, /nothing to recreate/);
});

test("a namespace that is gone has to be made first, and undo says so", async (context) => {
  const elsewhere = pair().map((object) => JSON.parse(JSON.stringify(object).replaceAll('"shop"', '"old"')));
  const ran = await undone(context, {
    saved: elsewhere,
    there: [],
    accepted: ["--accept", "RetainNotProven"],
  });
  assert.equal(ran.code, 5);
  assert.match(ran.said, /namespace\/old, .*no longer exists.*kubectl create namespace old/);
});

test("undo gives no advice to use a flag that it does not have", async (context) => {
  const ran = await undone(context, { saved: pair(), there: [], file: "the first" });
  assert.equal(ran.code, 5);
  assert.match(ran.said, /VolumeGone.*name the folder/);
  assert.doesNotMatch(ran.said, /volume-manifest/);
});
