import assert from "node:assert/strict";
import { test } from "node:test";
import { kubectl } from "../../src/define/index.ts";

const pod = { apiVersion: "v1", kind: "Pod", name: "web-0", namespace: "shop" };

test("the words of a command are its arguments", () => {
  assert.deepEqual(kubectl`get pods -A -o wide`.argv, ["kubectl", "get", "pods", "-A", "-o", "wide"]);
});

test("what is inserted stays whole, also within a word", () => {
  const name = "two words";
  assert.deepEqual(kubectl`label node ${name} a=${name} --replicas=${2}`.argv, [
    "kubectl",
    "label",
    "node",
    "two words",
    "a=two words",
    "--replicas=2",
  ]);
});

test("a list is one argument after the other, and an object is what finds it", () => {
  assert.deepEqual(kubectl`delete pod ${["a", "b"]} -n shop`.argv, [
    "kubectl",
    "delete",
    "pod",
    "a",
    "b",
    "-n",
    "shop",
  ]);
  assert.deepEqual(kubectl`annotate ${pod} x=1`.argv, [
    "kubectl",
    "annotate",
    "pod",
    "web-0",
    "-n",
    "shop",
    "x=1",
  ]);
});
