/** What the registry of servers requires of server.json, and that it names this package. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "..", "..", "..");
const read = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));

/** modelcontextprotocol/static schemas/2025-12-11/server.schema.json ServerDetail, Package, PositionalArgument. */
test("server.json describes this version of the package", () => {
  const [server, manifest] = [read("server.json"), read("package.json")];
  assert.equal(server.name, manifest.mcpName, "the registry looks for this in the package");
  assert.match(server.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  assert.ok(server.description.length <= 100);
  assert.equal(server.version, manifest.version);
  const [npm, ...others] = server.packages;
  assert.deepEqual(others, []);
  assert.equal(npm.identifier, manifest.name);
  assert.equal(npm.version, manifest.version);
  assert.deepEqual(npm.transport, { type: "stdio" });
  assert.deepEqual(npm.packageArguments, [{ type: "positional", value: "mcp" }]);
  assert.ok(manifest.name in manifest.bin, "npx starts the program of that name");
});
