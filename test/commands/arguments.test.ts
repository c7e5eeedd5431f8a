import assert from "node:assert/strict";
import { test } from "node:test";
import { splitWords } from "../../src/commands/arguments/request.ts";
import { resourceNamed } from "../../src/commands/arguments/resource-type.ts";
import { Failure } from "../../src/commands/index.ts";
import { flatten, kinds } from "../../src/kubernetes/index.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { memorySource } from "./support/memory-source.ts";
import { runCommand } from "./support/run-command.ts";

const claims = "v1/persistentvolumeclaims";
const snapshots = "snapshot.storage.k8s.io/v1/volumesnapshots";
const attachments = "storage.k8s.io/v1/volumeattachments";

const types: readonly (readonly [string, string | undefined])[] = [
  ["pvc", claims],
  ["PVC", claims],
  ["persistentvolumeclaims", claims],
  ["persistentvolumeclaim", claims],
  ["PersistentVolumeClaim", claims],
  ["persistentvolumeclaims.v1.", claims],
  ["persistentvolumeclaims.v2.", undefined],
  ["pvc.apps", undefined],
  ["vs", snapshots],
  ["volumesnapshots.snapshot.storage.k8s.io", snapshots],
  ["volumesnapshots.v1.snapshot.storage.k8s.io", snapshots],
  ["volumesnapshots.v1beta1.snapshot.storage.k8s.io", snapshots],
  ["volumesnapshots.v2.snapshot.storage.k8s.io", undefined],
  ["VolumeSnapshot.v1.snapshot.storage.k8s.io", snapshots],
  ["volumesnapshots.snapshot", snapshots],
  ["volumeattachments.storage.k8s.io", attachments],
  ["volumeattachments.v1.storage.k8s.io", attachments],
  ["volumeattachments.snapshot.storage.k8s.io", undefined],
  ["deployments", "apps/v1/deployments"],
  ["bogus", undefined],
  ["__proto__", undefined],
  ["", undefined],
];

for (const [type, resource] of types) {
  test(`the type ${JSON.stringify(type)} is ${resource ?? "unknown"}`, () => {
    assert.equal(resourceNamed(type), resource);
  });
}

test("every name of every kind leads to that kind", () => {
  for (const { resource, singular, shortNames, kind } of kinds) {
    for (const name of [singular, kind, ...shortNames]) assert.equal(resourceNamed(name), resource, name);
  }
});

test("a short name belongs to one kind only", () => {
  const all = kinds.flatMap(({ shortNames }) => shortNames);
  assert.equal(new Set(all).size, all.length);
});

const splits: readonly (readonly [string, unknown])[] = [
  ["pvc", { by: "type", types: ["pvc"] }],
  ["pvc,pv", { by: "type", types: ["pvc", "pv"] }],
  ["pvc foo", { by: "name", names: [{ type: "pvc", name: "foo" }] }],
  [
    "pvc foo bar",
    {
      by: "name",
      names: [
        { type: "pvc", name: "foo" },
        { type: "pvc", name: "bar" },
      ],
    },
  ],
  [
    "pv,pvc foo",
    {
      by: "name",
      names: [
        { type: "pv", name: "foo" },
        { type: "pvc", name: "foo" },
      ],
    },
  ],
  [
    "pvc/foo pod/bar",
    {
      by: "name",
      names: [
        { type: "pvc", name: "foo" },
        { type: "pod", name: "bar" },
      ],
    },
  ],
];

for (const [line, expected] of splits) {
  test(`"${line}" is split`, () => assert.deepEqual(splitWords("why", line.split(" ")), expected));
}

/** As kubectl 1.32 prints them, but for its own name. */
const formRefusals: readonly (readonly [string, string])[] = [
  ["pvc/a/b", "arguments in resource/name form may not have more than one slash"],
  ["pvc/", "arguments in resource/name form must have a single resource and name"],
  ["/x", "arguments in resource/name form must have a single resource and name"],
  ["pvc,pv/x", "arguments in resource/name form must have a single resource and name"],
  [
    "pvc/foo bar",
    "there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. 'kubectl pvguard why resource/<resource_name>' instead of 'kubectl pvguard why resource resource/<resource_name>'",
  ],
  [
    "pvc foo pod/bar",
    "there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. 'kubectl pvguard why resource/<resource_name>' instead of 'kubectl pvguard why resource resource/<resource_name>'",
  ],
];

for (const [line, message] of formRefusals) {
  test(`"${line}" is refused as kubectl refuses it`, () => {
    assert.throws(
      () => splitWords("why", line.split(" ")),
      (problem) => problem instanceof Failure && flatten(problem.phrase, String) === `error: ${message}`,
    );
  });
}

const looksAt =
  "pvc, pv, volumeattachments, vs, vsc, pods, namespaces, vac, statefulsets, deployments, replicasets, daemonsets, jobs, cronjobs, sc, vsclass, csidrivers, nodes";

const flagRefusals: readonly (readonly [readonly string[], string])[] = [
  [["pvc", "x", "-l", "a=b"], "error: name cannot be provided when a selector is specified"],
  [
    ["pvc/x", "-l", "a=b"],
    "error: selectors and the all flag cannot be used when passing resource/name arguments",
  ],
  [["pvc", "x", "-A"], "error: a resource cannot be retrieved by name across all namespaces"],
  [["pvc/x", "-A"], "error: a resource cannot be retrieved by name across all namespaces"],
  [["bogus", "x"], `error: the server doesn't have a resource type "bogus"\nwhy supports ${looksAt}`],
  [["cm", "x"], `error: the server doesn't have a resource type "cm"\nwhy supports ${looksAt}`],
  [["pvs", "x"], `error: the server doesn't have a resource type "pvs"\n\nDid you mean this?\n\tpv`],
  [
    ["bogus", "x", "--from", "cluster.yaml"],
    `error: why does not know the resource type "bogus"\nwhy supports ${looksAt}`,
  ],
  [["leases", "x"], `error: why does not support leases\nwhy supports ${looksAt}`],
  [["-w"], "error: --watch needs the name of an object"],
];

for (const [words, message] of flagRefusals) {
  test(`refused: why ${words.join(" ")}`, async () => {
    const source = memorySource(snapshotOf([]));
    const { err, code } = await runCommand(["why", ...words], source);
    assert.deepEqual([err, code], [`${message}\n`, 2]);
    assert.deepEqual(source.queries, [], "nothing is asked of the cluster");
  });
}
