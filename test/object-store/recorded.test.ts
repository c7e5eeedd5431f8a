/** Lists as kube-apiserver 1.36 sent them; test/cluster/e2e/encodings.e2e.ts makes and records them. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { json } from "../../src/connection/http/json-body.ts";
import { kindOf, pluralOf } from "../../src/kubernetes/index.ts";
import type { BuiltIn } from "../../src/object-store/protobuf/kinds/index.ts";
import { builtIn } from "../../src/object-store/protobuf/kinds/index.ts";
import { decode } from "../../src/reading/decode/index.ts";
import { pageIn } from "../../src/reading/live/page.ts";
import { readList } from "../support/protobuf/list-reader.ts";
import { decodeItem } from "../support/protobuf/plain-reader.ts";

const folder = join(import.meta.dirname, "../fixtures/encodings");
const bounds = { nesting: 100, object: 1 << 20 };

function fromProtobuf(resource: BuiltIn, file: Buffer): readonly unknown[] {
  return [...readList(file).items].map((item) => decodeItem(resource, item, typeOf(resource)));
}

function fromJson(resource: BuiltIn, file: Buffer) {
  const page = pageIn(json.read(file, "application/json", bounds), `${kindOf(resource).kind}List`);
  return (page.items ?? []).map((item) => decode(resource, item, typeOf(resource)));
}

function typeOf(resource: BuiltIn) {
  return { apiVersion: resource.slice(0, resource.lastIndexOf("/")), kind: kindOf(resource).kind };
}

const recorded = (Object.keys(builtIn) as BuiltIn[]).filter((resource) =>
  existsSync(join(folder, `${pluralOf(resource)}.pb`)),
);

test("nearly every kind is recorded", () => {
  assert.ok(recorded.length >= Object.keys(builtIn).length - 1);
});

for (const resource of recorded) {
  test(`${resource} as they were sent say the same in both encodings`, () => {
    const file = join(folder, pluralOf(resource));
    const expected = fromJson(resource, readFileSync(`${file}.json`));
    assert.deepStrictEqual(fromProtobuf(resource, readFileSync(`${file}.pb`)), expected);
    assert.ok(expected.length > 0);
    assert.ok(expected.every(({ ok }) => ok));
  });
}
