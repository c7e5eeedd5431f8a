/** In whichever encoding a cluster is read, the same is said of it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { audit } from "../../src/analysis/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { kindNamed } from "../../src/kubernetes/index.ts";
import { isBuiltIn } from "../../src/object-store/index.ts";
import type { Decoded } from "../../src/reading/decode/index.ts";
import { decode } from "../../src/reading/decode/index.ts";
import { clusters } from "../support/arbitrary-cluster.ts";
import { workloads } from "../support/arbitrary-workloads.ts";
import { encode } from "../support/protobuf/encode.ts";
import { decodeItem } from "../support/protobuf/plain-reader.ts";
import { runs } from "../support/runs.ts";
import { snapshotOf } from "../support/snapshot.ts";

const count = runs(6, 1 / 50);

function audited(objects: readonly KubeObject[]) {
  const scope = { namespace: undefined, olderThan: 300 };
  return audit(knowledge.rules, scope, snapshotOf(objects), knowledge);
}

function resourceOf({ apiVersion, kind }: KubeObject) {
  const known = kindNamed(apiVersion, kind);
  assert.ok(known !== undefined, `${apiVersion} ${kind}`);
  return known.resource;
}

function accepted(decoded: Decoded<never>): KubeObject {
  assert.ok(decoded.ok, JSON.stringify(decoded));
  return decoded.object;
}

/** The server leaves empty lists and maps out, in both encodings. */
function withoutEmpty(field: string, value: unknown): unknown {
  if (Array.isArray(value) && value.length === 0) return undefined;
  const isMap = field === "labels" || field === "annotations";
  return isMap && JSON.stringify(value) === "{}" ? undefined : value;
}

function throughJson(object: KubeObject): KubeObject {
  const sent: unknown = JSON.parse(JSON.stringify(object, withoutEmpty));
  return accepted(decode(resourceOf(object), sent) as Decoded<never>);
}

function throughProtobuf(object: KubeObject): KubeObject {
  const resource = resourceOf(object);
  if (!isBuiltIn(resource)) return throughJson(object);
  return accepted(decodeItem(resource, encode(resource, { ...object }), object) as Decoded<never>);
}

test(`an audit of ${count} generated clusters finds the same in both encodings`, () => {
  let findings = 0;
  fc.assert(
    fc.property(clusters, workloads, (some, more) => {
      const objects = [...some, ...more];
      const fromProtobuf = audited(objects.map(throughProtobuf));
      const fromJson = audited(objects.map(throughJson));
      assert.deepStrictEqual(fromProtobuf, fromJson);
      findings += fromJson.findings.length;
    }),
    { numRuns: count },
  );
  assert.ok(findings > count, "generated clusters have something to find");
});
