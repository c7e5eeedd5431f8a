/** Calls that take long: the client can cancel them, few of them run at once, and the end of the input ends them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Source, TypedLine } from "../../../src/commands/index.ts";
import { snapshotOf } from "../../support/snapshot.ts";
import { memorySource } from "../support/memory-source.ts";
import { runCommand } from "../support/run-command.ts";
import type { Reply } from "./support/talk.ts";
import { call, request } from "./support/talk.ts";

interface Clusters {
  /** How many are open now, and how many were ever opened. */
  open: number;
  opened: number;
  /** Has all that were asked so far answer. */
  answer(): void;
}

/** A server whose answers wait until the test says so. */
function slow(): Clusters & { source(): Source } {
  const waiting: (() => void)[] = [];
  const clusters = {
    open: 0,
    opened: 0,
    answer: () => {
      for (const each of waiting.splice(0)) each();
    },
    source(): Source {
      clusters.open += 1;
      clusters.opened += 1;
      const source = memorySource(snapshotOf([]));
      const gate = new Promise<void>((settle) => waiting.push(settle));
      return {
        ...source,
        async select(query) {
          await gate;
          return await source.select(query);
        },
        close() {
          clusters.open -= 1;
          clusters.answer();
        },
      };
    },
  };
  return clusters;
}

/** Sends messages one after the other; `wait` lets everything that can happen happen first. */
async function played(script: (clusters: Clusters, replies: readonly Reply[]) => AsyncIterable<object>) {
  const clusters = slow();
  const replies: Reply[] = [];
  async function* lines(): AsyncIterable<TypedLine> {
    for await (const message of script(clusters, replies))
      yield { is: "line", text: JSON.stringify(message) };
  }
  const out = {
    write: (text: string) =>
      void replies.push(
        ...text
          .trim()
          .split("\n")
          .map((line): Reply => JSON.parse(line)),
      ),
    sent: async () => {},
    columns: undefined,
    isTerminal: false,
  };
  const { code, err } = await runCommand(["mcp"], memorySource(snapshotOf([])), {
    lines,
    out,
    open: async () => clusters.source(),
    pause: async () => await wait(),
  });
  assert.equal(err, "");
  return { replies, code, clusters };
}

const wait = () => new Promise<void>((settle) => setTimeout(settle, 30));
const why = (id: number) => call(id, "why", { object: "pvc/data" });
const cancelled = (requestId: number) => ({
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId },
});

test("a cancelled call gets no answer, and its connection is closed", async () => {
  const { replies, clusters, code } = await played(async function* (open, seen) {
    yield why(1);
    yield why(2);
    await wait();
    assert.equal(open.open, 2);
    yield cancelled(1);
    yield cancelled(99);
    await wait();
    open.answer();
    await wait();
    assert.deepEqual(
      seen.map(({ id }) => id),
      [2],
    );
    yield request(3, "ping");
    await wait();
  });
  assert.deepEqual(
    replies.map(({ id }) => id),
    [2, 3],
  );
  assert.equal(clusters.open, 0, "all connections are closed");
  assert.equal(code, 0);
});

test("four calls run at the same time, and others are answered meanwhile", async () => {
  const { replies, clusters } = await played(async function* (open, seen) {
    for (let id = 1; id <= 10; id++) yield why(id);
    await wait();
    assert.equal(open.opened, 4);
    yield request(11, "ping");
    yield cancelled(10);
    await wait();
    assert.deepEqual(
      seen.map(({ id }) => id),
      [11],
    );
    for (let round = 0; round < 4; round++) {
      open.answer();
      await wait();
    }
  });
  assert.deepEqual(
    replies.map(({ id }) => Number(id)).sort((a, b) => a - b),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 11],
  );
  assert.equal(clusters.opened, 9, "what was cancelled before it began asks no cluster");
});

test("the end of the input ends calls that do not answer, with exit code 0", async () => {
  const { replies, clusters, code } = await played(async function* () {
    yield why(1);
    await wait();
  });
  assert.equal(code, 0);
  assert.deepEqual(replies, []);
  await wait();
  assert.equal(clusters.open, 0);
});
