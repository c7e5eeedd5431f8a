/** S3, a hundred thousand times: what is sent is what was read, less one element of one list. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { withoutFinalizer } from "../../src/report/index.ts";
import { anyText } from "../support/arbitrary-text.ts";

const hostile = fc.oneof(
  fc.string(),
  anyText(),
  fc.constantFrom("finalizers", "metadata", '"', "\\", "]", "}", "[", ",", ":"),
);
const object = fc.record({
  before: fc.dictionary(hostile, fc.jsonValue(), { maxKeys: 3 }),
  metadata: fc.dictionary(hostile, fc.jsonValue(), { maxKeys: 3 }),
  finalizers: fc.uniqueArray(hostile, { minLength: 1, maxLength: 5 }),
  spec: fc.jsonValue(),
  number: fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }),
});

/** Space wherever JSON allows it. */
const spaces = fc.constantFrom("", " ", "\n", "\t \r\n");

test("S3: every other character stays, whatever the object and however it is written", () => {
  fc.assert(
    fc.property(object, fc.nat(), spaces, (made, which, space) => {
      const { finalizers } = made;
      const at = which % finalizers.length;
      const texts = finalizers.map((one) => JSON.stringify(one));
      const around = (list: readonly string[]): string => {
        const { finalizers: _, ...metadata } = made.metadata;
        const { metadata: __, ...before } = made.before;
        const inside = JSON.stringify(metadata).slice(1, -1);
        const first = JSON.stringify(before).slice(1, -1);
        const comma = (text: string) => (text === "" ? "" : `${text},`);
        return `${space}{${comma(first)}"metadata"${space}:${space}{${comma(inside)}"finalizers":${space}[${list.join(`${space},${space}`)}]${space}},"spec":${JSON.stringify(made.spec)},"n":${made.number}}`;
      };
      const sent = withoutFinalizer(around(texts), finalizers[at] ?? "");
      assert.equal(sent, around(texts.filter((_, other) => other !== at)));
    }),
    { numRuns: 100_000 },
  );
});
