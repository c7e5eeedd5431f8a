import assert from "node:assert/strict";
import { test } from "node:test";
import { Writer } from "../../src/cli/writer.ts";

function sink(outcome: (text: string) => Error | undefined) {
  const texts: string[] = [];
  return {
    texts,
    write(text: string, done: (problem?: Error | null) => void) {
      texts.push(text);
      setImmediate(() => done(outcome(text) ?? null));
    },
  };
}

const failure = (code: string) => Object.assign(new Error(code), { code });

test("all text is handed over before it is finished", async () => {
  const to = sink(() => undefined);
  const writer = new Writer(to);
  writer.write("a");
  writer.write("");
  writer.write("b");
  assert.deepEqual(await writer.finished(), { state: "written" });
  assert.deepEqual(to.texts, ["a", "b"]);
});

test("a reader who went away is no failure, and gets no more", async () => {
  const to = sink(() => failure("EPIPE"));
  const writer = new Writer(to);
  writer.write("a");
  assert.equal((await writer.finished()).state, "closed");
  writer.write("b");
  assert.deepEqual(to.texts, ["a"]);
});

test("a full disk is not overlooked, even when a later write succeeds", async () => {
  const problem = failure("ENOSPC");
  const writer = new Writer(sink((text) => (text === "a" ? problem : undefined)));
  writer.write("a");
  writer.write("b");
  assert.deepEqual(await writer.finished(), { state: "failed", problem });
});

test("what the stream reports by itself counts too", async () => {
  const writer = new Writer(sink(() => undefined));
  writer.failed(failure("EPIPE"));
  assert.equal((await writer.finished()).state, "closed");
});

test("text that the stream has not taken yet has not been sent", async () => {
  let take = () => {};
  const writer = new Writer({
    write(_text, done) {
      take = done;
    },
  });
  let isSent = false;
  writer.write("a");
  const sent = writer.sent().then(() => {
    isSent = true;
  });
  await new Promise(setImmediate);
  assert.equal(isSent, false);
  take();
  await sent;
});
