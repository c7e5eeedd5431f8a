/** An audit of what `kubectl get` printed: it judges what it can, and never passes over what is stuck in the output. */
import assert from "node:assert/strict";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { claim, pod, volume } from "../support/objects.ts";
import { runCli } from "../support/run-cli.ts";

const stuck = claim({
  name: "data",
  phase: "Bound",
  volumeName: "pv-1",
  finalizers: ["kubernetes.io/pvc-protection"],
  deletionTimestamp: "2026-11-19T10:00:00Z",
});
const at = ["--at", "2026-11-20T12:00:00Z"];

async function audited(items: readonly KubeObject[], ...more: readonly string[]) {
  const file = join(await mkdtemp(join(tmpdir(), "pvguard-")), "dump.json");
  await writeFile(file, JSON.stringify({ apiVersion: "v1", kind: "List", items }));
  return await runCli(["audit", "--from", file, ...at, ...more], 0);
}

test("objects of one namespace: that namespace is judged, and it is said", async () => {
  const { out, err } = await audited([
    stuck,
    volume({ name: "pv-1" }),
    pod({ name: "web-1", claims: ["data"] }),
  ]);
  assert.match(err, /the input contains only namespace shop/);
  assert.match(out, /STUCK\n.*pvc\/data/);
  assert.doesNotMatch(out, /persistentvolumeclaims of all namespaces/);
});

test("objects of several namespaces: nothing is said of one alone", async () => {
  const other = claim({ name: "logs", namespace: "other", phase: "Bound", volumeName: "pv-2" });
  const { out, err } = await audited([stuck, other]);
  assert.doesNotMatch(err, /alone/);
  assert.match(out, /pvc\/data/);
});

test("what is stuck is named, also where no rule could say why", async () => {
  const lost = claim({ name: "lost", phase: "Lost", volumeName: "pv-9" });
  for (const [object, name] of [
    [stuck, "pvc/data"],
    [lost, "pvc/lost"],
    [volume({ name: "pv-5", phase: "Released" }), "pv/pv-5"],
    [volume({ name: "pv-6", phase: "Failed" }), "pv/pv-6"],
  ] as const) {
    const { out, code } = await audited([object]);
    const json = JSON.parse((await audited([object], "-o", "json")).out);
    assert.deepEqual(json.audit.unjudged, unjudgedOf(object, out));
    assert.ok(out.includes(name), `${name}: ${out}`);
    assert.doesNotMatch(out, /No problems found/);
    assert.notEqual(code, 0);
  }
});

/** The text and the JSON name the same objects. */
function unjudgedOf(stands: KubeObject, text: string) {
  const { apiVersion, kind, metadata } = stands;
  if (!text.includes("too little to say why")) return undefined;
  const { name, namespace, uid, deletionTimestamp } = metadata;
  const { phase } = (stands as { readonly status?: { readonly phase?: string } }).status ?? {};
  const object = { apiVersion, kind, ...(namespace === undefined ? {} : { namespace }), name, uid };
  return [{ object, state: deletionTimestamp === undefined ? phase : "Terminating" }];
}

test("who asks one rule alone is told of nothing else, and what was deleted just now is not stuck", async () => {
  const released = volume({ name: "pv-5", phase: "Released" });
  assert.doesNotMatch((await audited([released], "--rules=PVG405")).out, /pv-5/);
  const fresh = claim({ name: "data", phase: "Bound", deletionTimestamp: "2026-11-20T11:59:58Z" });
  assert.doesNotMatch((await audited([fresh])).out, /Stuck/);
});

test("what is too new to be judged is named, once each, unless it is asked for", async () => {
  const deletionTimestamp = "2026-11-20T11:58:00Z";
  const items = [
    { ...stuck, metadata: { ...stuck.metadata, deletionTimestamp } },
    volume({ name: "pv-1", deletionTimestamp, finalizers: ["kubernetes.io/pv-protection"] }),
  ];
  const told = async (...flags: readonly string[]) =>
    JSON.parse((await audited(items, ...flags, "-o", "json")).out).audit.recentDeletions;
  const { olderThan, objects } = await told();
  assert.equal(olderThan, 300);
  assert.deepEqual(objects.map(({ name }: { readonly name: string }) => name).sort(), ["data", "pv-1"]);
  assert.equal((await told("--rules", "PVG102")).objects.length, 1);
  assert.equal(await told("--rules", "PVG301"), undefined);
  assert.equal(await told("--storage-class", "other"), undefined);
  assert.equal(await told("--older-than", "0s"), undefined);
  for (const format of ["text", "markdown", "junit"])
    assert.match((await audited(items, "-o", format)).out, /Not checked yet: 2 objects/, format);
  assert.equal((await audited([], "-o", "json")).out.includes("recentDeletions"), false);
});

test("what began to wait only minutes ago is counted by kind", async () => {
  const creationTimestamp = "2026-11-20T11:58:00Z";
  const items = [
    claim({ name: "new", phase: "Pending", creationTimestamp }),
    pod({ name: "new", phase: "Pending", claims: ["new"], creationTimestamp }),
    pod({ name: "empty", phase: "Pending", creationTimestamp }),
  ];
  const told = async (...flags: readonly string[]) =>
    JSON.parse((await audited(items, ...flags, "-o", "json")).out).audit.recentWaits;
  assert.deepEqual(await told(), [
    { kind: "PersistentVolumeClaim", count: 1 },
    { kind: "Pod", count: 1 },
  ]);
  assert.deepEqual(await told("--rules", "PVG401"), [{ kind: "PersistentVolumeClaim", count: 1 }]);
  assert.equal(await told("--rules", "PVG401", "--older-than", "0s"), undefined);
  for (const format of ["text", "markdown", "junit"])
    assert.match(
      (await audited(items, "-o", format)).out,
      /began to wait only minutes ago: 1 claim, 1 pod/,
      format,
    );
  assert.equal((await audited([], "-o", "json")).out.includes("recentWaits"), false);
});

test("kinds that are not in the input are one line, with one command", async () => {
  assert.match((await audited([stuck])).out, /Not checked: [\s\S]*and \d+ more\.\s+Details:\s+--by rule/);
  const { out } = await audited([stuck], "--by=rule");
  assert.equal(out.match(/^ {2}- .*Not in the input: .*persistentvolumes/gm)?.length, 1, out);
  assert.equal(out.match(/\$ kubectl get/g)?.length, 1);
  assert.match(out, /\$ kubectl get \S*persistentvolumes,\S+ -n shop -o yaml/);
});

test("--complete and --namespaces say what kubectl does not", async () => {
  const well = claim({
    name: "data",
    phase: "Bound",
    volumeName: "pv-1",
    finalizers: ["kubernetes.io/pvc-protection"],
  });
  const blind = /^Not checked: /m;
  assert.match((await audited([well])).out, blind);
  assert.doesNotMatch((await audited([well], "--complete")).out, blind);
  const several = [well, pod({ name: "web-1", namespace: "other" })];
  const told = await audited(several, "--namespaces=shop", "--by=rule");
  assert.match(told.out, /persistentvolumeclaims of all namespaces/);
  const { err, code } = await audited([well], "--complete=pvc,flowers");
  assert.equal(code, 2);
  assert.match(err, /--complete: pvguard reads no resource type "flowers"/);
});

test("a file that names its cluster: where the commands act is said", async () => {
  const folder = await mkdtemp(join(tmpdir(), "pvguard-"));
  const file = join(folder, "snapshot.yaml");
  const header = { apiVersion: "pvguard.dev/v1alpha1", kind: "Snapshot", reads: "all" };
  for (const [source, says] of [
    [
      "https://10.1.2.3:6443",
      /from\s+https:\/\/10\.1\.2\.3:6443\. The\s+commands\s+act\s+on\s+the\s+cluster\s+of\s+your\s+own\s+kubectl/,
    ],
    [undefined, /^As of [^,]*\n/m],
  ] as const) {
    const named = { ...header, ...(source === undefined ? {} : { source }) };
    await writeFile(file, `${JSON.stringify(named)}\n---\n${JSON.stringify(stuck)}\n`);
    for (const line of [["audit"], ["why", "pvc/data", "-n", "shop"], ["blockers", "pvc/data", "-n", "shop"]])
      assert.match((await runCli([...line, "--from", file, ...at], 0)).out, says);
  }
});
