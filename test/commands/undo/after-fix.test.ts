/** S17: after a removal by `fix` itself: what can be made again from its backup is, and what cannot is said. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { nameKey, refOf } from "../../../src/kubernetes/index.ts";
import { memoryDisk } from "../../changes/executor/support/memory-disk.ts";
import { pair } from "../../changes/rescue/situation.ts";
import type { MovingCluster } from "../rescue/moving-cluster.ts";
import { directory, movingCluster } from "../rescue/moving-cluster.ts";

const protection = "kubernetes.io/pvc-protection";
const removal = ["fix", "pvc/data", "-n", "shop", "--finalizer", protection];

function found(cluster: MovingCluster, kind: string): KubeObject | undefined {
  return cluster.objects().find((object) => object.kind === kind);
}

/** Takes the claim's last finalizer off, with every danger that the plan names accepted. Gives the backup. */
async function removed(cluster: MovingCluster, disk: ReturnType<typeof memoryDisk>): Promise<string> {
  const { out } = await cluster.run([...removal, "--dry-run", "-o", "json"], disk);
  const { digest, items } = JSON.parse(out) as {
    readonly digest: string;
    readonly items: readonly { readonly accept: readonly { readonly name: string }[] }[];
  };
  const accepted = items.flatMap(({ accept }) => accept.flatMap(({ name }) => ["--accept", name]));
  const ran = await cluster.run([...removal, ...accepted, `--confirm=${digest}`], disk);
  assert.equal(ran.code, 0, ran.err);
  assert.equal(found(cluster, "PersistentVolumeClaim"), undefined);
  const [, backup = ""] =
    /^(.*\/backups\/[^/]+)\//.exec(
      [...disk.entries.keys()].find((path) => path.endsWith("SHA256SUMS")) ?? "",
    ) ?? [];
  assert.ok(backup.startsWith(`${directory}/backups/`));
  return backup;
}

test("S17: a claim whose last finalizer fix took off comes back, Bound to the same disk", async (context) => {
  const disk = memoryDisk();
  const cluster = await movingCluster(context, () => disk);
  cluster.reset(pair({ claim: "deleted", policy: "Retain" }));
  const [before] = [found(cluster, "PersistentVolumeClaim")];
  const backup = await removed(cluster, disk);
  const ran = await cluster.run(["undo", backup], disk, "data");
  assert.equal(ran.code, 0, ran.err);
  assert.match(
    ran.out.replaceAll(/\s+/g, " "),
    /deletion that has begun cannot be undone.*deleted does not come back/,
  );
  const [claim, volume] = [found(cluster, "PersistentVolumeClaim"), found(cluster, "PersistentVolume")];
  const { spec, status } = claim as KubeObject & {
    readonly spec: { readonly volumeName: string };
    readonly status: { readonly phase: string };
  };
  assert.deepEqual([spec.volumeName, status.phase], ["pv-data", "Bound"]);
  assert.notEqual(claim?.metadata.uid, before?.metadata.uid);
  assert.equal(claim?.metadata.deletionTimestamp, undefined);
  assert.match(JSON.stringify(volume), /"volumeHandle":"vol-data"/);
  const again = await cluster.run(["undo", backup], disk, "data");
  assert.equal(again.code, 0, again.err);
  assert.match(again.out, /nothing to recreate/);
});

test("S17: where a driver has destroyed the disk since, undo makes nothing, and says why", async (context) => {
  const disk = memoryDisk();
  const cluster = await movingCluster(context, () => disk);
  cluster.reset(pair({ claim: "deleted" }));
  const backup = await removed(cluster, disk);
  cluster.pass();
  assert.equal(found(cluster, "PersistentVolume"), undefined, "its policy was Delete");
  const sent = cluster.writes().length;
  const ran = await cluster.run(["undo", backup], disk, "data");
  assert.equal(ran.code, 5);
  assert.match(ran.err, /RetainNotProven[\s\S]*may have been deleted/);
  assert.equal(cluster.writes().length, sent);
});

test("S17: the plan of the removal says beforehand what no undo brings back", async (context) => {
  const disk = memoryDisk();
  const cluster = await movingCluster(context, () => disk);
  cluster.reset(pair({ claim: "deleted" }));
  const { out } = await cluster.run([...removal, "--dry-run"], disk);
  assert.match(
    out.replaceAll(/\s+/g, " "),
    /Cannot be undone.*cannot be put back.*Dangers that you must accept by name.*DataDestroyed.*vol-data/,
  );
  assert.ok(nameKey(refOf(found(cluster, "PersistentVolumeClaim") as KubeObject)) !== "");
});
