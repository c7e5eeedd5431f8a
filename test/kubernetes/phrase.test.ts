import assert from "node:assert/strict";
import { test } from "node:test";
import { asSpoken, flatten, join, say } from "../../src/kubernetes/index.ts";

test("say: what is inserted is data, but for phrases, and words stay words", () => {
  const named = say`pod/${"web-0"}`;
  assert.deepEqual(say`${named} has ${2} claims`, [
    { words: "pod/" },
    { data: "web-0" },
    { words: " has " },
    { data: "2" },
    { words: " claims" },
  ]);
  assert.deepEqual(say``, []);
});

test("say: a phrase that names a hundred thousand objects can be part of another", () => {
  const names = join(
    Array.from({ length: 100_000 }, (_, at) => say`pod/${at}`),
    ", ",
  );
  assert.match(flatten(say`held by ${names}`, String), /^held by pod\/0, .*, pod\/99999$/);
});

test("asSpoken: what is called an operator, a controller or a kubelet has an article, and a name has none", () => {
  const spoken = [
    "kubelet on node/n1",
    "ArangoDB operator",
    "administrator",
    "TopoLVM controller (legacy name)",
  ];
  assert.deepEqual(spoken.map(asSpoken), [
    "the kubelet on node/n1",
    "the ArangoDB operator",
    "the administrator",
    "the TopoLVM controller (legacy name)",
  ]);
  const names = [
    "persistentvolume-controller",
    "Argo CD",
    "its owner",
    "the volume populator",
    "csi-provisioner of d",
  ];
  assert.deepEqual(names.map(asSpoken), names);
});
