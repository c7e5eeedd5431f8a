/** `before delete`: the words of `kubectl delete`, and exit codes that a script can build on. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Ajv } from "ajv";
import { schemas } from "../../src/render/index.ts";
import { claim, claimRefTo, ebs, namespaceObject, volume } from "../support/objects.ts";
import { runCli } from "../support/run-cli.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { memorySource } from "./support/memory-source.ts";
import { runCommand } from "./support/run-command.ts";

const finalizers = ["kubernetes.io/pvc-protection"];
const lost = claim({ name: "data", phase: "Bound", volumeName: "pv-1", finalizers, labels: { app: "db" } });
const kept = claim({ name: "archive", phase: "Bound", volumeName: "pv-2", finalizers });
const far = claim({ name: "data", namespace: "bank", phase: "Bound", volumeName: "pv-3", finalizers });
const disk = (name: string, of: typeof lost, policy: "Delete" | "Retain") =>
  volume({
    name,
    policy,
    finalizers: ["kubernetes.io/pv-protection", "external-provisioner.volume.kubernetes.io/finalizer"],
    annotations: { "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com" },
    spec: { csi: { ...ebs.csi, volumeHandle: `vol-${name}` } },
    phase: "Bound",
    claimRef: claimRefTo(of),
  });
const objects = [
  namespaceObject({ name: "shop" }),
  lost,
  kept,
  far,
  disk("pv-1", lost, "Delete"),
  disk("pv-2", kept, "Retain"),
  disk("pv-3", far, "Retain"),
];

type Named = Awaited<ReturnType<NonNullable<Parameters<typeof runCommand>[2]>["namedIn"] & {}>>;

async function before(argv: readonly string[], named?: Named, hidden: Parameters<typeof snapshotOf>[1] = []) {
  const source = memorySource(snapshotOf(objects, hidden), "shop");
  const more = named === undefined ? {} : { namedIn: async () => named };
  return await runCommand(["before", ...argv], source, more);
}

test("the exit code says whether data is lost", async () => {
  assert.equal((await before(["delete", "pvc/archive"])).code, 0);
  assert.equal((await before(["delete", "pvc/data"])).code, 1);
  assert.equal((await before(["delete", "pvc", "archive", "data"])).code, 1);
  assert.equal((await before(["delete", "pvc/data"], undefined, ["v1/persistentvolumes"])).code, 3);
  assert.equal((await before(["delete", "pvc/nothing"])).code, 2);
});

test("that data is lost outweighs that another object was not found", async () => {
  const { code, out, err } = await before(["delete", "pvc", "data", "nothing"]);
  assert.equal(code, 1);
  assert.match(out, /\[lost\] pvc\/data/);
  assert.match(err, /"nothing" not found/);
});

test("a deleted volume of Mayastor takes its disk along under Retain, and one of another driver does not", async () => {
  for (const [driver, code] of [
    ["io.openebs.csi-mayastor", 1],
    ["ebs.csi.aws.com", 0],
  ] as const) {
    const released = volume({
      name: "pv-4",
      policy: "Retain",
      phase: "Released",
      finalizers: ["kubernetes.io/pv-protection"],
      spec: { csi: { driver, volumeHandle: "5d2c1b60-0001-4a2b-8c3d-000000000001" } },
      claimRef: claimRefTo(far),
    });
    const source = memorySource(snapshotOf([...objects.filter((each) => each !== far), released]), "shop");
    const told = await runCommand(["before", "delete", "pv/pv-4"], source);
    assert.equal(told.code, code, told.out);
    if (code === 1)
      assert.match(told.out, /Mayastor from 2024 or earlier deletes [\s\S]*no object\s+tells the version/);
    const json = await runCommand(["before", "delete", "pv/pv-4", "-o", "json"], source);
    const [{ fates }] = JSON.parse(json.out).objects;
    const isSure = fates[0].onlyIf === undefined;
    assert.deepEqual([fates[0].data, isSure], code === 1 ? ["destroyed", false] : ["kept", true]);
  }
});

test("what is not found is not said to be harmless", async () => {
  const { code, out } = await before(["delete", "pvc/nothing"]);
  assert.equal(code, 2);
  assert.doesNotMatch(out, /No data would be lost/);
});

const refusals: readonly (readonly [readonly string[], RegExp])[] = [
  [[], /pvguard judges deletions only/],
  [["apply", "pvc/data"], /pvguard judges deletions only/],
  [["delete"], /Required resource not specified/],
  [["delete", "pvc"], /resource\(s\) were provided, but no name was specified/],
  [["delete", "pvc", "--all", "-l", "app=db"], /cannot set --all and --selector at the same time/],
  [
    ["delete", "pvc", "--all", "--field-selector", "metadata.name=data"],
    /cannot set --all and --field-selector at the same time/,
  ],
  [["delete", "pvc", "data", "--all"], /name cannot be provided when a selector is specified/],
  [
    ["delete", "pvc/data", "--all"],
    /selectors and the all flag cannot be used when passing resource\/name arguments/,
  ],
  [
    ["delete", "pvc", "data", "-f", "x.yaml"],
    /when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well/,
  ],
  [
    ["delete", "pvc/data", "-f", "x.yaml"],
    /resource\/name arguments cannot be provided when a path is specified/,
  ],
  [["delete", "-f", "x.yaml", "--all"], /cannot be used with -f/],
  [["delete", "pvcs/x"], /doesn't have a resource type "pvcs"[\s\S]*Did you mean this\?/],
  [["delete", "secrets", "--all"], /does not know the type "secrets" and cannot list it/],
  [["delete", "pvc/data", "-R"], /--recursive needs --filename/],
];

for (const [argv, problem] of refusals) {
  test(`refused: before ${argv.join(" ")}`, async () => {
    const { code, out, err } = await before(argv, []);
    assert.match(err, problem);
    assert.equal(code, 2);
    assert.equal(out, "");
  });
}

test("all of a type, those with a label, and those of every namespace", async () => {
  const names = async (...argv: readonly string[]) =>
    JSON.parse((await before(["delete", "pvc", ...argv, "-o", "json"])).out).objects.map(
      ({ object }: { object: { namespace: string; name: string } }) => `${object.namespace}/${object.name}`,
    );
  assert.deepEqual(await names("--all"), ["shop/archive", "shop/data"]);
  assert.deepEqual(await names("-l", "app=db"), ["shop/data"]);
  assert.deepEqual(await names("--all", "-A"), ["bank/data", "shop/archive", "shop/data"]);
});

const claimNamed = (name: string, namespace?: string) => ({
  apiVersion: "v1",
  kind: "PersistentVolumeClaim",
  name,
  ...(namespace === undefined ? {} : { namespace }),
});

test("a manifest names objects in namespaces of their own", async () => {
  const { code, out } = await before(["delete", "-f", "app.yaml"], [claimNamed("data", "bank")]);
  assert.equal(code, 0);
  assert.match(out, /\[kept\] pvc\/data \(bank\)/);
  assert.equal((await before(["delete", "-f", "app.yaml"], [claimNamed("data")])).code, 1);
});

test("a manifest of another namespace than the flag's is refused, in kubectl's words", async () => {
  const { code, err } = await before(
    ["delete", "-f", "app.yaml", "-n", "shop"],
    [claimNamed("data", "bank")],
  );
  assert.equal(code, 2);
  assert.match(err, /the namespace from the provided object "bank" does not match the namespace "shop"/);
});

test("a kind without a disk is passed over, and of an unknown kind it is unknown", async () => {
  const config = { apiVersion: "v1", kind: "ConfigMap", name: "settings", namespace: "shop" };
  const harmless = await before(["delete", "-f", "app.yaml"], [claimNamed("archive", "shop"), config]);
  assert.equal(harmless.code, 0);
  assert.match(harmless.out, /1 object of a kind with no disk/);
  const cluster = { apiVersion: "postgresql.cnpg.io/v1", kind: "Cluster", name: "pg", namespace: "shop" };
  const unknown = await before(["delete", "-f", "app.yaml"], [claimNamed("archive", "shop"), cluster]);
  assert.equal(unknown.code, 3);
  assert.match(unknown.out, /\[unknown\] cluster\/pg \(shop\): pvguard does not know this kind/);
  const definition = { apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinition", name: "a.b" };
  assert.equal((await before(["delete", "-f", "app.yaml"], [definition])).code, 3);
  assert.equal((await before(["delete", "-f", "app.yaml"], [])).code, 2);
});

test("of the record of a disk it is said what it is", async () => {
  const record = {
    apiVersion: "longhorn.io/v1beta2",
    kind: "Volume",
    name: "pvc-1",
    namespace: "longhorn-system",
  };
  const { code, out } = await before(["delete", "-f", "app.yaml"], [record]);
  assert.equal(code, 3);
  assert.match(out, /\[unknown\] volume\/pvc-1 \(longhorn-system\): it is the record of a disk/);
});

test("an unknown kind whose name has control characters is printed without them", async () => {
  const hostile = { apiVersion: "a/v1", kind: "\u001b[31mX\n", name: "x\u202ey" };
  const { out } = await before(["delete", "-f", "app.yaml"], [hostile]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be printed
  assert.doesNotMatch(out, /[\u001b\u202e]/);
});

test("-o json is as published", async () => {
  const ajv = new Ajv({ allErrors: true, formats: { "date-time": true }, strictTypes: false });
  const valid = ajv.compile(schemas["deletionreport.v1alpha1.json"]);
  const { out, code } = await before(["delete", "pvc", "data", "archive", "-o", "json"]);
  assert.ok(valid(JSON.parse(out)), JSON.stringify(valid.errors));
  assert.equal(code, 1);
});

test("-f reads files as kubectl does: lists, several documents, standard input, and no folder below unless -R", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pvguard-before-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const dump = join(folder, "cluster.yaml");
  writeFileSync(dump, JSON.stringify({ apiVersion: "v1", kind: "List", items: objects }));
  const list = JSON.stringify({
    apiVersion: "v1",
    kind: "List",
    items: [
      { apiVersion: "v1", kind: "PersistentVolumeClaim", metadata: { name: "data", namespace: "shop" } },
    ],
  });
  const yaml =
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\napiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: archive, namespace: shop}\n";
  const run = (input: string, ...argv: readonly string[]) =>
    runCli(
      ["before", "delete", ...argv, "--from", dump, "--complete"],
      Date.parse("2026-11-20T12:00:00Z"),
      input,
    );
  assert.match((await run(list, "-f", "-")).out, /\[lost\] pvc\/data/);
  assert.match((await run(yaml, "-f", "-")).out, /\[kept\] pvc\/archive/);
  const manifests = mkdtempSync(join(tmpdir(), "pvguard-before-"));
  after(() => rmSync(manifests, { recursive: true, force: true }));
  writeFileSync(join(manifests, "a.yaml"), yaml);
  assert.match((await run("", "-f", manifests)).out, /pvc\/archive/);
  const nameless = await run("apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {}\n", "-f", "-");
  assert.match(nameless.err, /the PersistentVolumeClaim has no metadata.name/);
  assert.equal(nameless.code, 2);
  const url = await run("", "-f", "https://example.com/a.yaml");
  assert.match(url.err, /pvguard reads no URLs/);
});

test("of a type that only the server knows it is said that pvguard does not judge it, whether it exists or not", async () => {
  const config = await before(["delete", "configmap/x"]);
  assert.equal(config.code, 0);
  assert.match(config.out, /1 object of a kind with no disk/);
  const definition = await before(["delete", "crd", "a.example.org"]);
  assert.equal(definition.code, 3);
  assert.match(
    definition.out,
    /\[unknown\] customresourcedefinition\/a\.example\.org: pvguard does not know/,
  );
  const both = await before(["delete", "pvc/archive", "configmap/x", "pvcs/y"]);
  assert.match(both.out, /\[kept\] pvc\/archive/);
  assert.match(both.err, /doesn't have a resource type "pvcs"/);
  assert.equal(both.code, 2);
  const known = await before(["delete", "csinode/n1"]);
  assert.equal(known.code, 3);
});

test("where discovery fails, it is unknown whether there is such a type", async () => {
  const because = { read: false, reason: "Unavailable", detail: "503" } as const;
  const source = {
    ...memorySource(snapshotOf(objects), "shop"),
    typeNamed: async () => ({ served: "unknown", because }) as const,
  };
  const { code, out, err } = await runCommand(["before", "delete", "widgets/x"], source);
  assert.deepEqual([code, out], [3, ""]);
  assert.match(err, /could not tell whether the server has a resource type "widgets": 503/);
});

test("a Secret that a volume or a snapshot names is not said to be harmless, nor one whose users were not read", async () => {
  const key = { name: "luks", namespace: "shop" };
  const encrypted = volume({
    name: "pv-key",
    policy: "Retain",
    phase: "Bound",
    claimRef: claimRefTo(kept),
    spec: { csi: { ...ebs.csi, nodeStageSecretRef: key } },
  });
  const deletedBy = volume({
    name: "pv-cred",
    annotations: {
      "volume.kubernetes.io/provisioner-deletion-secret-name": "cred",
      "volume.kubernetes.io/provisioner-deletion-secret-namespace": "storage",
    },
  });
  const run = async (...argv: readonly string[]) =>
    await runCommand(
      ["before", "delete", ...argv],
      memorySource(snapshotOf([...objects, encrypted, deletedBy]), "shop"),
    );
  const named = await run("secret/luks");
  assert.equal(named.code, 3);
  assert.match(named.out, /\[unknown\] secret\/luks \(shop\): the driver gets it [\s\S]*pv\/pv-key/);
  assert.equal((await run("secret/cred", "-n", "storage")).code, 3);
  const other = await run("secret/cred");
  assert.equal(other.code, 0);
  assert.match(other.out, /A Secret is among them/);
  const json = JSON.parse((await run("secret/luks", "-o", "json")).out);
  assert.deepEqual(
    json.notJudged.map(({ why, neededBy }: { why: string; neededBy: readonly { name: string }[] }) => [
      why,
      neededBy.map(({ name }) => name),
    ]),
    [["needed-by-driver", ["pv-key"]]],
  );
  const blind = await before(["delete", "secret/luks"], undefined, ["v1/persistentvolumes"]);
  assert.equal(blind.code, 3);
  assert.match(blind.out, /could not be read/);
  const hidden = { csi: { ...ebs.csi, nodeStageSecretRef: { name: "***", namespace: "***" } } };
  const saved = memorySource(snapshotOf([...objects, volume({ name: "pv-saved", spec: hidden })]), "shop");
  assert.equal((await runCommand(["before", "delete", "secret/luks"], saved)).code, 3);
});
