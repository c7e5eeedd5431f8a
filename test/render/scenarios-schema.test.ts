/** What the commands that read print of whole clusters follows the published schemas. */
import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Ajv } from "ajv";
import { schemas } from "../../src/render/index.ts";
import { runCli } from "../support/run-cli.ts";
import { shareOf } from "../support/runs.ts";

const ajv = new Ajv({ allErrors: true, formats: { "date-time": true }, strictTypes: false });
const report = ajv.compile(schemas["report.v1alpha1.json"]);
const blockerList = ajv.compile(schemas["blockerlist.v1alpha1.json"]);

const deletion = ajv.compile(schemas["deletionreport.v1alpha1.json"]);

const lines = [
  { line: "why pvc,pv,pods,volumeattachments,volumesnapshots,namespaces -A", valid: report },
  { line: "why pvc,pv -A --if-deleted", valid: report },
  { line: "audit --risk", valid: report },
  { line: "blockers pvc,pv -A", valid: blockerList },
  { line: "before delete pvc,pv,volumesnapshots,namespaces -A --all", valid: deletion },
];

const clusters = join(import.meta.dirname, "..", "scenarios");
const files = readdirSync(clusters)
  .map((name) => join(clusters, name, "cluster.yaml"))
  .filter((file) => existsSync(file));

for (const { line, valid } of lines) {
  test(`-o json of scenarios: ${line}`, async () => {
    let documents = 0;
    for (const file of shareOf(files, 60)) {
      const { out } = await runCli([...line.split(" "), "-o", "json", "--from", file], 0);
      if (out === "") continue;
      assert.ok(valid(JSON.parse(out)), `${file}: ${JSON.stringify(valid.errors, null, 1)}`);
      documents += 1;
    }
    assert.ok(documents > 5, `${documents}`);
  });
}
