/** Changing the finalizers [a, b, pv-protection] of a volume that is being deleted, request by request. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answer, Stored } from "./answer.ts";
import { rows } from "./finalizer-rows/index.ts";
import type { Row } from "./finalizer-rows/row.ts";
import { volume } from "./manifests.ts";
import type { Subject } from "./subject.ts";
import { newName, volumes } from "./subject.ts";

export function finalizerTests(subject: Subject): void {
  for (const row of rows) test(row.name, () => play(subject, row));
}

async function play(subject: Subject, row: Row): Promise<void> {
  const name = newName("volume");
  const path = `${volumes}/${name}`;
  await subject.made(volumes, volume(name, { finalizers: ["example.com/a", "example.com/b"] }));
  const first = await subject.deleted(path);
  const { method, query = "", ...asked } = row.request(first);
  if (row.meanwhile !== undefined) {
    const { method, query = "", ...asked } = row.meanwhile(first);
    assert.equal((await subject.ask(method, path + query, asked)).code, 200);
  }
  const before = await subject.get(path);
  const answer = await subject.ask(method, path + query, asked);
  check(row, answer, first);
  checkAfter(row, await subject.get(path), before, answer);
}

function check({ code, reason, message, cause, returns }: Row, answer: Answer, first: Stored): void {
  assert.equal(answer.code, code, answer.text);
  if (returns !== undefined) {
    const { finalizers = [], resourceVersion } = answer.object.metadata;
    assert.deepEqual(finalizers, returns);
    assert.equal(resourceVersion, first.metadata.resourceVersion);
  }
  if (reason !== undefined) assert.equal(answer.status.reason, reason);
  if (message !== undefined) assert.match(answer.status.message ?? "", message);
  if (cause !== undefined) assert.deepEqual(answer.status.details?.causes?.[0], cause);
}

function checkAfter({ leaves }: Row, found: Answer, before: Answer, answer: Answer): void {
  if (leaves === "gone") {
    assert.equal(found.code, 404);
  } else if (leaves === "unchanged") {
    assert.deepEqual(found.json(), before.json());
  } else {
    assert.deepEqual(found.object.metadata.finalizers, leaves);
    assert.notEqual(found.object.metadata.resourceVersion, before.object.metadata.resourceVersion);
    assert.deepEqual(answer.object.metadata.finalizers, leaves);
  }
}
