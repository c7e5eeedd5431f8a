/** A rescue that starts over does not forget what an earlier run has scaled down. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { memoryDisk } from "../../changes/executor/support/memory-disk.ts";
import { deploymentUsing, pair } from "../../changes/rescue/situation.ts";
import { pod } from "../../support/objects.ts";
import { movingCluster } from "./moving-cluster.ts";

const argv = ["rescue", "pvc/data", "-n", "shop"];
const byHand = pod({ name: "by-hand", claims: ["data"] });

/** A rescue that has scaled the Deployment down, and waits for a person. */
async function begun(context: TestContext) {
  const disk = memoryDisk();
  const cluster = await movingCluster(context, () => disk);
  const objects = [...pair({ claim: "deleted" }), ...deploymentUsing("data")];
  cluster.reset([...objects, byHand]);
  const { code, err } = await cluster.run(argv, disk);
  assert.equal(code, 5, err);
  return {
    run: (...more: readonly string[]) => cluster.run([...argv, ...more], disk),
    /** The person has acted. */
    go() {
      cluster.pass();
      const left = cluster
        .objects()
        .filter(({ metadata: { name } }) => name !== "shop" && name !== "by-hand");
      cluster.reset(left);
    },
    replicas: () => {
      const web = cluster.objects().find(({ kind }) => kind === "Deployment");
      return (web as { readonly spec?: { readonly replicas?: number } } | undefined)?.spec?.replicas;
    },
    states: () => [...disk.entries.keys()].filter((path) => /\/rescues\/.*\.json$/.test(path)).length,
  };
}

test("what an earlier run has scaled down is started at the end", async (context) => {
  const rescue = await begun(context);
  assert.equal(rescue.replicas(), 0);
  rescue.go();
  const { code, err } = await rescue.run("--start-over");
  assert.equal(code, 0, err);
  assert.equal(rescue.replicas(), 1);
  assert.equal(rescue.states(), 0);
});

test("a dry run forgets nothing", async (context) => {
  const rescue = await begun(context);
  for (const dryRun of ["--dry-run=client", "--dry-run=server"]) await rescue.run("--start-over", dryRun);
  rescue.go();
  const { code, err } = await rescue.run();
  assert.equal(code, 0, err);
  assert.equal(rescue.replicas(), 1);
});

test("an answer that is not yes forgets nothing", async (context) => {
  const rescue = await begun(context);
  await rescue.run("--start-over", "--confirm=0");
  assert.equal(rescue.states(), 1);
});
