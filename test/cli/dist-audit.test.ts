/** The built program packs lists by programs that the build has made ready. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { generate } from "../../bench/generator/cluster.ts";
import { servePages } from "../../bench/in-process/server.ts";
import { shelves } from "../../bench/in-process/shelf.ts";
import { differences } from "../../bench/runner/findings.ts";
import { served } from "../../bench/store/discovery.ts";
import { programsFile } from "../../build/ready-programs.ts";
import { dist, folder, main, outputs } from "./built.ts";

test("an audit in protobuf finds what was planted", async (t) => {
  const { items, expected } = generate({ pods: 180, distance: 7 });
  const server = await servePages(shelves(items, served), { framing: "whole" });
  t.after(() => server.close());
  const flags = ["--server", server.url, "--insecure-skip-tls-verify"];
  const child = spawn(process.execPath, [main, "audit", "-o", "json", "--fail-on=never", ...flags], {
    env: { PATH: process.env.PATH ?? "", HOME: folder },
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  assert.deepEqual(differences(out, expected), [], err);
});

test("what the packer follows is there, and what makes it is not", () => {
  assert.deepEqual(new Uint8Array(readFileSync(join(dist, "chunks", "programs.bin"))), programsFile());
  for (const script of ["why.js", "audit.js", "program.js"]) {
    const inputs = Object.keys(outputs().get(script)?.inputs ?? {});
    const ofPrograms = inputs.filter((file) => /packed\/program\/(ready|made|layout|words)\.ts$/.test(file));
    assert.deepEqual(ofPrograms, ["src/sources/packed/program/ready.ts"], script);
  }
});
