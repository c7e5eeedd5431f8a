/** What the built program is made of. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { dist, file, folder, metafile, pvguard } from "./built.ts";

test("every command that prints a table can", () => {
  for (const argv of [["audit"], ["blockers", "pvc/data"], ["why", "pvc/data", "-o", "brief"]]) {
    const { status, stdout, stderr } = pvguard([...argv, "--from", file]);
    assert.match(stdout, /pvc\/data|pod\/import/, `${argv.join(" ")}: ${stderr}`);
    assert.ok(status === 0 || status === 1, `${argv.join(" ")} ended with ${status}`);
  }
});

test("what is left of the client library can still refresh a token", () => {
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString("base64url");
  const expired = [part({ alg: "none" }), part({ exp: 1 }), "x"].join(".");
  const config = {
    "client-id": "pvguard",
    "id-token": expired,
    "refresh-token": "r",
    "idp-issuer-url": "https://127.0.0.1:1",
  };
  const kubeconfig = join(folder, "oidc.json");
  const named = (name: string, more: object) => [{ name, ...more }];
  writeFileSync(
    kubeconfig,
    JSON.stringify({
      "current-context": "c",
      contexts: named("c", { context: { cluster: "c", user: "c" } }),
      clusters: named("c", { cluster: { server: "https://127.0.0.1:1" } }),
      users: named("c", { user: { "auth-provider": { name: "oidc", config } } }),
    }),
  );
  const { stderr, status } = pvguard(["why", "pvc/data", "--kubeconfig", kubeconfig]);
  assert.match(stderr, /failed to refresh token: .*ECONNREFUSED/);
  assert.notEqual(status, 0);
});

test("nothing but Node.js is needed to run it", () => {
  const imported = Object.values(metafile.outputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external === true).map(({ path }) => path),
  );
  assert.ok(imported.length > 0);
  assert.deepEqual([...new Set(imported.filter((path) => !isBuiltin(path)))].sort(), [
    "./main.cjs",
    "./program.cjs",
  ]);
  assert.deepEqual(
    Object.keys(metafile.inputs).filter((input) => /node_modules\/(undici|@kubernetes)/.test(input)),
    [],
    "of the client library there are only its types",
  );
});

test("the licences of all that is bundled in are beside it", () => {
  const notices = readFileSync(join(dist, "THIRD_PARTY_NOTICES"), "utf8");
  for (const name of ["yargs-parser", "js-yaml", "ora", "openid-client"]) {
    assert.match(notices, new RegExp(`^${name} \\d`, "m"));
  }
  assert.doesNotMatch(notices, /\(see below\)\n\n\n/);
});
