import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Ajv } from "ajv";
import { load } from "js-yaml";
import { plainOptions, reportFormats, schemas } from "../../src/render/index.ts";
import { renderers } from "../support/report-renderers.ts";
import { assertGolden, assertSame } from "./support/golden.ts";
import { reportOf } from "./support/report-makers.ts";
import { blocked, healthy, stuck, unknown, unread } from "./support/reports.ts";

const reports = {
  blocked: reportOf([blocked]),
  stuck: reportOf([stuck]),
  unknown: reportOf([unknown], { unread, clock: "snapshot", skipped: ["dump/a.yaml: 2: no kind"] }),
  healthy: reportOf([healthy]),
};

test("a format is found by the name that it has", async () => {
  for (const [name, load] of reportFormats) assert.equal((await load()).name, name);
});

function rendered(format: string, name: keyof typeof reports): string {
  const renderer = renderers.find((candidate) => candidate.name === format);
  assert.ok(renderer !== undefined);
  return renderer.render(reports[name], plainOptions);
}

for (const [name, schema] of Object.entries(schemas)) {
  test(`the published schema is the one that the views are made by: ${name}`, () => {
    const file = join(import.meta.dirname, "..", "..", "docs", "schema", name);
    assertSame(file, `${JSON.stringify(schema, null, 2)}\n`);
  });
}

for (const name of ["blocked", "stuck", "unknown", "healthy"] as const) {
  test(`json follows its schema: ${name}`, () => {
    const ajv = new Ajv({ allErrors: true, formats: { "date-time": true }, strictTypes: false });
    const validate = ajv.compile(schemas["report.v1alpha1.json"]);
    assert.ok(validate(JSON.parse(rendered("json", name))), JSON.stringify(validate.errors, null, 1));
  });

  test(`yaml says the same as json: ${name}`, () => {
    assert.deepEqual(load(rendered("yaml", name)), JSON.parse(rendered("json", name)));
  });
}

test("json, yaml and names look as kubectl's do", () => {
  for (const format of ["json", "yaml", "name"]) {
    assertGolden(
      `blocked-${format}.golden.txt`,
      `$ kubectl pvguard why pvc/data-0 -n shop -o ${format}\n${rendered(format, "blocked")}`,
    );
  }
  assertGolden(
    "unknown-json.golden.txt",
    `$ kubectl pvguard why pvc/data-0 -n shop -o json\n${rendered("json", "unknown")}`,
  );
});

test("the schema knows no field without a description", () => {
  const text = readFileSync(
    join(import.meta.dirname, "..", "..", "docs", "schema", "report.v1alpha1.json"),
    "utf8",
  );
  const bare: string[] = [];
  JSON.parse(text, function (this: unknown, key, value) {
    const isField = typeof value === "object" && value !== null && "type" in value && !Array.isArray(value);
    if (isField && key !== "items" && !("description" in value)) bare.push(key);
    return value;
  });
  assert.deepEqual(bare, []);
});
