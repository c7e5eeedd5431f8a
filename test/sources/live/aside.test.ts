/** A list that a second thread reads is what this one would have read. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Demand } from "../../../src/model/index.ts";
import type { LiveOptions } from "../../../src/sources/live/index.ts";
import { PackedItems } from "../../../src/sources/packed/index.ts";
import { list } from "../../support/fault-server/objects.ts";
import { late } from "../../support/fault-server/reactions.ts";
import { claims, everywhere, pods, told } from "./support/told.ts";
import {
  claim,
  claimPage,
  claimPages,
  inTurn,
  opened,
  podPage,
  podPages,
  podsInJson,
  type Wishes,
} from "./support/two-threads.ts";

test("with many objects to come, another thread reads the pods, once", async (t) => {
  const progress: unknown[] = [];
  const { collected, threads, podsAsked } = await opened(t, {
    options: { progress: (resource, read) => resource === "v1/pods" && progress.push(read) },
  });
  const { readings, skipped } = await collected();
  assert.deepEqual(told(readings[1]), ["a", "b", "c"]);
  assert.deepEqual(skipped, []);
  assert.deepEqual(podsAsked(), inTurn);
  assert.deepEqual(progress, [1, 2, 3]);
  const [thread, ...others] = threads;
  assert.deepEqual([thread?.told, others], [["read"], []]);
  await new Promise(setImmediate);
  assert.equal(thread?.isEnded, true);
});

test("what it has read is packed as this thread packs it", async (t) => {
  const read = async (options: LiveOptions) => {
    const { readings } = await (await opened(t, { options })).collected();
    assert.ok(readings[1]?.read && readings[1].items instanceof PackedItems);
    const { items } = readings[1];
    const names = Array.from(items, (_, at) => items.columns.nameHash(at));
    return { objects: [...items], bytes: items.bytes, names };
  };
  assert.deepEqual(await read({}), await read({ startThread: undefined }));
});

for (const [why, wishes] of Object.entries({
  "few objects are to come": { claims: claimPage("data", { remainingItemCount: 100 }) },
  "nobody says how many": { claims: claimPage("data") },
  "-v shows requests": { outside: { verbosity: 6 } },
  "there are too few places": { options: { inFlight: 2 } },
  "lists stay as they came": { options: { keeping: "as they came" } },
  "lists are asked for in JSON": {
    claims: list("PersistentVolumeClaim", [claim("data")], { remainingItemCount: 30_000 }),
    pods: [podsInJson("a", "p1"), podsInJson("b", "p2"), podsInJson("c")],
    options: { encoding: "json" },
  },
  "another reader reads answers": { outside: { reader: "node" } },
} satisfies Record<string, Wishes>)) {
  test(`this thread reads the pods itself where ${why}`, async (t) => {
    const { collected, threads, podsAsked } = await opened(t, wishes);
    const { readings } = await collected();
    assert.deepEqual(told(readings[1]), ["a", "b", "c"]);
    assert.deepEqual(podsAsked(), inTurn);
    assert.deepEqual(
      threads.flatMap((thread) => thread.told),
      [],
    );
  });
}

test("of two lists of pods it reads one, and this thread the other meanwhile", async (t) => {
  const { cluster, server, threads } = await opened(t);
  for (const namespace of ["shop", "bank"])
    server.on(`/api/v1/namespaces/${namespace}/pods`, [
      podPage(`${namespace}-1`, "p"),
      podPage(`${namespace}-2`),
    ]);
  const within = (namespace: string): Demand => ({
    resource: "v1/pods",
    scope: { of: "namespace", namespace },
  });
  const { readings } = await cluster.collect([claims, within("shop"), within("bank")]);
  assert.deepEqual(readings.slice(1).map(told), [
    ["shop-1", "shop-2"],
    ["bank-1", "bank-2"],
  ]);
  assert.deepEqual(
    threads.map((thread) => thread.told),
    [["read"]],
  );
});

test("both threads together have no more under way than one has", async (t) => {
  const others = ["v1/nodes", "v1/namespaces", "v1/persistentvolumes"] as const;
  const { cluster, server, threads } = await opened(t, {
    claims: claimPages.map((page) => late(10, page)),
    pods: podPages.map((page) => late(10, page)),
  });
  for (const resource of others) server.on(`/api/${resource}`, late(20, list("X", [])));
  await cluster.collect([claims, ...others.map(everywhere), pods]).catch(() => {});
  assert.deepEqual(threads[0]?.told, ["read"]);
  assert.ok(server.busiest() <= 4, `${server.busiest()} at a time`);
});
