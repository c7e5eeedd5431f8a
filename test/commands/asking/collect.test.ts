import assert from "node:assert/strict";
import { test } from "node:test";
import type { Demand, Reading } from "../../../src/cluster/index.ts";
import { widened } from "../../../src/commands/asking/widen.ts";
import { claim, pod } from "../../support/objects.ts";
import { snapshotOf } from "../../support/snapshot.ts";
import { memorySource } from "../support/memory-source.ts";
import { runCommand } from "../support/run-command.ts";

const held = claim({
  name: "data",
  namespace: "shop",
  deletionTimestamp: true,
  phase: "Bound",
  volumeName: "pv-1",
  finalizers: ["kubernetes.io/pvc-protection"],
});
const finished = pod({ name: "import", namespace: "shop", phase: "Succeeded", claims: ["data"] });
const cluster = snapshotOf([held, finished, pod({ name: "other", namespace: "shop" })]);

test("a live cluster and a file give the same answer", async () => {
  const asked = memorySource(cluster, "shop");
  const read = { ...memorySource(cluster, "shop"), start: () => ({ ...cluster, clock: "live" as const }) };
  const live = await runCommand(["why", "pvc/data", "-ojson"], asked);
  const file = await runCommand(["why", "pvc/data", "-ojson"], {
    ...read,
    collect: async () => ({ readings: [], skipped: [] }),
  });
  assert.equal(live.err, "");
  assert.deepEqual(JSON.parse(live.out), JSON.parse(file.out));
});

test("only what the question needs is read, and nothing twice", async () => {
  const source = memorySource(cluster, "shop");
  await runCommand(["why", "pvc/data"], source);
  assert.deepEqual(source.queries, [
    { resource: "v1/persistentvolumeclaims", name: "data", namespace: "shop" },
  ]);
  const keys = source.demands.map((demand) => JSON.stringify(demand));
  assert.equal(new Set(keys).size, keys.length);
  assert.ok(
    keys.includes(JSON.stringify({ resource: "v1/pods", scope: { of: "namespace", namespace: "shop" } })),
  );
  // The volumes are asked for beside the claim: which of them is its own is not known before.
  const lists = source.demands.filter(({ scope }) => scope.of === "cluster");
  assert.deepEqual(
    lists.map(({ resource }) => resource),
    ["v1/persistentvolumes"],
    "one claim needs no other list of the cluster",
  );
});

test("what could not be read is asked for once, and makes the answer unknown", async () => {
  const source = memorySource(snapshotOf([held, finished], ["v1/pods"]), "shop");
  const { out, code } = await runCommand(["why", "pvc/data"], source);
  assert.equal(code, 3);
  assert.match(out, /Not read/);
  assert.equal(source.demands.filter(({ resource }) => resource === "v1/pods").length, 1);
});

test("a source that has nothing to add is asked once more, and not again and again", async () => {
  const source = memorySource(cluster, "shop");
  let asked = 0;
  const { code } = await runCommand(["why", "pvc/data"], {
    ...source,
    collect: async () => {
      asked += 1;
      return { readings: [], skipped: [] };
    },
  });
  assert.deepEqual([asked, code], [2, 3]);
});

const one = (name: string, namespace = "shop"): Demand => ({
  resource: "v1/pods",
  scope: { of: "object", name, namespace },
});
const many = (count: number, namespaceOf: (at: number) => string = () => "shop") =>
  Array.from({ length: count }, (_, at) => one(`p${at}`, namespaceOf(at)));

test("few objects are read one by one, many as a list", () => {
  assert.deepEqual(widened(many(3)), many(3));
  assert.deepEqual(widened(many(20)), [
    { resource: "v1/pods", scope: { of: "namespace", namespace: "shop" } },
  ]);
  assert.deepEqual(widened(many(20, (at) => `n${at}`)), [{ resource: "v1/pods", scope: { of: "cluster" } }]);
});

test("the events about few objects are read one by one, about many as all of their namespace, and never of the cluster", () => {
  const about = (count: number, namespace: string) =>
    Array.from(
      { length: count },
      (_, at): Demand => ({
        resource: "v1/events",
        scope: { of: "about", kind: "PersistentVolume", name: `pv${at}`, namespace },
      }),
    );
  assert.deepEqual(widened(about(19, "default")), about(19, "default"));
  assert.deepEqual(widened([...about(20, "default"), ...about(2, "shop")]), [
    { resource: "v1/events", scope: { of: "namespace", namespace: "default" } },
    ...about(2, "shop"),
  ]);
});

test("where a few of many objects need the lists of many namespaces, all are read at once, and never all events", () => {
  const lists = (count: number, resource: Demand["resource"] = "apps/v1/statefulsets") =>
    Array.from(
      { length: count },
      (_, at): Demand => ({ resource, scope: { of: "namespace", namespace: `n${at}` } }),
    );
  assert.deepEqual(widened(lists(20)), lists(20));
  assert.deepEqual(widened(lists(7), "about some of many"), lists(7));
  assert.deepEqual(widened(lists(8), "about some of many"), [
    { resource: "apps/v1/statefulsets", scope: { of: "cluster" } },
  ]);
  assert.deepEqual(widened(lists(40, "v1/events"), "about some of many"), lists(40, "v1/events"));
});

test("what a wider demand answers is not asked for itself, and nothing is asked twice", () => {
  const namespace: Demand = { resource: "v1/pods", scope: { of: "namespace", namespace: "shop" } };
  assert.deepEqual(widened([one("a"), one("a"), namespace, namespace]), [namespace]);
});

test("where the list may not be read, the objects are read one by one", async () => {
  const claims = Array.from({ length: 25 }, (_, at) =>
    claim({ name: `c${at}`, namespace: "shop", phase: "Bound", volumeName: `pv${at}` }),
  );
  const source = memorySource(snapshotOf(claims), "shop");
  const { code } = await runCommand(["why", "pvc"], {
    ...source,
    collect: async (demands) => {
      const { readings, skipped } = await source.collect(demands);
      const refused = readings.map(
        (reading): Reading =>
          reading.resource === "v1/persistentvolumes" && reading.scope.of === "cluster"
            ? { read: false, resource: reading.resource, scope: reading.scope, reason: "Forbidden" }
            : reading,
      );
      return { readings: refused, skipped };
    },
  });
  const volumes = source.demands.filter(({ resource }) => resource === "v1/persistentvolumes");
  assert.equal(volumes.filter(({ scope }) => scope.of === "object").length, 25);
  assert.notEqual(code, 3);
});
