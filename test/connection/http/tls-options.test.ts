import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

const module = join(import.meta.dirname, "..", "..", "..", "src", "connection", "http", "tls-options.ts");

/** What the trust of a connection has Node.js trust, in a process that looks at what it is given. */
function trusted(trust: object): unknown {
  const program = `
    import tls from "node:tls";
    import { syncBuiltinESMExports } from "node:module";
    const given = [];
    tls.createSecureContext = ({ ca }) => { given.push(ca); };
    syncBuiltinESMExports();
    const { tlsOptions } = await import(${JSON.stringify(module)});
    const server = new URL("https://127.0.0.1");
    tlsOptions({ trust: ${JSON.stringify(trust)}, server }, { certificate: "c", key: "k" }, undefined);
    console.log(JSON.stringify(given));
  `;
  const argv = ["--import", "tsx", "--input-type=module", "--eval", program];
  const { stdout, stderr } = spawnSync(process.execPath, argv, { encoding: "utf8" });
  assert.equal(stderr, "");
  return JSON.parse(stdout);
}

test("where no authority is named, none is taken from Node.js", () => {
  assert.deepEqual(trusted({ verification: "skipped" }), [[], []]);
  assert.deepEqual(trusted({ verification: "on" }), [[], []]);
  assert.deepEqual(trusted({ verification: "on", authorities: "pem" }), ["pem", "pem"]);
});
