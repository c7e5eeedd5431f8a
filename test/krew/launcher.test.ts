/** How the program begins that krew installs: a shell starts it, with flags that Node.js takes only there. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { installAsKrew, startedByShell } from "../../build/launcher.ts";
import { dist, main } from "../cli/built.ts";
import { authority } from "../support/fault-server/certificates.ts";
import { serve } from "../support/fault-server/client.ts";
import { json } from "../support/fault-server/reactions.ts";
import { testAuthority } from "../support/fault-server/server.ts";
import { base64, kubeconfigFor } from "../support/fault-server/surroundings.ts";

const folder = mkdtempSync(join(tmpdir(), "pvguard-launcher-"));
// Not after a test: while files are loaded, that could be one of another file.
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

const path = [dirname(process.execPath), process.env.PATH ?? ""].join(delimiter);

function program(name: string, script: string): string {
  const file = join(folder, name);
  writeFileSync(file, startedByShell(`#!/usr/bin/env node\n"use strict";${script}`), { mode: 0o755 });
  return file;
}

/** Says what it sees of its start. */
const seen = program(
  "seen",
  "console.log(JSON.stringify({flags:process.execArgv,argv:process.argv.slice(1),isStrict:(function(){return this===undefined})()}));",
);

function started(file: string, argv: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { stdout, stderr, status } = spawnSync(file, argv, {
    encoding: "utf8",
    env: { PATH: path, HOME: folder, ...env },
  });
  return { stdout, stderr, status };
}

test("what follows is the same program, with the flags, and every argument as it was given", () => {
  const argv = ["why", "pvc/a b", "", "*", "$HOME", `'"\\`, "-l", "a in (b)", "line\nbreak"];
  const { flags, ...rest } = JSON.parse(started(seen, argv).stdout);
  assert.deepEqual(flags, ["--use-openssl-ca", "--v8-pool-size=0"]);
  assert.deepEqual(rest, { argv: [seen, ...argv], isStrict: true });
});

test("through a link it has the name of the link", () => {
  const link = join(folder, "kubectl pvguard");
  symlinkSync(seen, link);
  assert.deepEqual(JSON.parse(started(link, []).stdout).argv, [link]);
});

for (const options of ["--use-bundled-ca", "--use-openssl-ca"]) {
  test(`to who says ${options} in NODE_OPTIONS, nothing else is said of authorities`, () => {
    const { stdout, stderr } = started(seen, [], { NODE_OPTIONS: `--no-warnings ${options}` });
    assert.deepEqual([JSON.parse(stdout).flags, stderr], [["--v8-pool-size=0"], ""]);
  });
}

test("without Node.js it says so", () => {
  const { stderr, status } = started(seen, [], { PATH: "/nonexistent" });
  assert.equal(status, 127);
  assert.match(stderr, /node/);
});

test("how it ends is how the program ends, by a signal too", async () => {
  const ends = program("ends", "process.exit(3)");
  assert.equal(started(ends, []).status, 3);
  const waits = program("waits", "console.log('ready');setInterval(()=>{},1000);");
  const child = spawn(waits, [], { env: { PATH: path }, stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  assert.deepEqual(await once(child, "exit"), [null, "SIGTERM"]);
});

/** What `why` says on stderr of a server, as krew's program, where OpenSSL is told to trust an authority. */
async function reached(t: TestContext, trusted: string, system: string) {
  const home = mkdtempSync(join(folder, "home-"));
  cpSync(dist, join(home, "dist"), { recursive: true });
  const launched = join(home, "dist", "main.cjs");
  installAsKrew(main, launched);
  const server = await serve(t);
  server.on("/api/v1/namespaces/default/persistentvolumeclaims/data", json({ kind: "Fine" }));
  const [kubeconfig, authorities] = [join(home, "config"), join(home, "authorities.pem")];
  const named = trusted === "" ? {} : { "certificate-authority-data": base64(trusted) };
  writeFileSync(kubeconfig, kubeconfigFor({ server: server.url, ...named }));
  writeFileSync(authorities, system);
  const env = { PATH: path, HOME: home, KUBECONFIG: kubeconfig, SSL_CERT_FILE: authorities };
  const child = spawn(launched, ["why", "pvc/data"], { env, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (text: Buffer) => {
    said += text.toString();
  });
  await once(child, "close");
  return { isReached: server.requests.length > 0, said };
}

const stranger = authority("stranger").certificate;

test("whom the system trusts counts for nothing where the kubeconfig names an authority", async (t) => {
  const { isReached, said } = await reached(t, stranger, testAuthority.certificate);
  assert.equal(isReached, false);
  assert.match(said, /certificate signed by unknown authority/);
  assert.equal((await reached(t, testAuthority.certificate, stranger)).isReached, true);
});

test("and for all where it names none", async (t) => {
  assert.equal((await reached(t, "", testAuthority.certificate)).isReached, true);
  assert.equal((await reached(t, "", stranger)).isReached, false);
});

test("another beginning is not built upon", () => {
  assert.throws(() => startedByShell("#!/usr/bin/node\n"), /does not begin/);
});
