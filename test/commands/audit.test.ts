import assert from "node:assert/strict";
import { test } from "node:test";
import { inputSource } from "../../src/commands/index.ts";
import type { Resource } from "../../src/kubernetes/index.ts";
import { namespaceObject } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { audit, held } from "./support/audit.ts";
import { runCommand } from "./support/run-command.ts";

test("a finding at the threshold is exit 1, below it 0", async () => {
  const objects = held("data");
  assert.equal((await audit(objects, ["--fail-on=warning"])).code, 1);
  assert.equal((await audit(objects, ["--fail-on=error"])).code, 0);
  assert.equal((await audit(objects, ["--fail-on=never"])).code, 0);
  assert.equal((await audit([])).code, 0);
});

test("a rule that could not look everywhere is exit 3, unless something was found", async () => {
  const blind = inputSource(snapshotOf(held("data"), ["v1/pods"]));
  const { code, out } = await runCommand(["audit", "--rules=PVG101"], blind);
  assert.equal(code, 3);
  assert.match(out.split("\n").slice(0, 6).join("\n"), /^Not checked: pods in namespace shop \(forbidden\)/m);
  const skipped = { ...snapshotOf(held("data")), skipped: ["a.yaml: 3: no kind"] };
  assert.equal((await runCommand(["audit", "--rules=PVG101"], inputSource(skipped))).code, 3);
  const both = ["audit", "--rules=PVG101", "--fail-on=warning"];
  assert.equal((await runCommand(both, inputSource(skipped))).code, 1);
});

test("that nothing is found in a namespace that does not exist is said, where namespaces were read", async () => {
  const objects = [namespaceObject(), ...held("data")];
  const err = async (name: string, hidden: readonly Resource[] = []) =>
    (await runCommand(["audit", "-n", name], inputSource(snapshotOf(objects, hidden)))).err;
  assert.match(await err("shpo"), /namespace shpo does not exist/);
  assert.doesNotMatch(await err("shpo", ["v1/namespaces"]), /namespace \S+ does not exist/);
  assert.doesNotMatch(await err("shop"), /namespace \S+ does not exist/);
});

test("rules are asked by code or name, and can be skipped", async () => {
  const objects = held("data");
  const asked = async (...argv: readonly string[]) => {
    const ran = await runCommand(["audit", ...argv, "-ojson"], inputSource(snapshotOf(objects)));
    return JSON.parse(ran.out).audit.rules.map(({ code }: { readonly code: string }) => code);
  };
  assert.deepEqual(await asked("--rules", "claim-held"), ["PVG101"]);
  assert.deepEqual(await asked("--rules", "pvg101, PVG102"), ["PVG101", "PVG102"]);
  assert.ok(!(await asked("--skip", "PVG101")).includes("PVG101"));
  assert.deepEqual(await asked("--rules=PVG101", "--rules=PVG102", "--skip=PVG102"), ["PVG101"]);
});

for (const [argv, message] of [
  [["--rules=PVG1O1"], /unknown rule "PVG1O1"\n\nDid you mean this\?\n\tPVG101/],
  [["--rules=PVG101", "--skip=claim-held"], /--rules or --skip: no rule is left to check/],
  [["--skip=claim-hold"], /unknown rule "claim-hold"\n\nDid you mean this\?\n\tclaim-held/],
  [
    ["--min-severity=warn"],
    /invalid argument "warn" for "--min-severity" flag.*\n\nDid you mean this\?\n\twarning/,
  ],
  [["--fail-on=errors"], /invalid argument "errors" for "--fail-on" flag.*\n\nDid you mean this\?\n\terror/],
  [["--older-than=5"], /--older-than must be a duration such as 30s/],
  [["-l", "a=(b)"], /unable to parse requirement/],
] as const) {
  test(`refused with what was probably meant: ${argv.join(" ")}`, async () => {
    const { err, code } = await runCommand(["audit", ...argv], inputSource(snapshotOf([])));
    assert.match(err, message);
    assert.equal(code, 2);
  });
}

test("what is shown can be narrowed by severity, storage class, labels and age", async () => {
  const objects = [
    ...held("fast", { storageClassName: "gp3", labels: { app: "web" } }),
    ...held("slow", { storageClassName: "st1" }),
    ...held("young", { deletionTimestamp: "2026-11-20T11:58:00Z" }),
  ];
  assert.deepEqual((await audit(objects)).names, ["fast", "slow"]);
  assert.deepEqual((await audit(objects, ["--min-severity=error"])).names, []);
  assert.deepEqual((await audit(objects, ["--storage-class=gp3"])).names, ["fast"]);
  assert.deepEqual((await audit(objects, ["--storage-class=gp3,st1"])).names, ["fast", "slow"]);
  const old = held("old", {
    storageClassName: "st1",
    annotations: { "volume.beta.kubernetes.io/storage-class": "gp3" },
  });
  assert.deepEqual((await audit(old, ["--storage-class=gp3"])).names, ["old"]);
  assert.deepEqual((await audit(old, ["--storage-class=st1"])).names, []);
  assert.deepEqual((await audit(objects, ["-l", "app=web"])).names, ["fast"]);
  assert.deepEqual((await audit(objects, ["-l", "app!=web"])).names, ["slow"]);
  assert.deepEqual((await audit(objects, ["--older-than=1m"])).names, ["fast", "slow", "young"]);
});

test("-n means one namespace and the volumes behind it", async () => {
  const objects = [...held("a"), ...held("b", { namespace: "bank" })];
  assert.deepEqual((await audit(objects, ["-n", "bank"])).names, ["b"]);
  assert.deepEqual((await audit(objects, ["-n", "bank", "-A"])).names, ["b", "a"]);
});
