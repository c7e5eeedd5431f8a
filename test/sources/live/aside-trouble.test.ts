/** Whatever goes wrong in a second thread, this one reads the list, or tells of it what it would have told. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { LiveOptions } from "../../../src/sources/live/index.ts";
import { failureOf } from "../../support/fault-server/client.ts";
import { json, late, protobuf, status } from "../../support/fault-server/reactions.ts";
import type { Reaction } from "../../support/fault-server/server.ts";
import { encodeList } from "../../support/protobuf/encode.ts";
import { forbidden, told } from "./support/told.ts";
import { claimPages, inTurn, opened, pod, podPage, podPages, podsInJson } from "./support/two-threads.ts";

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
  assert.deepEqual(skipped, ["the pages of the list of pods were read at different resource versions"]);
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
  assert.match(skipped[0] ?? "", /^Pod without a name was skipped: /);
  assert.deepEqual(cluster.warnings(), ["pods are going away"]);
});

test("429 there halves what this thread asks at a time, and says so", async (t) => {
  const busy = status(429, "TooManyRequests", "later", {}, { "Retry-After": "3" });
  const { collected, cluster, threads, outside } = await opened(t, { pods: [busy, ...podPages] });
  assert.deepEqual(told((await collected()).readings[1]), ["a", "b", "c"]);
  assert.ok(threads[0]?.said.includes("throttled"));
  assert.equal(cluster.client.turns.places, 2);
  assert.deepEqual(outside.noticed, ["Throttled by the API server. Retrying in 3 seconds."]);
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
