/** Tables say the same as a walk over all objects, whatever overlaps. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { joinedPlaces } from "../../src/analysis/conditions.ts";
import type { Index, Items } from "../../src/cluster/index.ts";
import { leavingOut } from "../../src/cluster/index.ts";
import { Objects } from "../../src/cluster/objects.ts";
import type { KubeObject, Resource } from "../../src/kubernetes/index.ts";
import { hashOf } from "../../src/kubernetes/index.ts";
import { runs } from "../support/runs.ts";

const byColour: Index<Resource> = {
  name: "by-colour",
  on: "v1/pods",
  keys: ({ metadata }) => Object.keys(metadata.labels ?? {}),
};

const byDarkColour: Index<Resource> = {
  name: "by-dark-colour",
  on: "v1/pods",
  keys: ({ metadata }) => Object.keys(metadata.labels ?? {}).filter((colour) => colour === "blue"),
};

const objects = fc
  .record({
    name: fc.constantFrom("a", "b", "c", "d"),
    namespace: fc.option(fc.constantFrom("x", "y"), { nil: undefined }),
    colours: fc.array(fc.constantFrom("red", "green", "blue"), { maxLength: 2 }),
    version: fc.nat(9),
  })
  .map(
    ({ name, namespace, colours, version }): KubeObject => ({
      apiVersion: "v1",
      kind: "Pod",
      metadata: {
        name,
        uid: name,
        resourceVersion: String(version),
        ...(namespace === undefined ? {} : { namespace }),
        labels: Object.fromEntries(colours.map((colour) => [colour, "yes"])),
      },
    }),
  );

/** Makes each object again on each access, as a store does. */
function stored(items: readonly KubeObject[], says: "columns" | "nothing"): Items<KubeObject> {
  const metadataAt = (position: number) => items[position]?.metadata;
  return {
    length: items.length,
    at: (position) => items.slice(position, position + 1).map((item) => ({ ...item }))[0],
    *[Symbol.iterator]() {
      for (const item of items) yield { ...item };
    },
    ...(says === "nothing"
      ? {}
      : {
          columns: {
            nameHash: (position: number) => hashOf(metadataAt(position)?.name ?? ""),
            namespaceHash: (position: number) => hashOf(metadataAt(position)?.namespace ?? ""),
            isIn: () => true,
          },
        }),
  };
}

const filler: readonly KubeObject[] = Array.from({ length: 500 }, (_, number) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: `filler-${number}`, uid: `${number}`, resourceVersion: "1", namespace: "z" },
}));

const list = fc.record({
  own: fc.array(objects, { maxLength: 6 }),
  form: fc.constantFrom("array", "stored", "with columns", "long", "array", "stored"),
  gone: fc.array(fc.constantFrom("a", "b"), { maxLength: 1 }),
});

const keyOf = ({ metadata }: KubeObject) => `${metadata.namespace ?? ""}/${metadata.name}`;

test("whatever the lists are, they answer as one of the newest objects would", () => {
  fc.assert(
    fc.property(fc.array(list, { maxLength: 4 }), (lists) => {
      const plain: KubeObject[] = [];
      const given = lists.map(({ own, form, gone }) => {
        const all = form === "long" ? [...own, ...filler] : own;
        const left = all.filter(
          ({ metadata }) => !(metadata.namespace === "x" && gone.some((name) => name === metadata.name)),
        );
        plain.push(...left);
        const items = form === "array" ? all : stored(all, form === "with columns" ? "columns" : "nothing");
        return leavingOut(
          items,
          gone.map((name) => ({ name, namespace: "x" })),
        );
      });
      const newest = new Map<string, KubeObject>();
      for (const object of plain) newest.set(keyOf(object), object);
      const expected = [...newest.values()];
      const asked = new Objects(given);
      assert.deepEqual([...asked.each()], expected);
      assert.deepEqual(asked.all(), expected);
      // More often than keys are looked for without a table.
      const walks = ["red", "green", "blue", "grey"].flatMap((colour) => [colour, colour, colour]);
      for (const colour of walks) {
        const having = expected.filter((object) => byColour.keys(object as never).includes(colour));
        assert.deepEqual([...asked.eachWith(byColour, colour)], having);
      }
      for (const colour of ["red", "green", "blue", "grey"]) {
        assert.deepEqual(
          asked.lookup(byColour, colour),
          expected.filter((object) => byColour.keys(object as never).includes(colour)),
        );
      }
      const placed = (found: "none" | "some" | "another", among = byColour) =>
        [...joinedPlaces({ key: byColour, among, found }, asked, asked)]
          .sort((one, other) => one - other)
          .map((place) => asked.atPlace(place));
      const colours = (object: KubeObject) => byColour.keys(object as never);
      const having = (colour: string) => expected.filter((object) => colours(object).includes(colour)).length;
      assert.deepEqual(
        placed("another"),
        expected.filter((object) => colours(object).some((colour) => having(colour) > 1)),
      );
      assert.deepEqual(
        placed("some", byDarkColour),
        expected.filter((object) => colours(object).includes("blue")),
      );
      assert.deepEqual(
        placed("none", byDarkColour),
        expected.filter((object) => colours(object).some((colour) => colour !== "blue")),
      );
      for (const namespace of ["x", "y", "z"]) {
        assert.deepEqual(
          asked.inNamespace(namespace),
          expected.filter(({ metadata }) => metadata.namespace === namespace),
        );
        for (const name of ["a", "b", "c", "d", "filler-7"])
          assert.deepEqual(asked.get(name, namespace), newest.get(`${namespace}/${name}`));
      }
      for (const name of ["a", "b"]) assert.deepEqual(asked.get(name, undefined), newest.get(`/${name}`));
    }),
    { numRuns: runs(30) },
  );
});

test("what is left out of a list stays out when more is left out", () => {
  const names = (items: Items<KubeObject>) => Array.from(items, ({ metadata }) => metadata.name);
  const once = leavingOut(filler.slice(0, 4), [{ name: "filler-1", namespace: "z" }]);
  const twice = leavingOut(once, [{ name: "filler-2", namespace: "z" }]);
  assert.deepEqual(names(twice), ["filler-0", "filler-3"]);
  assert.deepEqual(
    [0, 1, 2].map((position) => twice.at(position)?.metadata.name),
    ["filler-0", "filler-3", undefined],
  );
  assert.equal(twice.length, 2);
});
