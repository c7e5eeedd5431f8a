/** `--disks cluster` and `before delete` on records of storage drivers: the kinds are defined, and nothing of the drivers runs. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { after, before, test } from "node:test";
import { hasUser, newName, newNamespace, testApi } from "../support/e2e.ts";
import { eventually } from "../support/eventually.ts";
import { persistentVolume } from "../support/manifests.ts";
import type { ObjectManifest } from "../support/paths.ts";
import { pvguard } from "../support/pvguard.ts";

const api = testApi();
const definitions = "apiextensions.k8s.io/v1/customresourcedefinitions";
const extensions = "apiextensions.k8s.io/v1";

interface Defined {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: "Namespaced" | "Cluster";
}

const longhorn: Defined = {
  group: "longhorn.io",
  version: "v1beta2",
  kind: "Volume",
  plural: "volumes",
  scope: "Namespaced",
};
const zfs: Defined = {
  group: "zfs.openebs.io",
  version: "v1",
  kind: "ZFSVolume",
  plural: "zfsvolumes",
  scope: "Namespaced",
};
const topolvm: Defined = {
  group: "topolvm.io",
  version: "v1",
  kind: "LogicalVolume",
  plural: "logicalvolumes",
  scope: "Cluster",
};
const all = [longhorn, zfs, topolvm];

function definitionOf({ group, version, kind, plural, scope }: Defined): ObjectManifest {
  const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
  return {
    apiVersion: extensions,
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope,
      names: { kind, plural, singular: kind.toLowerCase() },
      versions: [{ name: version, served: true, storage: true, schema }],
    },
  };
}

const collection = ({ group, version, plural }: Defined, namespace?: string) =>
  `/apis/${group}/${version}/${namespace === undefined ? "" : `namespaces/${namespace}/`}${plural}`;

async function record(of: Defined, name: string, content: object, namespace?: string): Promise<void> {
  const { group, version, kind } = of;
  const object = { apiVersion: `${group}/${version}`, kind, metadata: { name, namespace }, ...content };
  const { status, body } = await api.send("POST", collection(of, namespace), object);
  assert.equal(status, 201, body);
}

/** Those of a cluster that has such a driver are left alone, and so is the cluster. */
const made: Defined[] = [];
const hasDriver = () => made.length < all.length;

before(async () => {
  for (const each of all) {
    const { status } = await api.send("POST", `/apis/${definitions}`, definitionOf(each));
    if (status === 201) made.push(each);
  }
  for (const each of made)
    await eventually(`${each.plural} are served`, async () => {
      const { status } = await api.send("GET", collection(each));
      return status === 200 ? true : undefined;
    });
});
after(async () => {
  for (const { plural, group } of made) await api.send("DELETE", `/apis/${definitions}/${plural}.${group}`);
});

/** A volume of a driver, as if its claim had been made by it. */
async function volumeOf(context: TestContext, driver: string, volumeHandle: string): Promise<string> {
  const name = newName("pvc");
  await api.create(persistentVolume(name, { csi: { driver, volumeHandle }, hostPath: undefined }));
  context.after(() => api.remove("v1/persistentvolumes", { name }));
  return name;
}

interface Found {
  readonly code: string;
  readonly object: { readonly name: string };
}

async function audited(...more: readonly string[]) {
  const ran = await pvguard("audit", "--disks=cluster", "--older-than=0s", "-o=json", ...more);
  assert.notEqual(ran.out, "", ran.err);
  const report = JSON.parse(ran.out) as {
    readonly findings: readonly Found[];
    readonly unread: readonly { readonly resource: string; readonly silences: readonly string[] }[];
  };
  const of = (rule: string) =>
    report.findings.flatMap(({ code, object }) => (code === rule ? [object.name] : [])).sort();
  return { ...ran, ...report, of };
}

test("records in the cluster are held against its volumes: leaked, missing, attached elsewhere, and not read", async (context) => {
  if (hasDriver()) return context.skip();
  const namespace = await newNamespace(context, api);
  const [used, left, gone, zfsLeft, lvUsed, lvLeft] = [
    "used",
    "left",
    "gone",
    "zfs-left",
    "lv-used",
    "lv-left",
  ].map(newName) as [string, string, string, string, string, string];
  const ofUsed = await volumeOf(context, "driver.longhorn.io", used);
  const ofGone = await volumeOf(context, "driver.longhorn.io", gone);
  await volumeOf(context, "topolvm.io", lvUsed);
  const size = { size: "1073741824" };
  await record(longhorn, used, { spec: size, status: { currentNodeID: "strange" } }, namespace);
  const old = { pvName: left, namespace, pvcName: "old" };
  await record(longhorn, left, { spec: size, status: { kubernetesStatus: old } }, namespace);
  await record(zfs, zfsLeft, { spec: { capacity: "1073741824" } }, namespace);
  await record(topolvm, lvUsed, { spec: { name: lvUsed, size: "1Gi" }, status: { volumeID: lvUsed } });
  await record(topolvm, lvLeft, { spec: { name: lvLeft, size: "1Gi" }, status: { volumeID: lvLeft } });

  const seen = await audited();
  assert.deepEqual(seen.of("PVG316"), [left, lvLeft, zfsLeft].sort());
  assert.deepEqual(seen.of("PVG407"), [ofGone]);
  assert.deepEqual(seen.of("PVG218"), [ofUsed]);
  const told = await pvguard("audit", "--disks", "cluster", "--older-than", "0s", "--rules", "PVG316");
  const command = /kubectl pvguard (audit .*)$/m.exec(told.out)?.[1] ?? "";
  assert.match(command, /^audit --older-than 0s --disks cluster --rules PVG316 -o wide /);
  const followed = await pvguard(...command.split(" "));
  assert.match(followed.out, new RegExp(left));

  const here = await audited("-n", namespace);
  assert.deepEqual(here.of("PVG316"), [left]);
  assert.match(here.err, /only those listed as made for a claim of namespace/);

  const judged = await pvguard("before", "delete", `ns/${namespace}`, "-o", "json");
  assert.equal(judged.code, 3);
  assert.match(judged.out, /driver\.longhorn\.io keeps the records of its disks in the namespace/);
});

test("records that may not be read are said, and nothing is concluded from them", {
  skip: hasUser("no-pods") ? false : "the cluster does not have our users",
}, async (context) => {
  if (hasDriver()) return context.skip();
  const namespace = await newNamespace(context, api);
  const used = newName("used");
  await volumeOf(context, "driver.longhorn.io", used);
  await record(longhorn, newName("left"), { spec: {} }, namespace);
  const { code, findings, unread } = await audited("--rules=PVG316,PVG407", "--context=no-pods");
  assert.deepEqual(findings, []);
  assert.equal(code, 3);
  const ofLonghorn = unread.find(({ resource }) => resource === "longhorn.io/v1beta2/volumes");
  assert.deepEqual(ofLonghorn?.silences, ["PVG316", "PVG407"]);
});
