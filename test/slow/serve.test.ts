/** What `serve` says to Prometheus, by the reference parser, and its memory over hundreds of audits. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { liveSource } from "../../src/commands/index.ts";
import { openCluster } from "../../src/reading/live/index.ts";
import { served } from "../commands/serve/served.ts";
import { held } from "../commands/support/live-audit.ts";
import { memorySource } from "../commands/support/memory-source.ts";
import { base64, kubeconfigFor, liveSurroundings, testTime } from "../support/fault-server/surroundings.ts";
import type { JsonObject } from "../support/memory-server/index.ts";
import { memoryServer } from "../support/memory-server/index.ts";
import { snapshotOf } from "../support/snapshot.ts";

const python = "/usr/bin/python3";
/** Debian's python3-prometheus-client. */
const reads = `import sys
from prometheus_client.openmetrics.parser import text_string_to_metric_families
for family in text_string_to_metric_families(sys.stdin.read()):
    print(family.name, family.type, len(family.samples))`;
const hasParser = spawnSync(python, ["-c", "import prometheus_client.openmetrics.parser"]).status === 0;

test("the reference parser of OpenMetrics reads the metrics", {
  skip: hasParser ? false : "python3-prometheus-client is not installed",
}, async () => {
  const hostile = held("data", { namespace: 'a"b\\c\nd', storageClassName: "gp3" });
  await served(
    [],
    () => memorySource(snapshotOf(hostile)),
    ({ get }) => {
      const input = get("/metrics", "application/openmetrics-text").text;
      const { status, stdout, stderr } = spawnSync(python, ["-c", reads], { input, encoding: "utf8" });
      assert.equal(status, 0, stderr);
      assert.match(stdout, /^pvguard_findings gauge \d+$/m);
      assert.match(stdout, /^pvguard_audits counter 2$/m);
      assert.match(stdout, /^pvguard_build info 1$/m);
      return "stop";
    },
  );
});

const audits = Number(process.env.PVGUARD_SERVE_AUDITS ?? 500);

test("memory does not grow with audits", async (t) => {
  setFlagsFromString("--expose-gc");
  const collectGarbage: () => void = runInNewContext("gc");
  const server = await memoryServer({ now: () => testTime });
  const objects = Array.from({ length: 20 }, (_, at) => held(`data-${at}`, { namespace: "shop" })).flat();
  server.load(objects as unknown as readonly JsonObject[]);
  const open = async () => {
    const outside = liveSurroundings(
      kubeconfigFor(
        { server: server.url, "certificate-authority-data": base64(server.authority) },
        { token: server.tokenOf("admin") },
      ),
    );
    return liveSource(await openCluster({}, outside), () => testTime);
  };
  const heap: number[] = [];
  await served([], open, ({ ended, get }) => {
    // What the server of the test remembers is not ours.
    (server.requests as string[]).length = 0;
    (server.received as unknown[]).length = 0;
    get("/");
    if (ended % 100 === 0) {
      collectGarbage();
      heap.push(process.memoryUsage().heapUsed / 1e6);
    }
    return ended === audits ? "stop" : "go on";
  });
  await server.close();
  const [first = 0] = heap;
  const last = heap.at(-1) ?? 0;
  assert.ok(
    last < first * 1.2 + 2,
    `heap in MB after each 100 audits: ${heap.map((each) => each.toFixed(1))}`,
  );
  t.diagnostic(`heap in MB: ${first.toFixed(1)} after 100 audits, ${last.toFixed(1)} after ${audits}`);
});
