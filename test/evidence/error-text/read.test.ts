import assert from "node:assert/strict";
import { test } from "node:test";
import { readError, unwrap } from "../../../src/evidence/index.ts";
import { rows } from "./drivers.ts";

for (const row of rows) {
  test(`${row.driver} (${row.source}): ${row.text.slice(0, 80)}`, () => {
    const read = readError(row.text, row.disk === undefined ? [] : [row.disk]);
    assert.deepEqual(
      {
        cause: unwrap(row.text).cause,
        denied: read.denied,
        missing: read.notFound.map(({ what }) => what),
      },
      {
        cause: row.cause,
        denied: row.denied,
        missing: row.missing ?? [],
      },
    );
    if (row.named !== undefined) assert.equal(read.notFound[0]?.name, row.named);
    for (const sign of row.signs ?? []) assert.ok(read.signs.has(sign), sign);
  });
}

test("every cause is the end of its text, whole: nothing is cut from it", () => {
  for (const { text } of rows) {
    const { around, cause } = unwrap(text);
    assert.ok(text.replaceAll('\\"', '"').includes(cause), cause);
    assert.ok(around.length === 0 || cause.length < text.length);
  }
});

test("a text that is nested without end, or as long as a file can be, is read in no time", () => {
  for (const piece of ["rpc error: code = Internal desc = ", "failed to ", "a: ", '{"message":"', "x"]) {
    const text = piece.repeat(50_000);
    assert.deepEqual(readError(text).notFound, []);
  }
});

test("the permission is that of whom it is said, however alike the words are", () => {
  const whose = (text: string) => readError(text).denied;
  assert.equal(whose("unlinkat /data/a: permission denied"), "file");
  assert.equal(whose("chown /export/a: operation not permitted"), "file");
  assert.equal(whose("mount error(13): Permission denied"), "client");
  assert.equal(whose("rpc error: code = Unauthenticated desc = no session"), "driver");
  assert.equal(whose('secrets "a" is forbidden: User "b" cannot get resource "secrets"'), "service-account");
  assert.equal(whose("volume v-1 is in use"), undefined);
});
