import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { kindOf } from "../../src/kubernetes/index.ts";
import type { BuiltIn } from "../../src/object-store/protobuf/kinds/index.ts";
import { builtIn } from "../../src/object-store/protobuf/kinds/index.ts";
import { decode } from "../../src/reading/decode/index.ts";
import { objectsOf } from "../support/protobuf/arbitrary-object.ts";
import { encodeList } from "../support/protobuf/encode.ts";
import { readList } from "../support/protobuf/list-reader.ts";
import { decodeItem } from "../support/protobuf/plain-reader.ts";
import { runs } from "../support/runs.ts";

const count = runs(10, 1 / 30);

for (const resource of Object.keys(builtIn) as BuiltIn[]) {
  test(`${count} lists of ${resource} are the same in both encodings`, () => {
    const { kind } = kindOf(resource);
    const implied = { apiVersion: resource.slice(0, resource.lastIndexOf("/")), kind };
    fc.assert(
      fc.property(fc.array(objectsOf(resource), { maxLength: 3 }), (objects) => {
        const read = readList(encodeList(resource, objects, { continue: "more", remainingItemCount: 7 }));
        assert.deepEqual([read.kind, read.token, read.remaining], [`${kind}List`, "more", 7]);
        const fromProtobuf = [...read.items].map((item) => decodeItem(resource, item, implied));
        // What JSON does to the values is part of what must be equal: no prototypes, no undefined.
        const sent: unknown = JSON.parse(JSON.stringify(objects));
        const fromJson = (sent as unknown[]).map((item) => decode(resource, item, implied));
        assert.deepStrictEqual(fromProtobuf, fromJson);
        assert.equal(JSON.stringify(fromProtobuf), JSON.stringify(fromJson), "the order of the fields");
        assert.ok(fromJson.every(({ ok }) => ok));
      }),
      { numRuns: count },
    );
  });
}
