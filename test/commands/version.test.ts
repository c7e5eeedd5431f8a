import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "js-yaml";
import { runCli } from "../support/run-cli.ts";

test("json and yaml say the same of the program", async () => {
  const json = await runCli(["version", "-o", "json"], 0);
  const yaml = await runCli(["version", "-o", "yaml"], 0);
  const about = JSON.parse(json.out) as { readonly version: string; readonly path: string };
  assert.deepEqual(load(yaml.out), about);
  assert.match(about.version, /^v\d+\.\d+\.\d+/);
});
