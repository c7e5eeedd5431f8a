import assert from "node:assert/strict";
import { test } from "node:test";
import { volumesMounted } from "../../../src/evidence/index.ts";
import type { Pod } from "../../../src/kubernetes/index.ts";
import { refOf } from "../../../src/kubernetes/index.ts";
import { event } from "../../support/driver.ts";
import { pod } from "../../support/objects.ts";
import { clusterOf } from "../ask.ts";

const waiting = (status: Pod["status"] = {}) => pod({ phase: "Pending", claims: ["data"], status });
const ask = (asked: Pod, ...more: Parameters<typeof clusterOf>[0]) =>
  volumesMounted(asked, clusterOf([asked, ...more])).is;
const container = (state: object) => waiting({ containerStatuses: [{ name: "c", state }] });

test("for: its sandbox is ready, a container ran, or waits for what comes after the mount", () => {
  assert.equal(
    ask(waiting({ conditions: [{ type: "PodReadyToStartContainers", status: "True" }] })),
    "proven",
  );
  assert.equal(ask(container({ running: {} })), "proven");
  assert.equal(ask(container({ waiting: { reason: "ImagePullBackOff" } })), "proven");
  const init = [{ name: "i", state: { terminated: { exitCode: 0 } } }];
  assert.equal(ask(waiting({ initContainerStatuses: init })), "proven");
  assert.equal(ask(waiting(), event(refOf(waiting()), "Pulling", "Pulling image")), "likely");
});

test("nothing tells: its containers are being created", () => {
  assert.equal(ask(waiting()), "possible");
  assert.equal(ask(container({ waiting: { reason: "ContainerCreating" } })), "possible");
  assert.equal(ask(container({ waiting: { reason: "PodInitializing" } })), "possible");
  const asked = waiting();
  assert.equal(volumesMounted(asked, clusterOf([asked], "v1/events")).is, "possible");
});
