/**
 * What each backend reads in a list that its own tool prints. The lists are made up, in the real format of the tool. `UPDATE=1`
 * writes `listed.txt`; then a person reads it.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { FileBackend, ListedDisk } from "../../src/backends/index.ts";
import { fileBackends, inventoryOfFile } from "../../src/backends/index.ts";

const folder = join(import.meta.dirname, "lists");
const golden = join(import.meta.dirname, "listed.txt");

const lists = readdirSync(folder)
  .sort()
  .map((file): readonly [file: string, document: unknown] => [
    file,
    JSON.parse(readFileSync(join(folder, file), "utf8")),
  ]);

const backendsOf = (document: unknown) => fileBackends.filter((backend) => backend.recognises(document));

test("each list is recognised by one backend, and each backend recognises a list", () => {
  const recognised = lists.map(([file, document]) => {
    const found = backendsOf(document);
    assert.equal(
      found.length,
      1,
      `${file} is recognised by ${found.map(({ name }) => name).join(", ") || "none"}`,
    );
    return found[0];
  });
  assert.deepEqual(new Set(recognised), new Set(fileBackends));
});

test("the lists are read as a person has read them", () => {
  const text = lists
    .flatMap(([file, document]) => backendsOf(document).map((backend) => told(file, backend, document)))
    .join("\n");
  if (process.env.UPDATE === "1") writeFileSync(golden, text);
  assert.equal(text, readFileSync(golden, "utf8"));
});

/** All that a backend says of a list: a line for each disk, with the fields that the list has. */
function told(file: string, backend: FileBackend, document: unknown): string {
  const { disks, partial, times = [] } = backend.listing(document);
  const objects = inventoryOfFile(backend, document, { name: file, madeAt: undefined }).disks;
  const lines = disks.map((disk, at) => {
    const object = objects[at];
    const deletion = object && backend.deletion(object);
    return `${line(disk)}${deletion === undefined ? "" : `\n    $ ${deletion.join(" ")}`}`;
  });
  return [
    `${file}: ${backend.name}${partial === undefined ? "" : ` (${partial})`}`,
    ...(times.length === 0 ? [] : [`  times: ${times.join(" ")}`]),
    ...lines,
    "",
  ].join("\n");
}

function line({ id, claim, ...fields }: ListedDisk): string {
  const said = Object.entries({ ...fields, ...claimed(claim) })
    .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
    .map(
      ([field, value]) =>
        `${field}=${typeof value === "object" && !Array.isArray(value) ? JSON.stringify(value) : String(value)}`,
    );
  return [`  ${id}`, `    ${said.join(" ")}`].join("\n").replaceAll(`=${id}`, "=ID");
}

function claimed(claim: ListedDisk["claim"]) {
  return { claim: claim?.name && `${claim.namespace ?? ""}/${claim.name}`, claimUid: claim?.uid };
}

for (const backend of fileBackends)
  test(`${backend.name}: what is no list of it is not recognised`, () => {
    const odd: readonly unknown[] = [
      undefined,
      null,
      "",
      7,
      {},
      [],
      [null],
      [[]],
      ["pvc-1"],
      [{}],
      { items: [] },
      { kind: "List", apiVersion: "v1", items: [{ kind: "PersistentVolume" }] },
    ];
    for (const document of odd) assert.equal(backend.recognises(document), false, JSON.stringify(document));
  });

for (const [file, document] of lists)
  test(`${file}: a list with one odd row is no list`, () => {
    const [backend] = backendsOf(document);
    const withOdd = (odd: unknown): unknown =>
      Array.isArray(document)
        ? [...document, odd]
        : Object.fromEntries(
            Object.entries(document as Record<string, unknown>).map(([field, value]) => [
              field,
              Array.isArray(value) ? [...value, odd] : value,
            ]),
          );
    for (const odd of [null, [], "disk", {}, { kind: "Pod" }])
      assert.equal(backend?.recognises(withOdd(odd)), false, JSON.stringify(odd));
  });

test("a field of another type counts as missing, and never stops the reading", () => {
  for (const [file, document] of lists) {
    const [backend] = backendsOf(document);
    for (const value of [null, {}, [], "", "x", -1, 1e300, true])
      for (const spoiled of withEachField(document, value)) {
        if (backend?.recognises(spoiled) !== true) continue;
        const { disks } = inventoryOfFile(backend, spoiled, { name: file, madeAt: undefined });
        for (const { metadata, spec } of disks) {
          assert.equal(typeof metadata.name, "string");
          assert.notEqual(metadata.name, "");
          assert.match(spec?.bytes ?? "1", /^[1-9]\d*$/);
        }
      }
  }
});

/** The document once for each field of its first row, with another value there. */
function* withEachField(document: unknown, value: unknown): Generator<unknown> {
  const isList = Array.isArray(document);
  const [outer, rows] = isList
    ? [undefined, document]
    : (Object.entries(document as Record<string, unknown>).find(([, each]) => Array.isArray(each)) ?? []);
  const [first, ...others] = rows as readonly Record<string, unknown>[];
  for (const field of Object.keys(first ?? {})) {
    const spoiled = [{ ...first, [field]: value }, ...others];
    yield isList ? spoiled : { ...(document as object), [outer ?? ""]: spoiled };
  }
}
