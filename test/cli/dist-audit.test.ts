/** The built program packs lists by programs that the build has made ready. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { generate } from "../../bench/generator/cluster.ts";
import { type Manner, servePages } from "../../bench/in-process/server.ts";
import { shelves } from "../../bench/in-process/shelf.ts";
import { differences } from "../../bench/runner/findings.ts";
import { served } from "../../bench/store/discovery.ts";
import { programsFile } from "../../build/ready-programs.ts";
import { dist, folder, main, outputs } from "./built.ts";

const { items, expected } = generate({ pods: 180, distance: 7 });
const all = shelves(items, served);

const warning =
  "Warning: the server's certificate was not verified (insecure-skip-tls-verify): a different server may have answered\n";

/** Node.js says on stderr which threads there are. */
async function audited(t: TestContext, manner: Partial<Manner> = {}, env: object = {}, program = main) {
  const server = await servePages(all, { framing: "whole", ...manner });
  t.after(() => server.close());
  const flags = ["--server", server.url, "--insecure-skip-tls-verify", "--chunk-size=50"];
  const child = spawn(process.execPath, [program, "audit", "-o", "json", "--fail-on=never", ...flags], {
    env: { PATH: process.env.PATH ?? "", HOME: folder, NODE_DEBUG: "worker", ...env },
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { out, err, ...server.counted };
}

test("an audit in protobuf finds what was planted, in one thread where objects are few", async (t) => {
  const { out, err } = await audited(t);
  assert.deepEqual(differences(out, expected), [], err);
  assert.equal(err, warning);
});

test("with many objects to come a second thread reads the pods, and no page is asked for twice", async (t) => {
  const { out, err, lists, peak } = await audited(t, { boast: 30_000 });
  assert.deepEqual(differences(out, expected), [], err);
  assert.equal(err.match(/created Worker/g)?.length, 1, err);
  const pods = all.find(({ resource }) => resource === "v1/pods")?.objects.length ?? 0;
  assert.equal(lists.get("v1/pods")?.pages, Math.ceil(pods / 50));
  assert.ok(peak <= 4, `${peak} requests at one time`);
});

test("where its script cannot be loaded, the first thread reads them, and nobody is told", async (t) => {
  const broken = join(folder, "broken");
  cpSync(dist, broken, { recursive: true });
  writeFileSync(join(broken, "chunks", "second-thread.cjs"), "throw new Error('broken');");
  const { out, err, lists } = await audited(
    t,
    { boast: 30_000 },
    { NODE_DEBUG: "" },
    join(broken, "main.cjs"),
  );
  assert.deepEqual(differences(out, expected), [], err);
  assert.equal(err, warning);
  assert.ok(lists.has("v1/pods"));
});

test("what the packer follows is there, and what makes it is not", () => {
  assert.deepEqual(new Uint8Array(readFileSync(join(dist, "chunks", "programs.bin"))), programsFile());
  for (const script of ["why.js", "audit.js", "program.js", "second-thread.cjs"]) {
    const inputs = Object.keys(outputs().get(script)?.inputs ?? {});
    const ofPrograms = inputs.filter((file) => /packed\/program\/(ready|made|layout|words)\.ts$/.test(file));
    assert.deepEqual(ofPrograms, ["src/sources/packed/program/ready.ts"], script);
  }
});
