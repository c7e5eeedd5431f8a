/** The built program audits a cluster that answers in protobuf. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { generate } from "../../bench/generator/cluster.ts";
import type { Manner } from "../../bench/in-process/server.ts";
import { servePages } from "../../bench/in-process/server.ts";
import { shelves } from "../../bench/in-process/shelf.ts";
import { differences } from "../../bench/runner/findings.ts";
import { served } from "../../bench/store/discovery.ts";
import { folder, main } from "./built.ts";

const { items, expected } = generate({ pods: 180, distance: 7 });
const all = shelves(items, served);

const warning =
  "Warning: the server's certificate was not verified (insecure-skip-tls-verify): a different server may have answered\n";

async function audited(t: TestContext, manner: Partial<Manner> = {}) {
  const server = await servePages(all, { framing: "whole", ...manner });
  t.after(() => server.close());
  const flags = ["--server", server.url, "--insecure-skip-tls-verify", "--chunk-size=50"];
  const child = spawn(process.execPath, [main, "audit", "-o", "json", "--fail-on=never", ...flags], {
    env: { PATH: process.env.PATH ?? "", HOME: folder },
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { out, err, ...server.counted };
}

test("an audit in protobuf finds what was planted", async (t) => {
  const { out, err } = await audited(t);
  assert.deepEqual(differences(out, expected), [], err);
  assert.equal(err, warning);
});
