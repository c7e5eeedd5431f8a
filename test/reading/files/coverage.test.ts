import assert from "node:assert/strict";
import { test } from "node:test";
import { kinds } from "../../../src/kubernetes/index.ts";
import { claim, listOf, object, pod, readFiles, readingsOf, refusal, typedList, volume } from "./reading.ts";

test("a kind that is not in the input is not read", async () => {
  const snapshot = await readFiles({ "f.json": listOf(claim("data")) });
  for (const { resource } of kinds) {
    const expected = resource === "v1/persistentvolumeclaims" ? "shop: data" : "all: NotCollected";
    assert.equal(readingsOf(snapshot, resource)[0], expected);
  }
});

test("a List of one namespace proves only that namespace", async () => {
  const snapshot = await readFiles({ "f.json": listOf(claim("data"), volume("pv-1")) });
  assert.deepEqual(readingsOf(snapshot, "v1/persistentvolumeclaims"), ["shop: data", "all: NotCollected"]);
  assert.deepEqual(readingsOf(snapshot, "v1/persistentvolumes"), ["all: pv-1"]);
});

test("a List of several namespaces is of the whole cluster", async () => {
  const snapshot = await readFiles({ "f.json": listOf(claim("data"), pod("web", "blog"), pod("db")) });
  assert.deepEqual(readingsOf(snapshot, "v1/persistentvolumeclaims"), ["all: data"]);
  assert.deepEqual(readingsOf(snapshot, "v1/pods"), ["all: web db"]);
});

test("one file does not widen what another one tells", async () => {
  const snapshot = await readFiles({
    "pods.json": listOf(pod("a", "x"), pod("b", "y")),
    "claims.json": listOf(claim("data")),
  });
  assert.deepEqual(readingsOf(snapshot, "v1/pods"), ["all: a b"]);
  assert.deepEqual(readingsOf(snapshot, "v1/persistentvolumeclaims"), ["shop: data", "all: NotCollected"]);
});

test("several documents are read like a List, a single object is only itself", async () => {
  const both = `${JSON.stringify(pod("a"))}\n---\n${JSON.stringify(pod("b"))}`;
  const several = await readFiles({ "f.yaml": `---\n${both}` });
  assert.deepEqual(readingsOf(several, "v1/pods"), ["shop: a b", "all: NotCollected"]);
  const single = await readFiles({ "f.json": JSON.stringify(pod("a")) });
  assert.deepEqual(readingsOf(single, "v1/pods"), ["=shop/a: a", "all: NotCollected"]);
});

test("a typed list that is empty was read, where the other files are", async () => {
  const alone = await readFiles({ "v.json": listOf(volume("pv")), "p.json": typedList("PodList") });
  assert.deepEqual(readingsOf(alone, "v1/pods"), ["all: "]);
  const beside = await readFiles({ "c.json": listOf(claim("data")), "p.json": typedList("PodList") });
  assert.deepEqual(readingsOf(beside, "v1/pods"), ["shop: ", "all: NotCollected"]);
});

test("items of a typed list need no kind, wherever the list says it", async () => {
  const { apiVersion, kind, ...bare } = pod("web");
  for (const text of [
    JSON.stringify({ kind: "PodList", apiVersion: "v1", items: [bare] }),
    JSON.stringify({ apiVersion: "v1", items: [bare], kind: "PodList" }),
  ]) {
    const snapshot = await readFiles({ "p.json": text });
    assert.deepEqual(readingsOf(snapshot, "v1/pods")[0], "shop: web");
  }
});

test("lists within lists are unwrapped", async () => {
  const inner = {
    apiVersion: "v1",
    kind: "List",
    items: [{ kind: "PodList", apiVersion: "v1", items: [pod("a")] }],
  };
  const snapshot = await readFiles({ "f.json": listOf(inner, claim("data")) });
  assert.deepEqual(readingsOf(snapshot, "v1/pods")[0], "shop: a");
});

test("a list that the server cut is not read", async () => {
  for (const metadata of [{ continue: "x" }, { remainingItemCount: 7 }]) {
    const cut = { kind: "PodList", apiVersion: "v1", metadata, items: [pod("a"), pod("b")] };
    const snapshot = await readFiles({ "p.json": JSON.stringify(cut) });
    assert.deepEqual(readingsOf(snapshot, "v1/pods"), [
      "shop: Unavailable",
      "=shop/a: a",
      "=shop/b: b",
      "all: NotCollected",
    ]);
    assert.equal(snapshot.skipped.length, 1);
  }
});

test("an object that cannot be read takes its namespace with it, and no other", async () => {
  const broken = { ...pod("bad", "x"), spec: "?" };
  const snapshot = await readFiles({
    "p.json": listOf(pod("a", "x"), broken, pod("b", "y"), claim("data", "x")),
  });
  assert.deepEqual(readingsOf(snapshot, "v1/pods"), ["all: Unavailable", "x: Unavailable", "y: b"]);
  assert.deepEqual(readingsOf(snapshot, "v1/persistentvolumeclaims"), ["all: data"]);
  assert.match(snapshot.skipped.join(), /skipped a Pod \(line \d+: spec must be an object/);
});

test("an item that could be anything makes every kind of its file incomplete", async () => {
  for (const item of [null, 7, "x", [], {}, { metadata: { name: "x" } }]) {
    const snapshot = await readFiles({ "p.json": listOf(pod("a"), item, volume("v")) });
    assert.equal(readingsOf(snapshot, "v1/pods")[0], "shop: Unavailable");
    assert.equal(readingsOf(snapshot, "v1/persistentvolumes")[0], "all: Unavailable");
    assert.equal(snapshot.skipped.length, 1);
  }
});

test("kinds that pvguard does not read are no fault, unless there is nothing else", async () => {
  const items = [pod("a"), object("v1", "ConfigMap", "c", "shop"), object("v1", "ConfigMap", "d", "shop")];
  const snapshot = await readFiles({ "f.json": listOf(...items) });
  assert.deepEqual(snapshot.skipped, []);
  assert.match(
    await refusal({ "f.json": listOf(...items.slice(1), object("v1", "Secret", "s", "shop")) }),
    /only objects of other kinds \(ConfigMap, 1 more\)/,
  );
});

const bound = (name: string, namespace: string, claimName: string, phase = "Bound") =>
  object("v1", "PersistentVolume", name, undefined, {
    spec: { claimRef: { namespace, name: claimName, uid: `uid-${claimName}` } },
    status: { phase },
  });

test("a Bound volume whose claim is not there disproves that all claims of its namespace were read", async () => {
  const files = { "f.json": listOf(claim("data"), claim("logs", "blog"), bound("pv-1", "bank", "ledger")) };
  assert.deepEqual(readingsOf(await readFiles(files), "v1/persistentvolumeclaims"), [
    "all: NotCollected",
    "shop: data",
    "blog: logs",
  ]);
  const partly = { "f.json": listOf(claim("data"), claim("logs", "blog"), bound("pv-1", "blog", "posts")) };
  assert.deepEqual(readingsOf(await readFiles(partly), "v1/persistentvolumeclaims"), [
    "all: NotCollected",
    "shop: data",
    "=blog/logs: logs",
  ]);
});

test("a volume that is Released, or whose claim is in another file, disproves nothing", async () => {
  const list = listOf(claim("data"), claim("logs", "blog"));
  for (const volumes of [bound("pv-1", "bank", "ledger", "Released"), bound("pv-1", "blog", "logs")])
    assert.deepEqual(
      readingsOf(
        await readFiles({ "claims.json": list, "volumes.json": listOf(volumes) }),
        "v1/persistentvolumeclaims",
      ),
      ["all: logs data"],
    );
});

test("a person says which types the input holds whole", async () => {
  const files = { "f.json": listOf(claim("data")) };
  const all = await readFiles(files, { said: { complete: "every kind", namespaces: [] } });
  assert.ok(all.readings.every(({ read, scope }) => read && scope.of === "cluster"));
  assert.deepEqual(readingsOf(all, "v1/persistentvolumeclaims"), ["all: data"]);
  const some = await readFiles(files, { said: { complete: ["v1/persistentvolumes"], namespaces: [] } });
  assert.deepEqual(readingsOf(some, "v1/persistentvolumes"), ["all: "]);
  assert.deepEqual(readingsOf(some, "v1/persistentvolumeclaims"), ["shop: data", "all: NotCollected"]);
});

test("what is damaged is not whole, whatever a person says", async () => {
  const bad = { ...claim("bad"), metadata: { name: "bad", namespace: "shop" } };
  const said = { complete: ["v1/persistentvolumeclaims"], namespaces: [] } as const;
  const snapshot = await readFiles({ "f.json": listOf(claim("data"), bad) }, { said });
  assert.ok(!readingsOf(snapshot, "v1/persistentvolumeclaims").some((line) => line.startsWith("all: data")));
});

test("a person says which namespaces the input shows whole", async () => {
  const files = { "f.json": listOf(claim("data"), pod("web", "blog"), volume("pv-1")) };
  const snapshot = await readFiles(files, { said: { complete: [], namespaces: ["shop", "news"] } });
  const claims = readingsOf(snapshot, "v1/persistentvolumeclaims");
  assert.deepEqual([...claims].sort(), ["all: NotCollected", "news: ", "shop: data"]);
  assert.ok(readingsOf(snapshot, "v1/pods").includes("=blog/web: web"));
  assert.deepEqual(readingsOf(snapshot, "v1/persistentvolumes"), ["all: pv-1"]);
});

test("a Snapshot already records what was read", async () => {
  const header = { apiVersion: "pvguard.dev/v1alpha1", kind: "Snapshot", reads: "all" };
  const text = `${JSON.stringify(header)}\n---\n${JSON.stringify(claim("data"))}`;
  const said = { complete: "every kind", namespaces: [] } as const;
  await assert.rejects(readFiles({ "f.yaml": text }, { said }), /already records what was read/);
});
