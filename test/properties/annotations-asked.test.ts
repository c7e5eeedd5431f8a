/** If a kind names the annotations that are read of it, no code asks for others: they would be missing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { allOf, audit, reporter } from "../../src/analysis/index.ts";
import { wishesOf } from "../../src/commands/audit/subjects.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { KubeObject, Pod } from "../../src/kubernetes/index.ts";
import { annotationOf, kindNamed, kinds } from "../../src/kubernetes/index.ts";
import { clusters } from "../support/arbitrary-cluster.ts";
import { workloads } from "../support/arbitrary-workloads.ts";
import { runs } from "../support/runs.ts";
import { snapshotOf } from "../support/snapshot.ts";

const count = runs(4, 1 / 16);
const scope = { namespace: undefined, olderThan: 300 };

/** What was asked for, of which kind. */
type Asked = Map<string, Set<string>>;

function listening(object: KubeObject, asked: Asked): KubeObject {
  const named = kindNamed(object.apiVersion, object.kind)?.annotations;
  if (named === undefined) return object;
  const ofKind = asked.get(object.kind) ?? new Set();
  asked.set(object.kind, ofKind);
  const hear = (key: string | symbol) => {
    if (typeof key === "string") ofKind.add(key);
  };
  const annotations = new Proxy<Record<string, string | undefined>>(
    { ...object.metadata.annotations },
    {
      get(target, key) {
        hear(key);
        return Reflect.get(target, key) as unknown;
      },
      getOwnPropertyDescriptor(target, key) {
        hear(key);
        return Reflect.getOwnPropertyDescriptor(target, key);
      },
    },
  );
  return { ...object, metadata: { ...object.metadata, annotations } };
}

test(`${count} generated clusters: what is asked of an object's annotations is read`, () => {
  const asked: Asked = new Map();
  fc.assert(
    fc.property(clusters, workloads, (some, more) => {
      const objects = [...some, ...more].map((object) => listening(object, asked));
      const snapshot = snapshotOf(objects);
      audit(knowledge.rules, scope, snapshot, knowledge);
      allOf(reporter(objects, knowledge, "step by step")(snapshot));
      for (const object of objects) wishesOf(object);
    }),
    { numRuns: count },
  );
  for (const { kind, annotations } of kinds) {
    if (annotations === undefined) continue;
    const named: readonly string[] = annotations;
    const keys = [...(asked.get(kind) ?? [])];
    assert.ok(keys.length > 0, `nothing was asked of a ${kind}`);
    assert.deepEqual(
      keys.filter((key) => !named.includes(key)),
      [],
      kind,
    );
  }
});

test("an annotation that is not read of a kind cannot be asked for", () => {
  const pod: Pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "db-0", namespace: "shop", uid: "u1" },
  };
  assert.equal(annotationOf(pod, "pvguard.dev/ignore"), undefined);
  // @ts-expect-error: no code reads it of a pod
  assert.equal(annotationOf(pod, "checksum/config"), undefined);
});
