/** What keeps to a part of a kind has nothing to say of the others of that kind. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import * as controllers from "../../src/controllers/index.ts";
import { audit } from "../../src/engine/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import {
  type Index,
  isInPart,
  type KubeObject,
  kindNamed,
  type ObjectIn,
  type Part,
  podsWithClaims,
  type Resource,
} from "../../src/model/index.ts";
import { clusters } from "../support/arbitrary-cluster.ts";
import { workloads } from "../support/arbitrary-workloads.ts";
import { objectsOf } from "../support/protobuf/arbitrary-object.ts";
import { runs } from "../support/runs.ts";
import { snapshotOf } from "../support/snapshot.ts";

const count = runs(150);

function isIndex(value: unknown): value is Index<Resource> {
  return typeof value === "object" && value !== null && "keys" in value && "on" in value;
}

const exported: readonly unknown[] = Object.values(controllers);
const kept = exported.filter(isIndex).filter(({ only }) => only !== undefined);

const pods = objectsOf("v1/pods").map(
  (pod) => ({ apiVersion: "v1", kind: "Pod", ...pod }) as unknown as KubeObject,
);

test("indexes that keep to a part give the others no key", () => {
  assert.ok(kept.length > 0);
  fc.assert(
    fc.property(pods, (pod) => {
      for (const { keys, only } of kept)
        if (only !== undefined && !isInPart(only, pod)) assert.deepEqual(keys(pod as ObjectIn<Resource>), []);
    }),
    { numRuns: count },
  );
});

test("rules that keep to a part find nothing outside of it", () => {
  const rules = knowledge.rules.filter(({ only }) => only !== undefined);
  const partOf = new Map<string, Part | undefined>(rules.map(({ code, only }) => [code, only]));
  const asking = rules.map(({ only: _, ...rule }) => rule);
  assert.ok(rules.length > 0);
  let outside = 0;
  fc.assert(
    fc.property(clusters, workloads, fc.array(pods, { maxLength: 3 }), (some, others, more) => {
      const objects = [...some, ...others, ...more];
      const byName = new Map(objects.map((object) => [nameOf(object), object]));
      const snapshot = snapshotOf(objects);
      const scope = { namespace: undefined, olderThan: 0 };
      outside += objects.filter((object) => !isInPart(podsWithClaims, object)).length;
      const { findings } = audit(asking, scope, snapshot, knowledge, controllers.controllers);
      for (const { code, subject } of findings) {
        const part = partOf.get(code);
        const { apiVersion, kind, name, namespace } = subject;
        const object = byName.get(nameOf({ apiVersion, kind, metadata: { name, namespace } }));
        assert.ok(part !== undefined && object !== undefined && isInPart(part, object), `${code} ${name}`);
      }
    }),
    { numRuns: count },
  );
  assert.ok(outside > 0);
});

function nameOf({
  apiVersion,
  kind,
  metadata: { name, namespace },
}: Pick<KubeObject, "apiVersion" | "kind"> & {
  readonly metadata: { readonly name: string; readonly namespace?: string | undefined };
}): string {
  return JSON.stringify([kindNamed(apiVersion, kind)?.resource, namespace ?? "", name]);
}
