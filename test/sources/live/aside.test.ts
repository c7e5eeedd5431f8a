/** A list that a second thread reads is what this one would have read; and whatever goes wrong there, this one reads it. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Demand } from "../../../src/model/index.ts";
import type { Said } from "../../../src/sources/live/aside/messages.ts";
import type { LiveOptions, LiveSurroundings } from "../../../src/sources/live/index.ts";
import { PackedItems } from "../../../src/sources/packed/index.ts";
import { failureOf } from "../../support/fault-server/client.ts";
import { openScripted } from "../../support/fault-server/cluster.ts";
import { list } from "../../support/fault-server/objects.ts";
import { json, late, protobuf, status } from "../../support/fault-server/reactions.ts";
import type { Reaction, Script } from "../../support/fault-server/server.ts";
import { surroundings } from "../../support/fault-server/surroundings.ts";
import { type LoopbackThread, loopbackThread } from "../../support/loopback-thread.ts";
import { encodeList } from "../../support/protobuf/encode.ts";
import { claims, everywhere, forbidden, pods, told } from "./support/told.ts";

const many = { continue: "c1", remainingItemCount: 30_000 };
const claimPages = [claimPage("data", many), claimPage("other")];
const podPages = [podPage("a", "p1"), podPage("b", "p2"), podPage("c")];
const path = { claims: "/api/v1/persistentvolumeclaims", pods: "/api/v1/pods" };

function claim(name: string) {
  return { metadata: { name, namespace: "shop", uid: `uid-${name}` } };
}

function pod(name: string) {
  return {
    metadata: { name, namespace: "shop", uid: `uid-${name}`, labels: { app: "web" } },
    spec: { nodeName: "n1", volumes: [{ name: "d", persistentVolumeClaim: { claimName: "data" } }] },
  };
}

function claimPage(name: string, metadata = {}): Reaction {
  return protobuf(encodeList("v1/persistentvolumeclaims", [claim(name)], metadata));
}

function podPage(name: string, token?: string): Reaction {
  return protobuf(encodeList("v1/pods", [pod(name)], token === undefined ? {} : { continue: token }));
}

function podsInJson(name: string, token?: string): Reaction {
  return list("Pod", [pod(name)], token === undefined ? {} : { continue: token });
}

interface Wishes {
  readonly claims?: Script;
  readonly pods?: Script;
  readonly outside?: Partial<LiveSurroundings>;
  readonly options?: LiveOptions;
  readonly dies?: Said["says"];
}

async function opened(t: TestContext, wishes: Wishes = {}) {
  const threads: LoopbackThread[] = [];
  const scripts = { [path.claims]: wishes.claims ?? claimPages, [path.pods]: wishes.pods ?? podPages };
  const each = await openScripted(t, scripts, wishes.outside, {
    async startThread() {
      const thread = loopbackThread(surroundings(""), wishes.dies);
      threads.push(thread);
      return thread;
    },
    ...wishes.options,
  });
  const podsAsked = () => each.asked().filter((url) => url.startsWith(path.pods));
  return { ...each, threads, podsAsked, collected: () => each.cluster.collect([claims, pods]) };
}

const inTurn = ["", "&continue=p1", "&continue=p2"].map((rest) => `${path.pods}?limit=500${rest}`);

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

test("where no thread can be started, this one reads them", async (t) => {
  const startThread = () => Promise.reject(new Error("no more threads"));
  const { collected } = await opened(t, { options: { startThread } });
  assert.deepEqual(told((await collected()).readings[1]), ["a", "b", "c"]);
});

test("a thread that dies leaves nothing behind: the pods are read from their begin", async (t) => {
  const again = [podPage("a", "p1"), podPage("b", "p2"), podPage("c")];
  const { collected, podsAsked } = await opened(t, {
    dies: "progress",
    pods: (request, response, wire) => {
      const token = /continue=p(\d)/.exec(request.url ?? "")?.[1] ?? "0";
      again[Number(token)]?.(request, response, wire);
    },
  });
  assert.deepEqual(told((await collected()).readings[1]), ["a", "b", "c"]);
  assert.equal(podsAsked().filter((url) => url === inTurn[0]).length, 2);
});

test("protobuf that it cannot read is asked for in JSON by this thread, and counted", async (t) => {
  const broken = encodeList("v1/pods", [{ metadata: { name: "x" } }], {});
  broken[broken.length - 8] = 0xff;
  const { collected, cluster, threads } = await opened(t, {
    pods: [protobuf(broken), podsInJson("a")],
  });
  assert.deepEqual(told((await collected()).readings[1]), ["a"]);
  assert.deepEqual([...cluster.distrusted], [["v1/pods", 1]]);
  assert.deepEqual(threads[0]?.told, ["read"]);
});

test("a server that answers in JSON after all is left to this thread", async (t) => {
  const { collected, cluster, threads } = await opened(t, { pods: podsInJson("a") });
  assert.deepEqual(told((await collected()).readings[1]), ["a"]);
  assert.deepEqual([[...cluster.distrusted], threads[0]?.told], [[], ["read"]]);
});

test("what the server refuses is told as this thread tells it, and not asked for twice", async (t) => {
  const outcome = async (options: LiveOptions) => {
    const { collected, podsAsked } = await opened(t, { pods: forbidden("pods"), options });
    const { readings } = await collected();
    return [readings[1], podsAsked()];
  };
  assert.deepEqual(await outcome({}), await outcome({ startThread: undefined }));
});

test("a login that is refused there is tried here, where there may be a fresh one", async (t) => {
  const refused = status(401, "Unauthorized", "Unauthorized");
  const { collected, threads } = await opened(t, { pods: [refused, ...podPages] });
  assert.deepEqual(told((await collected()).readings[1]), ["a", "b", "c"]);
  assert.deepEqual(threads[0]?.told, ["read"]);
});

test("an answer that says nothing usable is told as this thread tells it", async (t) => {
  const outcome = async (options: LiveOptions) => {
    const { collected } = await opened(t, { pods: json({ kind: "Status", status: "Success" }), options });
    return (await collected()).readings[1];
  };
  assert.deepEqual(await outcome({}), await outcome({ startThread: undefined }));
});

test("a list that takes too long for the server is of two moments there, too", async (t) => {
  const expired = (token?: string) =>
    status(410, "Expired", "too old", token === undefined ? {} : { metadata: { continue: token } });
  const { collected, threads } = await opened(t, {
    pods: [expired(), podPage("a", "p1"), expired("p2"), podPage("b")],
  });
  const { readings, skipped } = await collected();
  assert.deepEqual(told(readings[1]), ["a", "b"]);
  assert.deepEqual(skipped, ["the list of pods is not of one moment"]);
  assert.deepEqual(threads[0]?.told, ["read"]);
});

test("an object that is passed over there is told, and so is a warning", async (t) => {
  const nameless = encodeList("v1/pods", [{ metadata: { uid: "u" } }, pod("a")], {});
  const { collected, cluster } = await opened(t, {
    pods: (_, response) => {
      response.setHeader("Warning", '299 - "pods are going away"');
      response.setHeader("Content-Type", "application/vnd.kubernetes.protobuf");
      response.end(nameless);
    },
  });
  const { readings, skipped } = await collected();
  assert.deepEqual([told(readings[1]), skipped.length], [["a"], 1]);
  assert.match(skipped[0] ?? "", /^Pod without a name was passed over: /);
  assert.deepEqual(cluster.warnings(), ["pods are going away"]);
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

test("429 there halves what this thread asks at a time, and says so", async (t) => {
  const busy = status(429, "TooManyRequests", "later", {}, { "Retry-After": "3" });
  const { collected, cluster, threads, outside } = await opened(t, { pods: [busy, ...podPages] });
  assert.deepEqual(told((await collected()).readings[1]), ["a", "b", "c"]);
  assert.ok(threads[0]?.said.includes("throttled"));
  assert.equal(cluster.client.turns.places, 2);
  assert.deepEqual(outside.noticed, ["Throttled by the API server. Trying again in 3 seconds."]);
});

test("429 here is told to the other thread", async (t) => {
  const busy = status(429, "TooManyRequests", "later", {}, { "Retry-After": "1" });
  let told429 = () => {};
  const told = new Promise<void>((resolve) => {
    told429 = resolve;
  });
  const { collected, threads } = await opened(t, {
    claims: [
      claimPages[0] as Reaction,
      (...exchange) => {
        busy(...exchange);
        told429();
      },
      claimPages[1] as Reaction,
    ],
    pods: [podPage("a", "p1"), (...exchange) => void told.then(() => late(30, podPage("b"))(...exchange))],
  });
  await collected();
  assert.deepEqual(threads[0]?.told, ["read", "halve"]);
});

test("whoever interrupts does not wait for the other thread", { timeout: 5000 }, async (t) => {
  const interruption = new AbortController();
  const { collected } = await opened(t, {
    outside: { signal: interruption.signal },
    pods: () => interruption.abort(),
  });
  assert.equal((await failureOf(collected())).kind, "interrupted");
});
