/** An item is packed the same after neighbours that are nearly the same as it is alone. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { generate } from "../../bench/generator/cluster.ts";
import { encodeWhole } from "../../bench/protobuf/index.ts";
import { parts, recipesOf } from "../../src/cluster/index.ts";
import { kindOf } from "../../src/kubernetes/index.ts";
import type { BuiltIn } from "../../src/object-store/index.ts";
import { Malformed, PackedItems } from "../../src/object-store/index.ts";
import { addMessage } from "../support/add-message.ts";
import { encode } from "../support/protobuf/encode.ts";
import { decodeItem } from "../support/protobuf/plain-reader.ts";
import { varint } from "../support/protobuf/writer.ts";
import { runs } from "../support/runs.ts";

const count = runs(6, 1 / 10);
const mostOfAKind = 60;

const messages = new Map<BuiltIn, Buffer[]>();
for (const { resource, object } of generate({ pods: 150 }).items) {
  const known = messages.get(resource) ?? [];
  messages.set(resource, known);
  if (known.length < mostOfAKind) known.push(encodeWhole(resource, object));
}

function typeOf(resource: BuiltIn) {
  return { apiVersion: resource.slice(0, resource.lastIndexOf("/")), kind: kindOf(resource).kind };
}

type Outcome = "taken" | "incomplete" | "malformed";

function add(items: PackedItems<BuiltIn>, message: Buffer): Outcome {
  try {
    return addMessage(items, message);
  } catch (problem) {
    assert.ok(problem instanceof Malformed, String(problem));
    return "malformed";
  }
}

function read(resource: BuiltIn, message: Buffer): Outcome {
  try {
    return decodeItem(resource, message, typeOf(resource)).ok ? "taken" : "incomplete";
  } catch (problem) {
    assert.ok(problem instanceof Malformed, String(problem));
    return "malformed";
  }
}

/** All that is noted of each item. */
function notedOf(resource: BuiltIn, items: PackedItems<BuiltIn>): readonly string[] {
  const noted = Array.from({ length: items.length }, (_, position) => [
    String(items.columns.nameHash(position)),
    String(items.columns.namespaceHash(position)),
    ...parts.filter((part) => items.columns.isIn(part, position)).map(({ name }) => name),
  ]);
  for (const [at, recipe] of recipesOf(resource).entries())
    items.columns.takeKeys?.(recipe)?.each(
      (hash, check, position) => noted[position]?.push(`${at}: ${hash} ${check}`),
      (position) => noted[position]?.push(`${at}: ask`),
    );
  return noted.map((each) => each.join("\n"));
}

interface Change {
  /** The item that is changed, and then comes among the others. */
  readonly item: number;
  readonly bytes: readonly { readonly at: number; readonly to: number }[];
}

const changes: fc.Arbitrary<readonly Change[]> = fc.array(
  fc.record({
    item: fc.nat(),
    bytes: fc.array(fc.record({ at: fc.nat(), to: fc.integer({ min: 0, max: 255 }) }), { maxLength: 3 }),
  }),
  { minLength: 2, maxLength: 12 },
);

function changed(message: Buffer, { bytes }: Change): Buffer {
  const copy = Buffer.from(message);
  for (const { at, to } of bytes) copy[at % copy.length] = to;
  return copy;
}

for (const [resource, all] of messages) {
  test(`${count} times ${resource}: after neighbours as alone`, () => {
    fc.assert(
      fc.property(changes, fc.nat(), (some, first) => {
        // Few different ones, so that most of what comes came before.
        const near = all.slice(first % all.length).slice(0, 3);
        const given = some.map((change) =>
          changed(near[change.item % near.length] ?? Buffer.alloc(0), change),
        );
        const items = new PackedItems(resource, typeOf(resource));
        const expected: { object: unknown; noted: string | undefined }[] = [];
        for (const message of [...near, ...given, ...given]) {
          const outcome = add(items, Buffer.from(message));
          assert.equal(outcome, read(resource, message));
          if (outcome !== "taken") continue;
          const alone = new PackedItems(resource, typeOf(resource));
          addMessage(alone, message);
          alone.settle();
          const decoded = decodeItem(resource, message, typeOf(resource));
          assert.ok(decoded.ok);
          expected.push({ object: decoded.object, noted: notedOf(resource, alone)[0] });
        }
        items.settle();
        const noted = notedOf(resource, items);
        for (const [position, { object, noted: alone }] of expected.entries()) {
          assert.equal(JSON.stringify(items.at(position)), JSON.stringify(object));
          assert.equal(noted[position], alone);
        }
        assert.equal(items.length, expected.length);
      }),
      { numRuns: count },
    );
  });
}

/** Of a time long ago the seconds take as many bytes as those of the zero time of Go, which stands for none. */
const longAgo = "1950-01-01T00:00:00Z";
const zero = secondsOf("0001-01-01T00:00:00Z");

function secondsOf(time: string): Buffer {
  return varint(1, Date.parse(time) / 1000);
}

test("a time that stands for none, where neighbours have one, leaves the others as they are", () => {
  const condition = (type: string, lastTransitionTime: string) => ({
    type,
    status: "True",
    lastTransitionTime,
  });
  const pod = (name: string, started: string) =>
    encode("v1/pods", {
      metadata: { name, namespace: "shop", uid: name, creationTimestamp: "2026-01-01T00:00:00Z" },
      status: {
        startTime: "2026-01-01T00:00:00Z",
        conditions: [condition("Ready", started), condition("Initialized", longAgo)],
      },
    });
  const last = pod("c", "2026-03-03T03:03:03Z");
  const at = last.indexOf(secondsOf(longAgo));
  assert.ok(at > 0);
  const given = [
    pod("a", "2026-01-01T01:01:01Z"),
    pod("b", "2026-02-02T02:02:02Z"),
    Buffer.concat([last.subarray(0, at), zero, last.subarray(at + zero.length)]),
  ];
  const items = new PackedItems("v1/pods", typeOf("v1/pods"));
  const expected = given.map((message) => {
    assert.equal(addMessage(items, message), "taken");
    const decoded = decodeItem("v1/pods", message, typeOf("v1/pods"));
    return decoded.ok ? decoded.object : undefined;
  });
  items.settle();
  assert.deepEqual([...items], expected);
});
