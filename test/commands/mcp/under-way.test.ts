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

/** A server whose answers wait until the test says so, or until the connection is closed. */
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
      let release = () => {};
      const gate = new Promise<void>((settle) => {
        release = settle;
      });
      waiting.push(release);
      return {
        ...source,
        async select(query) {
          await gate;
          return await source.select(query);
        },
        close() {
          clusters.open -= 1;
          release();
        },
      };
    },
  };
  return clusters;
}

/** Sends messages one after the other, and ends the input. */
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
    pause: () => new Promise((settle) => setTimeout(settle, 20)),
  });
  assert.equal(err, "");
  return { replies, code, clusters };
}

/** Lets everything happen that can, until this is so. */
async function until(isSo: () => boolean, meanwhile: () => void = () => {}): Promise<void> {
  while (!isSo()) {
    meanwhile();
    await new Promise<void>((settle) => setTimeout(settle, 5));
  }
}

const why = (id: number) => call(id, "why", { object: "pvc/data" });
const cancelled = (requestId: number) => ({
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId },
});
const limit = { timeout: 60_000 };

test("a cancelled call gets no answer, and its connection is closed", limit, async () => {
  const { replies, clusters, code } = await played(async function* (open, seen) {
    yield why(1);
    yield why(2);
    await until(() => open.open === 2);
    yield cancelled(1);
    yield cancelled(99);
    await until(() => open.open === 1);
    open.answer();
    await until(() => seen.length === 1);
    yield request(3, "ping");
    await until(() => seen.length === 2);
  });
  assert.deepEqual(
    replies.map(({ id }) => id),
    [2, 3],
  );
  assert.equal(clusters.open, 0, "all connections are closed");
  assert.equal(code, 0);
});

test("four calls run at the same time, and others are answered meanwhile", limit, async () => {
  const { replies, clusters } = await played(async function* (open, seen) {
    for (let id = 1; id <= 10; id++) yield why(id);
    await until(() => open.opened === 4);
    yield request(11, "ping");
    yield cancelled(10);
    await until(() => seen.length === 1);
    assert.equal(open.opened, 4);
    await until(
      () => seen.length === 10,
      () => {
        assert.ok(open.open <= 4);
        open.answer();
      },
    );
  });
  assert.deepEqual(
    replies.map(({ id }) => Number(id)).sort((a, b) => a - b),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 11],
  );
  assert.equal(clusters.opened, 9, "what was cancelled before it began asks no cluster");
});

test("the end of the input ends calls that do not answer, with exit code 0", limit, async () => {
  const { replies, clusters, code } = await played(async function* (open) {
    yield why(1);
    await until(() => open.opened === 1);
  });
  assert.equal(code, 0);
  assert.deepEqual(replies, []);
  await until(() => clusters.open === 0);
});
