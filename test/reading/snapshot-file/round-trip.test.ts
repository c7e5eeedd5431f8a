import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import type { Reading, Snapshot } from "../../../src/cluster/index.ts";
import type { Shape } from "../../../src/kubernetes/index.ts";
import { isRecord, kinds } from "../../../src/kubernetes/index.ts";
import { metadataShape } from "../../../src/kubernetes/object.ts";
import { decode } from "../../../src/reading/decode/index.ts";
import { masked, redacted, writeSnapshot } from "../../../src/reading/snapshot-file/index.ts";
import { versionOfImage } from "../../../src/reading/snapshot-file/treatment.ts";
import { anyText } from "../../support/arbitrary-text.ts";
import { claim } from "../../support/objects.ts";
import { readFiles } from "../files/reading.ts";

const takenAt = "2026-11-20T10:00:00Z";

/** Any value of a shape, hostile texts included. */
function anyOf(shape: Shape): fc.Arbitrary<unknown> {
  if (shape === "text" || shape === "quantity")
    return fc.oneof(anyText(), fc.constantFrom("on", "012", "1e3", "~", "- x"));
  if (shape === "integer") return fc.maxSafeInteger();
  if (shape === "flag") return fc.boolean();
  if (shape === "present") return fc.constant({});
  if (Array.isArray(shape)) return fc.array(anyOf(shape[0]), { maxLength: 2 });
  const fields = shape as { readonly [field: string]: Shape };
  const values = fields["*"];
  if (values !== undefined) {
    const key = fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "volume.kubernetes.io/x"));
    return fc.array(fc.tuple(key, anyOf(values)), { maxLength: 3 }).map((pairs) => Object.fromEntries(pairs));
  }
  const record = Object.fromEntries(Object.entries(fields).map(([field, inner]) => [field, anyOf(inner)]));
  return fc.record(record, { requiredKeys: [] });
}

/** Of each kind one reading, with objects that carry only annotations that a file keeps. */
const reading: fc.Arbitrary<Reading> = fc.constantFrom(...kinds).chain(({ resource, namespaced, fields }) => {
  const { annotations: _, ...shape } = metadataShape;
  const namespace = { namespace: fc.constant(namespaced ? "shop" : "") };
  const identity = {
    name: fc.stringMatching(/^[a-z0-9][a-z0-9.-]{0,20}$/),
    uid: fc.string({ minLength: 1 }),
    ...namespace,
  };
  const metadata = fc
    .tuple(anyOf(shape), fc.record(identity))
    .map(([all, own]) => Object.assign({}, all, own));
  const objects = fc.array(fc.tuple(anyOf(fields), metadata), { maxLength: 3 });
  return objects.map((pairs) => {
    const items = pairs.flatMap(([rest, meta]) => {
      const decoded = decode(resource, Object.assign({}, rest, { metadata: meta }));
      assert.ok(decoded.ok, decoded.ok ? "" : decoded.reason);
      return [decoded.object];
    });
    const distinct = [...new Map(items.map((item) => [item.metadata.name, item])).values()];
    const sorted = distinct.sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
    return { read: true, resource, scope: { of: "cluster" }, items: sorted };
  });
});

function complete(some: Reading): readonly Reading[] {
  return kinds.map(({ resource }) =>
    resource === some.resource
      ? some
      : { read: false, resource, scope: { of: "cluster" }, reason: "Forbidden", detail: "no: \u001b[2J" },
  );
}

/** Of the image of a container only the version is written, and of a Secret only that there is one. */
function asWritten(readings: readonly Reading[]): unknown {
  return JSON.parse(
    JSON.stringify(readings, (key, value: unknown) =>
      key.endsWith("SecretRef")
        ? { name: masked, namespace: masked }
        : key === "containers" && Array.isArray(value)
          ? value.map(withVersion)
          : value,
    ),
  );
}

function withVersion(container: unknown): unknown {
  if (!isRecord(container) || typeof container.image !== "string") return container;
  return { ...container, image: versionOfImage(container.image) };
}

test("what is written is read again as it was", async () => {
  await fc.assert(
    fc.asyncProperty(reading, fc.array(fc.string()), async (some, skipped) => {
      const readings = complete(some);
      const notes = skipped.filter((note) => note !== "");
      const snapshot: Snapshot = { takenAt, clock: "live", source: "https://k8s", readings, skipped: notes };
      const text = writeSnapshot(snapshot);
      const again = await readFiles({ "s.yaml": text });
      assert.deepEqual(asWritten(again.readings), asWritten(readings));
      assert.deepEqual(again.skipped, notes);
      assert.deepEqual([again.takenAt, again.clock], [takenAt, "snapshot"]);
      assert.equal(again.source, "s.yaml, of https://k8s");
      assert.equal(writeSnapshot({ ...again, source: "https://k8s" }), text);
    }),
    { numRuns: 100 },
  );
});

test("every scope is kept", async () => {
  const readings: readonly Reading[] = [
    { read: true, resource: "v1/pods", scope: { of: "namespace", namespace: "shop" }, items: [] },
    { read: true, resource: "v1/nodes", scope: { of: "object", name: "n1" }, items: [] },
    {
      read: false,
      resource: "v1/pods",
      scope: { of: "object", name: "x", namespace: "y" },
      reason: "Unavailable",
    },
    {
      read: true,
      resource: "v1/events",
      scope: { of: "about", namespace: "shop", name: "data", kind: "PersistentVolumeClaim" },
      items: [],
    },
  ];
  const text = writeSnapshot({ takenAt, clock: "live", source: "x", readings, skipped: [] });
  const again = await readFiles({ "s.yaml": text });
  for (const wanted of readings) {
    assert.ok(again.readings.some((found) => isDeepStrictEqual(found, wanted)));
  }
});

test("owners of other kinds are kept, and why one did not come", async () => {
  const type = { apiVersion: "db.example.org/v1", kind: "Database" };
  const namespace = "shop";
  const owned = claim({
    ownerReferences: [
      { ...type, name: "orders", uid: "o-1" },
      { ...type, name: "bills", uid: "o-2" },
    ],
  });
  const written: Snapshot = {
    takenAt,
    clock: "live",
    source: "x",
    readings: [
      { read: true, resource: "v1/persistentvolumeclaims", scope: { of: "cluster" }, items: [owned] },
    ],
    otherOwners: [
      {
        ...type,
        metadata: { name: "orders", namespace, uid: "o-1", finalizers: ["db.example.org/cleanup"] },
        status: { phase: "Deleting", conditions: [{ type: "Ready", status: "False", message: "no backup" }] },
      },
    ],
    missingOwners: [
      {
        owner: { ...type, namespace, name: "bills" },
        because: "Forbidden",
        detail: "no",
        plural: "databases",
      },
    ],
    skipped: [],
  };
  const again = await readFiles({ "s.yaml": writeSnapshot(written) });
  assert.deepEqual([again.otherOwners, again.missingOwners], [written.otherOwners, written.missingOwners]);
  const hidden = JSON.stringify(redacted(written).missingOwners);
  assert.ok(!/orders|bills|shop|"no"/.test(hidden), hidden);
});
