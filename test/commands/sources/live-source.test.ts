import assert from "node:assert/strict";
import { test } from "node:test";
import type { Demand } from "../../../src/cluster/index.ts";
import { liveSource } from "../../../src/commands/index.ts";
import { looks } from "../../../src/commands/sources/live-source.ts";
import { refOf } from "../../../src/kubernetes/index.ts";
import type { LiveCluster } from "../../../src/reading/live/index.ts";
import { claim } from "../../support/objects.ts";

const data = claim({ name: "data", namespace: "shop" });
const noon = Date.parse("2026-11-20T12:00:00Z");

/** A cluster that remembers what it was asked, and has only one claim. */
function cluster(change: Partial<LiveCluster> = {}) {
  const demands: Demand[] = [];
  const selections: object[] = [];
  const live: LiveCluster = {
    server: "https://cluster.example/",
    contextName: "prod",
    user: "bob",
    namespace: "shop",
    proof: "demanded",
    distrusted: new Map(),
    requests: () => 0,
    async collect(wanted) {
      demands.push(...wanted);
      return {
        readings: wanted.map(({ scope }) => ({
          read: true,
          resource: "v1/persistentvolumeclaims",
          scope,
          items: [data],
        })),
        unchanged: [],
        skipped: ["one"],
      };
    },
    async select(selection) {
      selections.push(selection);
      return { read: false, reason: "Forbidden", detail: "no" };
    },
    owners: async () => ({ found: [], missing: [] }),
    typeNamed: async () => ({ served: "no" }),
    async *watch() {},
    warnings: () => ["old"],
    clockAhead: () => 5000,
    close() {},
    ...change,
  };
  return { live, demands, selections };
}

const query = { resource: "v1/persistentvolumeclaims", namespace: "shop" } as const;

test("an object by name and a whole list are readings like any other", async () => {
  const { live, demands, selections } = cluster();
  const source = liveSource(live, () => noon);
  assert.deepEqual(await source.select({ ...query, name: "data" }), {
    state: "found",
    objects: [data],
    skipped: ["one"],
  });
  await source.select(query);
  assert.deepEqual(
    demands.map(({ scope }) => scope),
    [
      { of: "object", name: "data", namespace: "shop" },
      { of: "namespace", namespace: "shop" },
    ],
  );
  assert.deepEqual(selections, []);
});

test("selectors are left to the server, and what it refuses is not read", async () => {
  const { live, demands, selections } = cluster();
  const answer = await liveSource(live, () => noon).select({
    ...query,
    labels: "a=b",
    fields: "metadata.name=x",
  });
  assert.deepEqual(demands, []);
  const selectors = { labelSelector: "a=b", fieldSelector: "metadata.name=x" };
  assert.deepEqual(selections, [{ ...query, ...selectors, most: undefined }]);
  assert.ok(
    answer.state === "unread" && answer.reading.reason === "Forbidden" && answer.reading.detail === "no",
  );
});

test("ages are counted by the server's clock", () => {
  const { takenAt, clock, source } = liveSource(cluster().live, () => noon).start();
  assert.deepEqual([takenAt, clock, source], ["2026-11-20T12:00:05Z", "live", "https://cluster.example/"]);
});

test("a server that certificate was not verified who it is is warned of", () => {
  const unproven = liveSource(cluster({ proof: "skipped" }).live, () => noon).warnings();
  assert.match(unproven[0] ?? "", /certificate was not verified/);
  assert.deepEqual(liveSource(cluster().live, () => noon).warnings(), ["old"]);
});

test("a change of the object is looked at at once, also one that came while nobody listened", async () => {
  const interruption = new AbortController();
  const { live } = cluster({
    async *watch(_resource, _target, signal) {
      yield { seen: "absent" };
      await new Promise((settle) => setTimeout(settle, 20));
      yield { seen: "absent" };
      await new Promise((settle) => signal.addEventListener("abort", settle));
    },
  });
  let looked = 0;
  for await (const _ of looks([refOf(data)], live, interruption.signal)) {
    looked += 1;
    await new Promise((settle) => setTimeout(settle, 50));
    if (looked === 2) interruption.abort();
  }
  assert.equal(looked, 2);
});

test("who may not watch is not told so, and still looks at every pulse", {
  timeout: 5000,
}, async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { live } = cluster({
    watch: () => ({
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error("forbidden")) }),
    }),
  });
  const interruption = new AbortController();
  const all = looks([refOf(data)], live, interruption.signal);
  const first = all.next();
  await new Promise((settle) => setImmediate(settle));
  context.mock.timers.tick(5000);
  assert.deepEqual(await first, { value: "look", done: false });
  interruption.abort();
  assert.equal((await all.next()).done, true);
});
