/** The built program watches a cluster in which nothing changes, and what reads it leaves. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { memoryServer } from "../support/memory-server/index.ts";
import { folder, main } from "./built.ts";

/** Longer than it takes to notice, and shorter than the interval of any watch. */
const patience = 20_000;
const token = "t";

async function quietCluster(context: TestContext): Promise<readonly string[]> {
  const rights = [{ verbs: ["*"], groups: ["*"], resources: ["*"] }];
  const server = await memoryServer({ users: [{ name: "kim", token, rights }] });
  context.after(() => server.close());
  server.load([
    {
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      metadata: { name: "data", namespace: "shop", finalizers: ["kubernetes.io/pvc-protection"] },
      spec: { volumeName: "pv-1" },
      status: { phase: "Bound" },
    },
  ]);
  return ["-s", server.url, "--token", token, "--insecure-skip-tls-verify", "-n", "shop"];
}

/** The exit code of the program, not that of the reader. */
async function read(line: readonly string[], reader: string, context: TestContext) {
  const run = `{ '${process.execPath}' '${main}' "$@"; echo $? >&2; } | ${reader}`;
  const child = spawn("sh", ["-c", run, "sh", ...line], {
    env: { PATH: process.env.PATH ?? "", HOME: folder },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const limit = setTimeout(() => process.kill(-(child.pid ?? 0), "SIGKILL"), patience);
  context.after(() => clearTimeout(limit));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { out, err };
}

for (const line of ["audit --watch --interval 10m", "why pvc/data --watch"]) {
  test(`${line} ends when what reads it has left`, async (context) => {
    const cluster = await quietCluster(context);
    const { out, err } = await read([...line.split(" "), ...cluster], "head -1", context);
    assert.equal(out.split("\n").length, 2, out);
    assert.match(err, /^Warning: .*\n0\n$/);
  });
}

test("it goes on as long as it is read, though slowly", async (context) => {
  const cluster = await quietCluster(context);
  const line = ["audit", "--watch", "--interval", "10m", ...cluster];
  const begin = performance.now();
  const { err } = await read(line, "sh -c 'head -1; sleep 6'", context);
  assert.match(err, /\n0\n$/);
  assert.ok(performance.now() - begin > 6000);
});
