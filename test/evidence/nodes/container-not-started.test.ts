import assert from "node:assert/strict";
import { test } from "node:test";
import { containerNotStarted } from "../../../src/evidence/index.ts";
import type { Pod } from "../../../src/kubernetes/index.ts";
import { pod } from "../../support/objects.ts";
import { looked, restsOn } from "../ask.ts";

const ask = (status: NonNullable<Pod["status"]>) =>
  looked(containerNotStarted(pod({ claims: ["data"], status })));
const backOff = { waiting: { reason: "CrashLoopBackOff", message: "back-off 5m0s" } };

test("for: a container waits for what is no part of a normal start, or ended with an error", () => {
  const crashes = ask({ containerStatuses: [{ name: "app", restartCount: 7, state: backOff }] });
  assert.deepEqual(crashes.found, {
    kind: "container",
    name: "app",
    reason: "CrashLoopBackOff",
    message: "back-off 5m0s",
    restarts: 7,
  });
  assert.deepEqual(restsOn(crashes.for), [
    "Pod/web-0 status.containerStatuses[app].state.waiting.reason: CrashLoopBackOff",
  ]);
  const ended = ask({
    containerStatuses: [{ name: "app", state: { terminated: { exitCode: 3, reason: "Error" } } }],
  });
  assert.equal(ended.is, "proven");
  assert.equal(ended.found?.message, "exit code 3");
});

test("the init container comes first: the others wait for it", () => {
  const { found } = ask({
    initContainerStatuses: [
      { name: "fetch", state: { terminated: { exitCode: 0, reason: "Completed" } } },
      { name: "migrate", restartCount: 2, state: backOff },
    ],
    containerStatuses: [{ name: "app", state: { waiting: { reason: "PodInitializing" } } }],
  });
  assert.equal(found?.kind, "init container");
  assert.equal(found?.name, "migrate");
});

test("nothing tells: the containers run, are being created, or wait for the init containers", () => {
  for (const state of [
    { running: {} },
    { waiting: { reason: "ContainerCreating" } },
    { waiting: { reason: "PodInitializing" } },
    { terminated: { exitCode: 0 } },
    undefined,
  ]) {
    const answer = ask({ containerStatuses: [{ name: "app", ...(state === undefined ? {} : { state }) }] });
    assert.equal(answer.is, "possible");
    assert.equal(answer.found, undefined);
  }
});
