import assert from "node:assert/strict";
import { test } from "node:test";
import { machineOff } from "../../../src/evidence/index.ts";
import { node } from "../../support/objects.ts";
import { looked, restsOn } from "../ask.ts";

test("for: the cloud marks a machine that is shut down; not Ready alone says nothing", () => {
  const marked = machineOff(
    node({ ready: "Unknown", taints: ["node.cloudprovider.kubernetes.io/shutdown"] }),
  );
  assert.equal(marked.is, "likely");
  assert.deepEqual(restsOn(looked(marked).for), [
    "Node/node-a spec.taints: node.cloudprovider.kubernetes.io/shutdown",
  ]);
  assert.equal(
    machineOff(node({ ready: "Unknown", taints: ["node.kubernetes.io/unreachable"] })).is,
    "possible",
  );
});
