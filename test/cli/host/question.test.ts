import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { questioned } from "../../../src/cli/host/question.ts";
import type { Host } from "../../../src/cli/index.ts";
import { words } from "../../../src/kubernetes/index.ts";

async function asked(input: readonly string[], interrupted: AbortSignal) {
  const stdin = Object.assign(Readable.from(input.map((text) => Buffer.from(text))), { isTTY: true });
  const written: string[] = [];
  const host = { stdin, stderr: { isTTY: true }, interrupted } as unknown as Host;
  const err = {
    write: (text: string) => written.push(text),
    sent: async () => {},
    columns: undefined,
    isTerminal: true,
  };
  const answer = await questioned(words("Do it? "), host, err);
  return { answer, written: written.join("") };
}

test("after an answer the person has ended the line", async () => {
  const { answer, written } = await asked(["y\n"], new AbortController().signal);
  assert.deepEqual([answer, written], ["y", "Do it? "]);
});

test("without an answer the next words do not stand behind the question", async () => {
  const { answer, written } = await asked([], new AbortController().signal);
  assert.deepEqual([answer, written], [undefined, "Do it? \n"]);
});

test("what was typed ahead answers the next question", async () => {
  const stdin = Object.assign(Readable.from([Buffer.from("m\ny\nrest")]), { isTTY: true });
  const { signal: interrupted } = new AbortController();
  const host = { stdin, stderr: { isTTY: true }, interrupted } as unknown as Host;
  const err = { write() {}, sent: async () => {}, columns: undefined, isTerminal: true };
  const ask = () => questioned(words("Do it? "), host, err);
  assert.deepEqual([await ask(), await ask(), await ask()], ["m", "y", undefined]);
});
