/** kubernetes/kubernetes pkg/controller/ttlafterfinished/ttlafterfinished_controller_test.go, 1.36: TestTimeLeft. */
import assert from "node:assert/strict";
import test from "node:test";
import { cleanupIn } from "../../src/controllers/index.ts";
import type { Job } from "../../src/kubernetes/index.ts";
import { timestamp } from "../../src/kubernetes/index.ts";

const now = Date.parse("2026-11-20T12:00:00Z");

function finished(type: "Complete" | "Failed" | undefined, ago: number, ttl: number | undefined): Job {
  const lastTransitionTime = timestamp(now - ago * 1000);
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name: "foobar", namespace: "default", uid: "job-uid" },
    spec: ttl === undefined ? {} : { ttlSecondsAfterFinished: ttl },
    status: { conditions: type === undefined ? [] : [{ type, status: "True", lastTransitionTime }] },
  };
}

for (const [name, job, left] of [
  ["Job unfinished", finished(undefined, 0, 100), undefined],
  ["Job completed now, no TTL", finished("Complete", 0, undefined), undefined],
  ["Job completed now, 0s TTL", finished("Complete", 0, 0), 0],
  ["Job completed now, 10s TTL", finished("Complete", 0, 10), 10],
  ["Job completed 10s ago, 15s TTL", finished("Complete", 10, 15), 5],
  ["Job failed now, no TTL", finished("Failed", 0, undefined), undefined],
  ["Job failed now, 0s TTL", finished("Failed", 0, 0), 0],
  ["Job failed now, 10s TTL", finished("Failed", 0, 10), 10],
  ["Job failed 10s ago, 15s TTL", finished("Failed", 10, 15), 5],
] as const) {
  test(name, () => assert.equal(cleanupIn(job, now), left));
}
