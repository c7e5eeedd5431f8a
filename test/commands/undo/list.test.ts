/** Without a backup, undo lists what there is, and sends nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { saveBackup } from "../../../src/changes/executor/index.ts";
import { rawObject } from "../../../src/kubernetes/index.ts";
import { memoryDisk } from "../../changes/executor/support/memory-disk.ts";
import { claim, volume } from "../../support/objects.ts";
import { directory, movingCluster } from "../rescue/moving-cluster.ts";

test("undo without a backup lists the backups, the newest first", async (context) => {
  const disk = memoryDisk();
  const cluster = await movingCluster(context, () => disk);
  const save = async (run: string, ...objects: readonly object[]) =>
    await saveBackup(
      disk,
      directory,
      run,
      objects.flatMap((each) => rawObject(JSON.stringify(each)) ?? []),
    );
  await save("20261120T120000Z-1", claim({ name: "data" }), volume({ name: "pv-data" }));
  await save("20261121T120000Z-2", claim({ name: "logs" }));
  const { out, code } = await cluster.run(["undo"], disk, "data");
  assert.equal(
    out,
    [
      "pvc/logs (shop)",
      `  kubectl pvguard undo ${directory}/backups/20261121T120000Z-2 --dry-run`,
      "pvc/data (shop), pv/pv-data",
      `  kubectl pvguard undo ${directory}/backups/20261120T120000Z-1 --dry-run`,
      "",
    ].join("\n"),
  );
  assert.equal(code, 0);
  assert.deepEqual(cluster.writes(), []);
});

test("where nothing was saved yet, undo says so", async (context) => {
  const disk = memoryDisk();
  const cluster = await movingCluster(context, () => disk);
  const { out, code } = await cluster.run(["undo"], disk, "data");
  assert.equal(out, `No backups in ${directory}.\n`);
  assert.equal(code, 0);
});
