import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Scope, Snapshot } from "../../../src/cluster/index.ts";
import { covers } from "../../../src/cluster/index.ts";
import type { Resource } from "../../../src/kubernetes/index.ts";
import { kindOf } from "../../../src/kubernetes/index.ts";
import { InputError, readInputs } from "../../../src/reading/files/index.ts";
import { runs } from "../../support/runs.ts";
import { memoryIo } from "./memory-io.ts";
import { object, readAt, volume } from "./reading.ts";

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Path = readonly (string | number)[];

const podOf = (name: string, namespace: string) =>
  object("v1", "Pod", name, namespace, {
    spec: { nodeName: "n1", volumes: [{ name: "v", persistentVolumeClaim: { claimName: "data" } }] },
    status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] },
  });

const items = [
  podOf("a", "shop"),
  podOf("b", "shop"),
  podOf("c", "blog"),
  object("v1", "PersistentVolumeClaim", "data", "shop", {
    spec: { volumeName: "pv" },
    status: { phase: "Bound" },
  }),
  volume("pv"),
];
const cluster = { apiVersion: "v1", kind: "List", metadata: {}, items };

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>,
  fc.constantFrom<Json>(
    null,
    "",
    0,
    -1,
    1.5,
    true,
    [],
    {},
    [null],
    { __proto__: null, constructor: "x" },
    "__proto__",
  ),
);

const change = fc.tuple(fc.constantFrom(...pathsIn(cluster)), fc.option(value, { nil: undefined }));

function pathsIn(json: Json, at: Path = []): readonly Path[] {
  if (typeof json !== "object" || json === null) return [at];
  return [at, ...Object.entries(json).flatMap(([key, inner]) => pathsIn(inner, [...at, keyIn(json, key)]))];
}

function keyIn(json: object, key: string): string | number {
  return Array.isArray(json) ? Number(key) : key;
}

/** With the value at the path replaced, or removed when there is none. */
function changed(json: Json, path: Path, to: Json | undefined): Json | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return to;
  if (typeof json !== "object" || json === null) return json;
  const entries = Object.entries(json).flatMap(([name, inner]) => {
    const next = name === String(key) ? changed(inner, rest, to) : inner;
    return next === undefined ? [] : [[name, next] as const];
  });
  return Array.isArray(json) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

async function read(text: string): Promise<Snapshot | undefined> {
  try {
    return await readInputs(["f"], memoryIo({ f: text }, 97), { now: readAt });
  } catch (problem) {
    if (problem instanceof InputError) return undefined;
    throw problem;
  }
}

function namesIn(snapshot: Snapshot): ReadonlySet<string> {
  return new Set(
    snapshot.readings.flatMap((reading): readonly string[] =>
      reading.read
        ? Array.from(
            reading.items,
            ({ metadata: { namespace, name } }) => `${reading.resource} ${namespace}/${name}`,
          )
        : [],
    ),
  );
}

function isTold(snapshot: Snapshot, resource: Resource, scope: Scope): boolean {
  return snapshot.readings.some((one) => one.read && one.resource === resource && covers(one.scope, scope));
}

/** Says the mutation who an object is? Then it is another object, and the first was never in the input. */
function isIdentity([list, at, field, inner]: Path): boolean {
  if (list !== "items") return true;
  if (at === undefined || field === undefined || field === "apiVersion" || field === "kind") return true;
  return field === "metadata" && (inner === undefined || inner === "name" || inner === "namespace");
}

test("one changed value never crashes, never adds an object, and never hides one", async () => {
  const before = Object.getOwnPropertyNames(Object.prototype).join();
  await fc.assert(
    fc.asyncProperty(change, async ([path, to]) => {
      const mutant = changed(cluster, path, to);
      const snapshot = await read(JSON.stringify(mutant ?? null));
      if (snapshot === undefined) return;
      const names = namesIn(snapshot);
      assert.ok(names.size <= items.length);
      if (isIdentity(path)) return;
      for (const item of items) {
        const { name, namespace } = item.metadata;
        const resource = `v1/${item.kind.toLowerCase()}s` as Resource;
        if (names.has(`${resource} ${namespace}/${name}`)) continue;
        const scope: Scope = kindOf(resource).namespaced
          ? { of: "namespace", namespace: namespace ?? "" }
          : { of: "cluster" };
        assert.ok(!isTold(snapshot, resource, scope), `${resource} ${name} is gone, and nobody says so`);
      }
    }),
    { numRuns: runs(60) },
  );
  assert.equal(Object.getOwnPropertyNames(Object.prototype).join(), before);
});

test("an item that is no object at all makes what it could be unread", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(items.length - 1),
      fc.constantFrom<Json>(null, 1, "x", true, [], {}),
      async (at, to) => {
        const snapshot = await read(JSON.stringify(changed(cluster, ["items", at], to)));
        assert.ok(snapshot !== undefined);
        assert.ok(!isTold(snapshot, "v1/pods", { of: "namespace", namespace: "shop" }));
      },
    ),
  );
});

const yaml = items
  .map((item) => JSON.stringify(item, null, 1).replaceAll('"', "").replaceAll("{}", "x"))
  .join("\n---\n");
const texts = [JSON.stringify(cluster), JSON.stringify(cluster, null, 2), `---\n${yaml}`];
const snippet = fc.oneof(
  fc.constantFrom(
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    '"',
    "\\",
    "\n",
    "---\n",
    "...\n",
    "&a ",
    "*a ",
    "!!x ",
    "? ",
    "- ",
    "|\n",
    "\t",
  ),
  fc.constantFrom(
    "\u0000",
    "\ufeff",
    "\u001e",
    "%YAML 9\n",
    "<<: ",
    "#",
    "\ud800",
    "1e999",
    "-0",
    '"items":[',
  ),
  fc.string({ maxLength: 3 }),
);

test("text with holes and rubbish in it is read or refused", async () => {
  const edit = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), cut: fc.nat(8), put: snippet });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...texts),
      fc.array(edit, { minLength: 1, maxLength: 4 }),
      async (text, edits) => {
        const mutant = edits.reduce((all, { at, cut, put }) => {
          const from = Math.floor(at * all.length);
          return all.slice(0, from) + put + all.slice(from + cut);
        }, text);
        await read(mutant);
      },
    ),
    { numRuns: runs(50) },
  );
});

test("how the bytes arrive does not matter", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(texts[0] ?? "", texts[1] ?? ""),
      fc.integer({ min: 1, max: 200 }),
      async (text, size) => {
        const options = { now: readAt };
        const whole = await readInputs(["f"], memoryIo({ f: text }, 1 << 20), options);
        assert.deepEqual(await readInputs(["f"], memoryIo({ f: text }, size), options), whole);
      },
    ),
    { numRuns: runs(25) },
  );
});
