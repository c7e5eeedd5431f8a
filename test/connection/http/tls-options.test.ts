import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { asUrl } from "../../support/as-url.ts";

const module = asUrl(
  join(import.meta.dirname, "..", "..", "..", "src", "connection", "http", "tls-options.ts"),
);

/** What the trust of each connection has Node.js trust, in a process that looks at what it is given. */
function trusted(...trusts: readonly object[]): unknown {
  const program = `
    import tls from "node:tls";
    import { syncBuiltinESMExports } from "node:module";
    let given = [];
    tls.createSecureContext = ({ ca }) => { given.push(ca); };
    syncBuiltinESMExports();
    const { tlsOptions } = await import(${JSON.stringify(module)});
    const server = new URL("https://127.0.0.1");
    const all = ${JSON.stringify(trusts)}.map((trust) => {
      given = [];
      tlsOptions({ trust, server }, { certificate: "c", key: "k" }, undefined);
      return given;
    });
    console.log(JSON.stringify(all));
  `;
  const argv = ["--input-type=module", "--eval", program];
  const { stdout, stderr } = spawnSync(process.execPath, argv, { encoding: "utf8" });
  assert.equal(stderr, "");
  return JSON.parse(stdout);
}

test("where no authority is named, none is taken from Node.js", () => {
  const skipped = { verification: "skipped" };
  const unnamed = { verification: "on" };
  const named = { verification: "on", authorities: "pem" };
  assert.deepEqual(trusted(skipped, unnamed, named), [
    [[], []],
    [[], []],
    ["pem", "pem"],
  ]);
});
