import assert from "node:assert/strict";
import { test } from "node:test";
import { claim, object, pod, readingsOf, readPaths, refusal, typedList, volume } from "./reading.ts";

const bare = ({ metadata }: { readonly metadata: object }) => ({ metadata });

test("kubectl cluster-info dump: each namespace with its file was read, claims were not", async () => {
  const snapshot = await readPaths(["dump"], {
    "dump/nodes.json": typedList("NodeList", bare(object("v1", "Node", "n1"))),
    "dump/shop/pods.json": typedList("PodList", bare(pod("web"))),
    "dump/shop/replication-controllers.json": typedList("ReplicationControllerList"),
    "dump/shop/web/logs.txt": "no YAML: at: all",
    "dump/blog/pods.json": typedList("PodList"),
    "dump/blog/deployments.json": JSON.stringify({
      kind: "DeploymentList",
      apiVersion: "apps/v1",
      items: [],
    }),
  });
  assert.deepEqual(readingsOf(snapshot, "v1/nodes"), ["all: n1"]);
  assert.deepEqual(readingsOf(snapshot, "v1/pods"), ["blog: ", "shop: web", "all: NotCollected"]);
  assert.deepEqual(readingsOf(snapshot, "apps/v1/deployments"), ["blog: ", "all: NotCollected"]);
  assert.deepEqual(readingsOf(snapshot, "v1/persistentvolumeclaims"), ["all: NotCollected"]);
  assert.deepEqual(snapshot.skipped, []);
});

const root = "must-gather/quay-io-image";

test("must-gather: lists in namespaces, one file for each object of a cluster-scoped kind", async () => {
  const snapshot = await readPaths(["must-gather"], {
    [`${root}/namespaces/shop/core/pods.yaml`]: typedList("PodList", pod("web")),
    [`${root}/namespaces/shop/core/persistentvolumeclaims.yaml`]: typedList("PersistentVolumeClaimList"),
    [`${root}/namespaces/shop/shop.yaml`]: JSON.stringify(object("v1", "Namespace", "shop")),
    [`${root}/namespaces/shop/pods/web/web.yaml`]: JSON.stringify(pod("web")),
    [`${root}/namespaces/shop/pods/web/web/logs/current.log`]: "x",
    [`${root}/cluster-scoped-resources/core/persistentvolumes/a.yaml`]: JSON.stringify(volume("a")),
    [`${root}/cluster-scoped-resources/core/persistentvolumes/b.yaml`]: JSON.stringify(volume("b")),
    [`${root}/cluster-scoped-resources/config.openshift.io/infrastructures.yaml`]: ": not read at all",
  });
  assert.deepEqual(readingsOf(snapshot, "v1/pods"), ["shop: web", "all: NotCollected"]);
  assert.deepEqual(readingsOf(snapshot, "v1/persistentvolumeclaims"), ["shop: ", "all: NotCollected"]);
  assert.deepEqual(readingsOf(snapshot, "v1/persistentvolumes"), ["all: a b"]);
  assert.deepEqual(readingsOf(snapshot, "v1/namespaces"), ["=shop: shop", "all: NotCollected"]);
  assert.deepEqual(snapshot.skipped, []);
});

test("a file of a dump that cannot be read is a gap, and the rest is read", async () => {
  const snapshot = await readPaths(["must-gather"], {
    [`${root}/namespaces/shop/core/pods.yaml`]: '{"kind":"PodList","items":[',
    [`${root}/namespaces/blog/core/pods.yaml`]: typedList("PodList", pod("posts", "blog")),
    [`${root}/cluster-scoped-resources/core/persistentvolumes/a.yaml`]: JSON.stringify(volume("a")),
    [`${root}/cluster-scoped-resources/core/persistentvolumes/b.yaml`]: "a: 1\na: 2",
  });
  assert.deepEqual(readingsOf(snapshot, "v1/pods"), [
    "blog: posts",
    "shop: Unavailable",
    "all: NotCollected",
  ]);
  assert.deepEqual(readingsOf(snapshot, "v1/persistentvolumes"), ["all: Unavailable", "=a: a"]);
  assert.equal(snapshot.skipped.length, 2);
});

test("a support bundle: arrays whose items have no kind, and typed lists", async () => {
  const resources = "bundle/support-bundle-2026/cluster-resources";
  const snapshot = await readPaths(["bundle"], {
    [`${resources}/pvcs/shop.json`]: JSON.stringify([bare(claim("data"))]),
    [`${resources}/pvcs/blog.json`]: "[]",
    [`${resources}/pvs.json`]: typedList("PersistentVolumeList", bare(volume("a"))),
    [`${resources}/pods/shop.json`]: typedList("PodList", bare(pod("web"))),
    [`${resources}/pods-errors.json`]: JSON.stringify({ blog: "forbidden" }),
    [`${resources}/namespaces.json`]: JSON.stringify(bare(object("v1", "Namespace", "shop"))),
    [`${resources}/custom-resources/volumesnapshots.snapshot.storage.k8s.io/shop.json`]: "[]",
    "bundle/support-bundle-2026/analysis.json": "[{]",
  });
  assert.deepEqual(readingsOf(snapshot, "v1/persistentvolumeclaims"), [
    "blog: ",
    "shop: data",
    "all: NotCollected",
  ]);
  assert.deepEqual(readingsOf(snapshot, "v1/persistentvolumes"), ["all: a"]);
  assert.deepEqual(readingsOf(snapshot, "v1/pods"), ["shop: web", "all: NotCollected"]);
  assert.deepEqual(readingsOf(snapshot, "v1/namespaces"), ["=shop: shop", "all: NotCollected"]);
  const snapshots = readingsOf(snapshot, "snapshot.storage.k8s.io/v1/volumesnapshots");
  assert.deepEqual(snapshots, ["shop: ", "all: NotCollected"]);
});

const named = (...names: readonly string[]) =>
  typedList("NamespaceList", ...names.map((name) => bare(object("v1", "Namespace", name))));

test("a kind with a file for each namespace of the cluster was read everywhere", async () => {
  const resources = "bundle/cluster-resources";
  const files = {
    [`${resources}/namespaces.json`]: named("shop", "blog", "news"),
    [`${resources}/pvcs/shop.json`]: typedList("PersistentVolumeClaimList", bare(claim("data"))),
    [`${resources}/pvcs/blog.json`]: JSON.stringify({ metadata: { resourceVersion: "7" }, items: null }),
    [`${resources}/pvcs/news.json`]: "null",
    [`${resources}/pods/shop.json`]: typedList("PodList", bare(pod("web"))),
  };
  const snapshot = await readPaths(["bundle"], files);
  assert.deepEqual(readingsOf(snapshot, "v1/persistentvolumeclaims"), [
    "blog: ",
    "news: ",
    "shop: data",
    "all: data",
  ]);
  assert.deepEqual(readingsOf(snapshot, "v1/pods"), ["shop: web", "all: NotCollected"]);
  const broken = await readPaths(["bundle"], { ...files, [`${resources}/pvcs/news.json`]: "{" });
  assert.ok(!readingsOf(broken, "v1/persistentvolumeclaims").includes("all: data"), "one file is broken");
});

test("objects of a version that is not read are a gap, and no empty list", async () => {
  const snapshot = await readPaths(["bundle"], {
    "bundle/cluster-resources/pvs.json": typedList("PersistentVolumeList", bare(volume("a"))),
    "bundle/cluster-resources/deployments/shop.json": JSON.stringify({
      kind: "DeploymentList",
      apiVersion: "extensions/v1beta1",
      items: [bare(object("extensions/v1beta1", "Deployment", "web", "shop"))],
    }),
  });
  assert.deepEqual(readingsOf(snapshot, "apps/v1/deployments"), ["shop: Unavailable", "all: NotCollected"]);
});

test("results of sonobuoy: an array for each kind, in a folder for each namespace", async () => {
  const snapshot = await readPaths(["results"], {
    "results/resources/cluster/core_v1_namespaces.json": JSON.stringify([object("v1", "Namespace", "shop")]),
    "results/resources/cluster/core_v1_persistentvolumes.json": JSON.stringify([volume("a")]),
    "results/resources/ns/shop/core_v1_pods.json": JSON.stringify([pod("web")]),
    "results/resources/ns/shop/core_v1_persistentvolumeclaims.json": "[]",
    "results/resources/ns/shop/extensions_v1beta1_deployments.json": "[]",
    "results/plugins/e2e/results.json": "[{]",
  });
  assert.deepEqual(readingsOf(snapshot, "v1/persistentvolumes"), ["all: a"]);
  assert.deepEqual(readingsOf(snapshot, "v1/pods"), ["shop: web", "all: web"]);
  assert.deepEqual(readingsOf(snapshot, "v1/persistentvolumeclaims"), ["shop: ", "all: "]);
  assert.deepEqual(readingsOf(snapshot, "apps/v1/deployments"), ["all: NotCollected"]);
});

test("a Velero backup: what is there of a namespace was read, other volumes may exist", async () => {
  const snapshot = await readPaths(["backup"], {
    "backup/metadata/version": "1.1.0",
    "backup/resources/persistentvolumeclaims/namespaces/shop/data.json": JSON.stringify(claim("data")),
    "backup/resources/persistentvolumeclaims/v1-preferredversion/namespaces/shop/data.json": JSON.stringify(
      claim("data"),
    ),
    "backup/resources/persistentvolumes/cluster/a.json": JSON.stringify(volume("a")),
    "backup/resources/configmaps/namespaces/shop/settings.json": "[{]",
  });
  assert.deepEqual(readingsOf(snapshot, "v1/persistentvolumeclaims"), ["shop: data", "all: NotCollected"]);
  assert.deepEqual(readingsOf(snapshot, "v1/persistentvolumes"), ["=a: a", "all: NotCollected"]);
});

test("a dump without any object that is read is told by its name", async () => {
  const files = { "mg/cluster-scoped-resources/config.openshift.io/infrastructures.yaml": "a: 1" };
  await assert.rejects(
    readPaths(["mg"], files),
    /looks like oc adm must-gather, but contains none of the objects/,
  );
});

test("any other folder is read file by file", async () => {
  const snapshot = await readPaths(["in"], {
    "in/a.yaml": typedList("PodList", pod("a")),
    "in/deep/er/b.json": JSON.stringify(volume("v")),
    "in/notes.txt": "not read",
    "in/.git/config.yaml": "a: [",
  });
  assert.deepEqual(readingsOf(snapshot, "v1/pods"), ["shop: a", "all: NotCollected"]);
  assert.deepEqual(readingsOf(snapshot, "v1/persistentvolumes"), ["=v: v", "all: NotCollected"]);
  assert.equal(snapshot.source, "in");
});

test("a file of other kinds is not called empty", async () => {
  const text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";
  assert.match(await refusal({ in: text }), /contains no objects that pvguard reads, only .*ConfigMap/);
});

test("a folder without manifests is refused, and so is one broken file in a plain folder", async () => {
  assert.match(await refusal({ in: "" }), /contains no objects/);
  await assert.rejects(readPaths(["in"], { "in/readme.md": "" }), /contains no .yaml or .json file/);
  await assert.rejects(readPaths(["in"], { "in/a.yaml": "{" }), /the JSON is incomplete/);
});
