/** Why the real scheduler finds no node for the pod of a claim that waits for it. */
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { after, before, test } from "node:test";
import type { Pod } from "../../../src/kubernetes/index.ts";
import type { Cluster } from "../cluster.ts";
import { startCluster } from "../cluster.ts";
import type { Api } from "../support/api.ts";
import { newName, newNamespace } from "../support/e2e.ts";
import { when } from "../support/eventually.ts";
import { newFolder } from "../support/folders.ts";
import { persistentVolume, persistentVolumeClaim, podUsing } from "../support/manifests.ts";
import { newNode } from "../support/node.ts";
import type { ObjectManifest } from "../support/paths.ts";
import { pvguard } from "../support/pvguard.ts";

const pods = "v1/pods";
const claim = "data";

let cluster: Cluster;
before(async () => {
  cluster = await startCluster({ controllers: ["kube-controller-manager", "kube-scheduler"] });
});
after(() => cluster?.stop());

interface World {
  readonly api: Api;
  readonly namespace: string;
  readonly node: string;
  readonly storageClass: string;
}

/** A node, and a class that waits for the first pod. */
async function world(context: TestContext, facts: object): Promise<World> {
  const api = cluster.api();
  const namespace = await newNamespace(context, api);
  const node = await newNode(context, api);
  const storageClass = newName("late");
  await api.create({
    apiVersion: "storage.k8s.io/v1",
    kind: "StorageClass",
    metadata: { name: storageClass },
    volumeBindingMode: "WaitForFirstConsumer",
    ...facts,
  });
  return { api, namespace, node, storageClass };
}

/**
 * Creates the claim and a pod that uses it. Waits until the scheduler has refused the pod, and not only because of the
 * taint that a node has before it is Ready.
 */
async function refused({ api, namespace, storageClass }: World, spec: object = {}): Promise<string> {
  const pod = { name: "user", namespace };
  await api.create(
    persistentVolumeClaim({ name: claim, namespace }, { storageClassName: storageClass }),
    podUsing(claim, pod, spec),
  );
  const found = await when(
    "the scheduler refuses the pod",
    () => api.get(pods, pod),
    (each) => isRefused(conditionOf(each)),
  );
  return conditionOf(found)?.message ?? "";
}

function isRefused(scheduled: ReturnType<typeof conditionOf>): boolean {
  return scheduled?.reason === "Unschedulable" && !/untolerated taint|no nodes/.test(scheduled.message ?? "");
}

function conditionOf(pod: Pod | undefined) {
  return pod?.status?.conditions?.find(({ type }) => type === "PodScheduled");
}

async function said({ namespace }: World, ...from: readonly string[]): Promise<string> {
  const source = from.length > 0 ? from : ["--kubeconfig", cluster.kubeconfigPath];
  const { code, out, err } = await pvguard("why", `pvc/${claim}`, "-n", namespace, "-o", "wide", ...source);
  assert.equal(code, 0, err);
  return out.replaceAll(/[\s│]+/g, " ").replaceAll(/ uid \S+/g, "");
}

/** The same, as if it were asked an hour later. */
async function saidLater(made: World): Promise<string> {
  const file = join(newFolder("pvguard-later"), "cluster.yaml");
  const { code, err } = await pvguard("snapshot", "-o", file, "--kubeconfig", cluster.kubeconfigPath);
  assert.equal(code, 0, err);
  const later = new Date(Date.now() + 3_600_000).toISOString();
  await writeFile(file, (await readFile(file, "utf8")).replace(/takenAt: .*/, `takenAt: "${later}"`));
  return said(made, "--from", file);
}

test("another claim of the pod does not exist", async (context) => {
  const made = await world(context, { provisioner: "nobody.example.com" });
  const volumes = [claim, "other"].map((name) => ({ name, persistentVolumeClaim: { claimName: name } }));
  await refused(made, { volumes });
  assert.match(await said(made), /another of its claims: pvc\/other .*OtherClaimOfPodNotReady/);
});

test("another claim of the pod is not bound", async (context) => {
  const made = await world(context, { provisioner: "nobody.example.com" });
  const { namespace } = made;
  await made.api.create(persistentVolumeClaim({ name: "other", namespace }, { storageClassName: "" }));
  const volumes = [claim, "other"].map((name) => ({ name, persistentVolumeClaim: { claimName: name } }));
  await refused(made, { volumes });
  assert.match(await said(made), /other \(OtherClaimOfPodNotReady\).*is not bound yet .*\(NoVolumeFits\)/);
});

test("the class makes volumes where no node is", async (context) => {
  const made = await world(context, {
    provisioner: "nobody.example.com",
    allowedTopologies: [{ matchLabelExpressions: [{ key: "zone.example.com", values: ["far"] }] }],
  });
  await refused(made);
  assert.match(
    await said(made),
    /NoNodeWithVolumeForPod.*only where zone\.example\.com=far, and no node matches that/,
  );
});

test("the driver has too little room, or room elsewhere, or does not say", async (context) => {
  const driver = `${newName("room")}.example.com`;
  const made = await world(context, { provisioner: driver });
  const { api, namespace, node } = made;
  await api.create({
    apiVersion: "storage.k8s.io/v1",
    kind: "CSIDriver",
    metadata: { name: driver },
    spec: { storageCapacity: true, attachRequired: false },
  });
  assert.match(await refused(made), /did not have enough free storage/);
  // Nothing is published yet, but claim and class are new: that may still come.
  assert.match(await said(made), /PodUnschedulable/);
  await api.create(capacityOf("small", made, node, "1Mi"));
  assert.match(await said(made), /StorageCapacityTooSmall.*the most that is left for .* is 1Mi/);
  await api.create(capacityOf("large", made, "elsewhere", "1Ti"));
  assert.match(
    await said(made),
    /NoNodeWithVolumeForPod.*left only where kubernetes\.io\/hostname=elsewhere/,
  );
  await api.remove("storage.k8s.io/v1/csistoragecapacities", { name: "large", namespace });
  await api.remove("storage.k8s.io/v1/csistoragecapacities", { name: "small", namespace });
  assert.match(await saidLater(made), /StorageCapacityNotPublished/);
});

function capacityOf(
  name: string,
  { namespace, storageClass }: World,
  node: string,
  capacity: string,
): ObjectManifest {
  return {
    apiVersion: "storage.k8s.io/v1",
    kind: "CSIStorageCapacity",
    metadata: { name, namespace },
    storageClassName: storageClass,
    nodeTopology: { matchLabels: { "kubernetes.io/hostname": node } },
    capacity,
  };
}

test("the volumes that fit are tied to another node", async (context) => {
  const made = await world(context, { provisioner: "kubernetes.io/no-provisioner" });
  const name = newName("tied");
  const expression = { key: "kubernetes.io/hostname", operator: "In", values: ["elsewhere"] };
  await made.api.create(
    persistentVolume(name, {
      storageClassName: made.storageClass,
      nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [expression] }] } },
    }),
  );
  context.after(() => made.api.remove("v1/persistentvolumes", { name }));
  assert.match(await refused(made), /didn't find available persistent volumes to bind/);
  // The volume is new: the scheduler may not have looked since it came.
  assert.match(await said(made), /PodUnschedulable/);
  assert.match(await saidLater(made), /NoNodeWithVolumeForPod.*hostname=elsewhere, which no node has/);
});
