/** Objects that take more than a chunk of a list's memory, with short ones around them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { PackedItems } from "../../src/object-store/index.ts";
import { addMessage } from "../support/add-message.ts";
import { encode } from "../support/protobuf/encode.ts";

const type = { apiVersion: "v1", kind: "PersistentVolumeClaim" };
const chunk = 128 * 1024;

for (const length of [chunk - 200, chunk - 40, chunk, chunk + 1, 2 * chunk - 200, 2 * chunk, 5 * chunk + 7])
  test(`a note of ${length} bytes`, () => {
    const notes = [
      "short",
      "l".repeat(length),
      "short too",
      "a",
      "m".repeat(length + 3),
      "n".repeat(length),
      "b",
    ];
    const items = new PackedItems("v1/persistentvolumeclaims", type);
    for (const [at, note] of notes.entries()) {
      const metadata = { name: `claim-${at}`, namespace: "shop", uid: `${at}`, annotations: { note } };
      addMessage(items, encode("v1/persistentvolumeclaims", { metadata, spec: {} }));
    }
    assert.deepEqual(
      [...items].map(({ metadata }) => metadata.annotations?.note),
      notes,
    );
  });
