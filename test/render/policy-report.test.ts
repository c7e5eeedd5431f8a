/** Reports for the policy APIs, by the schemas of their CustomResourceDefinitions. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { ValidateFunction } from "ajv";
import { Ajv } from "ajv";
import fc from "fast-check";
import { loadAll } from "js-yaml";
import { say } from "../../src/kubernetes/index.ts";
import { auditRenderers, plainOptions } from "../../src/render/index.ts";
import type { AuditReport, Finding } from "../../src/report/index.ts";
import { runs } from "../support/runs.ts";
import { auditOf, blind, clean, everything, found } from "./support/audits.ts";
import { auditWith } from "./support/hostile.ts";
import { cycle, hostileText } from "./support/hostile-text.ts";
import { refTo } from "./support/report-makers.ts";

interface Made {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly summary: { readonly [outcome: string]: number };
  readonly results: readonly {
    readonly policy: string;
    readonly result: string;
    readonly severity?: string;
    readonly message: string;
    readonly resources?: readonly { readonly name: string }[];
  }[];
}

interface Definition {
  readonly spec: {
    readonly group: string;
    readonly scope: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly {
      readonly name: string;
      readonly schema: { readonly openAPIV3Schema: object };
    }[];
  };
}

const groups = { policyreport: "wgpolicyk8s.io", openreports: "openreports.io" } as const;
const formats = ["policyreport", "openreports"] as const;

/** By `apiVersion kind`: whether the kind is namespaced, and what its schema says. */
const kinds = new Map<string, { readonly validate: ValidateFunction; readonly scope: string }>(
  formats.flatMap((format) => {
    const path = join(import.meta.dirname, "..", "fixtures", "crds", `${groups[format]}.yaml`);
    const ajv = new Ajv({ allErrors: true, strict: false, formats: { int32: true, int64: true } });
    return (loadAll(readFileSync(path, "utf8")) as Definition[]).flatMap(({ spec }) =>
      spec.versions.map(({ name, schema }) => {
        const validate = ajv.compile(closed(schema.openAPIV3Schema));
        return [`${spec.group}/${name} ${spec.names.kind}`, { validate, scope: spec.scope }] as const;
      }),
    );
  }),
);

/** As an API server checks a request of kubectl: a field that the schema does not know is an error. */
function closed(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (_, value) =>
    value?.type === "object" && value.properties !== undefined
      ? { additionalProperties: false, ...value }
      : value,
  );
}

function made(format: (typeof formats)[number], report: AuditReport): readonly Made[] {
  const renderer = auditRenderers.find(({ name }) => name === format);
  const list = JSON.parse(renderer?.render(report, plainOptions) ?? "");
  assert.deepEqual([list.apiVersion, list.kind], ["v1", "List"]);
  return list.items;
}

function assertValid(items: readonly Made[]): void {
  const names = items.map(({ kind, metadata }) => [kind, metadata.namespace, metadata.name].join("/"));
  assert.equal(new Set(names).size, items.length);
  for (const item of items) {
    const kind = kinds.get(`${item.apiVersion} ${item.kind}`);
    assert.ok(kind !== undefined, item.kind);
    assert.equal(kind.scope, item.metadata.namespace === undefined ? "Cluster" : "Namespaced");
    // What a schema of a CustomResourceDefinition leaves to the API server.
    const { metadata: _, ...rest } = item;
    assert.ok(kind.validate({ ...rest, metadata: {} }), JSON.stringify(kind.validate.errors, null, 1));
    const { pass = 0, fail = 0, warn = 0, error = 0, skip = 0 } = item.summary;
    assert.equal(pass + fail + warn + error + skip, item.results.length);
    assert.ok(item.results.length <= 1000);
    assert.ok(
      Buffer.byteLength(JSON.stringify(item)) < 262_144,
      "kubectl apply keeps a copy in the annotations",
    );
  }
}

const reports = { everything, clean, blind: auditOf({ findings: [], silenced: blind }), plain: auditOf() };

for (const format of formats) {
  for (const [name, report] of Object.entries(reports))
    test(`${format} follows the schema of its definition: ${name}`, () => assertValid(made(format, report)));

  test(`${format}: follows it whatever an attacker wrote, and creates nothing outside of a namespace`, () => {
    fc.assert(
      fc.property(fc.array(hostileText, { minLength: 3, maxLength: 40, size: "max" }), (data) => {
        const items = made(format, auditWith(cycle(data)));
        assertValid(items);
        for (const { metadata } of items) assert.match(metadata.namespace ?? "x", /^[a-z0-9-]{1,63}$/);
      }),
      { numRuns: runs(20, 0.03), seed: 20261120 },
    );
  });
}

const [first] = found as readonly [Finding];

test("policyreport: findings stand in the namespace of their object, what could not be checked in none", () => {
  const items = made("policyreport", auditOf({ silenced: blind }));
  const places = items.map(({ metadata, results }) => [
    metadata.namespace,
    results.map(({ result }) => result),
  ]);
  assert.deepEqual(places, [
    [undefined, ["warn", "error", "error"]],
    ["bank", ["warn"]],
    ["shop", ["fail"]],
  ]);
  assert.deepEqual(
    items.flatMap(({ results }) => results.map(({ severity }) => severity)),
    ["info", undefined, undefined, "medium", "high"],
  );
});

test("policyreport: a clean audit is one empty report of the cluster", () => {
  const items = made("policyreport", clean);
  assert.deepEqual(
    items.map(({ kind, results }) => [kind, results.length]),
    [["ClusterPolicyReport", 0]],
  );
});

test("policyreport: what is ignored is skipped, and says why", () => {
  const ignored = [{ finding: first, by: "config", reason: "kept for the auditors" }] as const;
  const [result] = made("policyreport", auditOf({ findings: [], ignored })).flatMap(({ results }) => results);
  assert.equal(result?.result, "skip");
  assert.match(result?.message ?? "", /^ignored on request: kept for the auditors \(pvc\/data-0 \(shop\): /);
});

test("policyreport: in a namespace that is being deleted nothing can be created", () => {
  const namespace = { ...first, code: "PVG106", subject: refTo("Namespace", "shop") };
  const items = made("policyreport", auditOf({ findings: [first, namespace] }));
  assert.deepEqual(
    items.map(({ metadata, results }) => [metadata.namespace, results.length]),
    [[undefined, 2]],
  );
});

test("policyreport: more than one object can hold stands in several, each whole", () => {
  const many = Array.from({ length: 2500 }, (_, at) => ({
    ...first,
    subject: { ...first.subject, name: `c-${at}` },
  }));
  const small = many.map((finding) => ({ ...finding, evidence: [], remedies: [] }));
  const long = many
    .slice(0, 300)
    .map((finding) => ({ ...finding, message: say`${"é".repeat(1000)} ${"x".repeat(1000)}` }));
  for (const findings of [small, long]) {
    const items = made("policyreport", auditOf({ findings }));
    assertValid(items);
    const own = items.filter(({ metadata }) => metadata.namespace === "shop");
    assert.deepEqual(
      own.slice(0, 2).map(({ metadata }) => metadata.name),
      ["pvguard", "pvguard-2"],
    );
    const names = own.flatMap(({ results }) => results.map(({ resources }) => resources?.[0]?.name));
    assert.deepEqual(
      names,
      findings.map(({ subject }) => subject.name),
    );
  }
});
