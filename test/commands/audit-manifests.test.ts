/** `audit --from` of manifests: few rules are asked, and nothing is said of a cluster. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { rules } from "../../src/rules/index.ts";
import { runCli } from "../support/run-cli.ts";

const noon = Date.parse("2026-11-20T12:00:00Z");
const folder = mkdtempSync(join(tmpdir(), "pvguard-manifests-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const volume = (name: string, policy: string) => `---
apiVersion: v1
kind: PersistentVolume
metadata: {name: ${name}}
spec:
  persistentVolumeReclaimPolicy: ${policy}
  capacity: {storage: 10Gi}
  csi: {driver: ebs.csi.aws.com, volumeHandle: vol-1}
`;
/** Of a missing class and a missing claim, manifests alone prove nothing. */
const unfinished = `---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data, namespace: shop}
spec: {storageClassName: fast, volumeName: elsewhere}
---
apiVersion: v1
kind: Pod
metadata: {name: web, namespace: shop}
spec: {volumes: [{name: a, persistentVolumeClaim: {claimName: not-here}}]}
`;

const audit = (text: string, ...argv: readonly string[]) =>
  runCli(["audit", "--from", "-", ...argv], noon, text);

test("volumes that share a disk are found, and no command for a cluster is named", async () => {
  const { out, code } = await audit(volume("a", "Delete") + volume("b", "Retain"));
  assert.equal(code, 1);
  assert.match(out, /pv\/b refers to vol-1 too; the policy of pv\/a is Delete/);
  assert.match(out, /kubectl pvguard explain PVG207/);
  assert.match(out, /^Checked manifests, not a cluster: standard input/m);
  for (const by of ["cause", "rule"])
    for (const more of [[], ["-o", "wide"], ["-o", "markdown"], ["-o", "html"]]) {
      const made = await audit(volume("a", "Delete") + volume("b", "Retain"), "--by", by, ...more);
      assert.doesNotMatch(made.out, /kubectl (patch|pvguard why)/, more.join(" "));
    }
});

test("what is not in the files is no finding, and nothing is said of a cluster", async () => {
  const { out, err, code } = await audit(unfinished, "--risk");
  assert.deepEqual([code, err], [0, ""]);
  assert.match(out, /^No problems found in these manifests\.$/m);
  assert.match((await audit(unfinished, "-o", "markdown")).out, /no problems found in these manifests/);
  const { err: ofNamespace } = await audit(unfinished, "-n", "nowhere");
  assert.equal(ofNamespace, "");
});

test("a StatefulSet that deletes its claims is found where its claims and volumes are in the files", async () => {
  const set = `---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db}
spec:
  replicas: 1
  persistentVolumeClaimRetentionPolicy: {whenDeleted: Delete}
  volumeClaimTemplates: [{metadata: {name: data}}]
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data-db-0}
spec: {volumeName: a}
`;
  const { out } = await audit(set + volume("a", "Delete"), "-o", "json");
  assert.deepEqual(
    JSON.parse(out).findings.map(({ code }: { readonly code: string }) => code),
    ["PVG210"],
  );
});

const templated = (whenDeleted: string, storageClass: string, policy = "") => `---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db}
spec:
  persistentVolumeClaimRetentionPolicy: {whenDeleted: ${whenDeleted}}
  volumeClaimTemplates: [{metadata: {name: data}, spec: {${storageClass}}}]
---
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: fast}
provisioner: ebs.csi.aws.com
${policy}
`;

test("its claim templates are looked at, where their class is in the files", async () => {
  const codesOf = async (text: string) => {
    const { findings } = JSON.parse((await audit(text, "-o", "json")).out);
    return findings.map(({ code }: { readonly code: string }) => code);
  };
  const named = "storageClassName: fast";
  assert.deepEqual(await codesOf(templated("Delete", named)), ["PVG210"]);
  assert.deepEqual(await codesOf(templated("Delete", named, "reclaimPolicy: Delete")), ["PVG210"]);
  for (const safe of [
    templated("Retain", named),
    templated("Delete", named, "reclaimPolicy: Retain"),
    templated("Delete", "storageClassName: elsewhere"),
    templated("Delete", "accessModes: [ReadWriteOnce]"),
  ])
    assert.deepEqual(await codesOf(safe), [], safe);
  const { out } = await audit(templated("Delete", named));
  assert.match(
    out.replaceAll(/\s+/g, " "),
    /deleting the set deletes the data of the claims that it creates/,
  );
});

test("only rules that need no cluster are asked, and another one by name is refused", async () => {
  const { out } = await audit(unfinished, "-o", "json");
  const report = JSON.parse(out);
  const asked = report.audit.rules.map(({ code }: { readonly code: string }) => code);
  assert.deepEqual(
    asked,
    rules.flatMap(({ code, manifests }) => (manifests === true ? [code] : [])),
  );
  assert.equal(report.clock, "manifests");
  const refused = await audit(unfinished, "--rules", "PVG401,PVG207");
  assert.equal(refused.code, 2);
  assert.match(refused.err, /manifests that were never applied, not a cluster: PVG401 cannot check them/);
});

test("a template is said not to be checked, by the line and by the exit code", async () => {
  writeFileSync(join(folder, "a.yaml"), unfinished);
  writeFileSync(join(folder, "b.yaml"), "kind: {{ .Values.kind }}\n{{- end }}\n");
  const { out, code } = await runCli(["audit", "--from", folder], noon);
  assert.equal(code, 3);
  assert.match(out, /No problems found in the manifests that could be checked\./);
  assert.match(out.replaceAll(/\s+/g, " "), /b.yaml: skipped, because it is a template, with \{\{ \}\}/);
});

test("the other commands refuse them", async () => {
  for (const argv of [["why", "pvc/data", "-n", "shop"], ["blockers"]]) {
    const { code, err } = await runCli([...argv, "--from", "-"], noon, unfinished);
    assert.equal(code, 2, argv.join(" "));
    assert.match(err, /metadata.uid is missing/);
  }
});

test("formats for programs name the file and the line of each manifest", async () => {
  const own = mkdtempSync(join(folder, "places-"));
  writeFileSync(join(own, "a.yaml"), `${unfinished}${volume("a", "Delete")}`);
  writeFileSync(join(own, "b [1].yaml"), `# another\n${volume("b", "Retain")}`);
  const formats = async (format: string) => (await runCli(["audit", "--from", own, "-o", format], noon)).out;
  const { findings } = JSON.parse(await formats("json"));
  const [first] = findings as readonly { readonly file: string; readonly line: number }[];
  assert.deepEqual([first?.file, first?.line], [join(own, "a.yaml"), 11]);
  const [run] = JSON.parse(await formats("sarif")).runs;
  const places = run.results.map(
    ({ locations }: { locations: readonly { physicalLocation: object }[] }) => locations[0]?.physicalLocation,
  );
  assert.deepEqual(places, [
    { artifactLocation: { uri: `file://${own}/a.yaml` }, region: { startLine: 11 } },
    { artifactLocation: { uri: `file://${own}/b%20%5B1%5D.yaml` }, region: { startLine: 2 } },
  ]);
  assert.match(await formats("junit"), /- in the file \S+a\.yaml, line 11$/m);
  const byInput = JSON.parse((await audit(volume("a", "Delete") + volume("b", "Retain"), "-o", "json")).out);
  assert.equal(byInput.findings[0].file, undefined);
});
