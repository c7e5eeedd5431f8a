/** Names that stand in order are found without a table of all; others as ever. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Objects } from "../../src/engine/objects.ts";
import type { KubeObject } from "../../src/model/index.ts";
import { Messages } from "../../src/sources/protobuf/messages.ts";
import { UnpackedItems } from "../../src/sources/unpacked/index.ts";
import { encode } from "../support/protobuf/encode.ts";
import { delimited } from "../support/protobuf/writer.ts";
import { runs } from "../support/runs.ts";

interface Name {
  readonly name: string;
  readonly namespace: string;
}

const type = { apiVersion: "v1", kind: "Pod" };

function pagesOf(names: readonly (readonly Name[])[]): UnpackedItems<"v1/pods"> {
  const items = new UnpackedItems("v1/pods", type);
  for (const [page, some] of names.entries()) {
    const messages = some.map((name, at) =>
      encode("v1/pods", { metadata: { ...name, uid: `${page}-${at}` }, spec: {} }),
    );
    const bytes = Buffer.concat(messages.map((message) => delimited(2, message)));
    items.addAll(new Messages(bytes, 0, bytes.length));
  }
  return items;
}

const word = fc.string({
  unit: fc.constantFrom("a", "b", "-", "é", "\u{1f4be}"),
  minLength: 1,
  maxLength: 3,
});
const name: fc.Arbitrary<Name> = fc.record({ name: word, namespace: word });

function bytewise(one: Name, other: Name): number {
  return (
    Buffer.compare(Buffer.from(one.namespace), Buffer.from(other.namespace)) ||
    Buffer.compare(Buffer.from(one.name), Buffer.from(other.name))
  );
}

function isRising(names: readonly Name[]): boolean {
  return names.every((each, at) => at === 0 || bytewise(names[at - 1] ?? each, each) < 0);
}

let rising = 0;
let others = 0;

test("an object is found by its name as in a list of objects, whether names rise or come twice", () => {
  const lists = fc.tuple(fc.array(name, { maxLength: 12 }), fc.boolean(), fc.nat(12), name);
  fc.assert(
    fc.property(lists, ([some, sorted, cut, absent]) => {
      const names = sorted ? [...some].sort(bytewise) : some;
      const items = pagesOf([names.slice(0, cut), [], names.slice(cut)]);
      const inOrder = items.columns.namesInOrder;
      assert.equal(inOrder !== undefined, isRising(names));
      if (inOrder === undefined) others++;
      else rising++;
      for (const sought of inOrder === undefined ? [] : [...names, absent]) {
        const position = names.findIndex((each) => bytewise(each, sought) === 0);
        assert.equal(inOrder?.find(sought.name, sought.namespace), position < 0 ? undefined : position);
      }
      const asObjects: readonly KubeObject[] = [...items];
      const [one, other] = [new Objects([items]), new Objects([asObjects])];
      assert.deepEqual(one.all(), other.all());
      for (const each of [...names, absent])
        assert.deepEqual(one.get(each.name, each.namespace), other.get(each.name, each.namespace));
      assert.equal(one.get(absent.name, undefined), undefined);
    }),
    { numRuns: runs(300, 1), seed: 20261122 },
  );
  assert.ok(rising > 50 && others > 50, `${rising} lists were in order, ${others} were not`);
});

test("of a list that has grown, what was known of its order does not count", () => {
  const items = pagesOf([[{ name: "b", namespace: "shop" }]]);
  assert.equal(items.columns.namesInOrder?.find("b", "shop"), 0);
  items.addAll(Messages.of(encode("v1/pods", { metadata: { name: "a", namespace: "shop", uid: "1" } })));
  assert.equal(items.columns.namesInOrder, undefined);
});

test("no name is hashed where all stand in order", () => {
  const items = pagesOf([["a", "b", "c"].map((each) => ({ name: each, namespace: "shop" }))]);
  const { columns } = items;
  columns.nameHash = () => assert.fail("a name was hashed");
  assert.equal(new Objects([items]).get("c", "shop")?.metadata.name, "c");
});

test("who looks for more than a quarter of the names has a table of them from then on", () => {
  const names = Array.from({ length: 40 }, (_, at) => ({ name: `p${at + 10}`, namespace: "shop" }));
  const items = pagesOf([names]);
  const inOrder = items.columns.namesInOrder;
  assert.ok(inOrder !== undefined);
  let halved = 0;
  const counting = {
    find(...sought: Parameters<typeof inOrder.find>) {
      halved += 1;
      return inOrder.find(...sought);
    },
  };
  Object.defineProperty(items.columns, "namesInOrder", { value: counting });
  const objects = new Objects([items]);
  for (const { name: sought } of [...names, ...names])
    assert.equal(objects.get(sought, "shop")?.metadata.name, sought);
  assert.equal(objects.get("p9", "shop"), undefined);
  assert.equal(halved, 11);
});
