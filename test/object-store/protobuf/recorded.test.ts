/** Lists as kube-apiserver 1.36 sent them; test/cluster/e2e/encodings.e2e.ts makes and records them. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { json } from "../../../src/connection/http/format.ts";
import { kindOf, pluralOf } from "../../../src/model/index.ts";
import { readAnswer } from "../../../src/object-store/protobuf/index.ts";
import { type BuiltIn, builtIn } from "../../../src/object-store/protobuf/kinds/index.ts";
import { pageIn } from "../../../src/sources/live/page.ts";

const folder = join(import.meta.dirname, "../../fixtures/encodings");
const bounds = { nesting: 100, object: 1 << 20 };

function objectsIn(resource: BuiltIn, body: unknown): readonly unknown[] {
  const { kind } = kindOf(resource);
  const apiVersion = resource.slice(0, resource.lastIndexOf("/"));
  const page = pageIn(body, `${kind}List`);
  assert.equal(page.draft, undefined);
  return [...page.objects(resource, { apiVersion, kind })];
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
    const fromProtobuf = objectsIn(resource, readAnswer(readFileSync(`${file}.pb`)));
    const fromJson = objectsIn(resource, json.read(readFileSync(`${file}.json`), "application/json", bounds));
    assert.deepStrictEqual(fromProtobuf, fromJson);
    assert.ok(fromJson.length > 0);
    assert.ok(fromJson.every((each) => (each as { readonly ok: boolean }).ok));
  });
}
