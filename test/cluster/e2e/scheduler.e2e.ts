import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Cluster } from "../cluster.ts";
import { startCluster } from "../cluster.ts";
import type { Csi } from "../csi/csi.ts";
import { startCsi } from "../csi/csi.ts";
import { newName, newNamespace } from "../support/e2e.ts";
import { holdsFor, when } from "../support/eventually.ts";
import { persistentVolumeClaim, podUsing } from "../support/manifests.ts";
import { newNode } from "../support/node.ts";

const claims = "v1/persistentvolumeclaims";
const pods = "v1/pods";

let cluster: Cluster;
let csi: Csi;
before(async () => {
  cluster = await startCluster({ controllers: ["kube-controller-manager", "kube-scheduler"] });
  csi = await startCsi(cluster.kubeconfigPath, ["csi-provisioner"]);
});
after(async () => {
  await csi?.stop();
  await cluster?.stop();
});

test("a claim of a class that waits for a consumer is provisioned when a pod can be scheduled", async (context) => {
  const api = cluster.api();
  const namespace = await newNamespace(context, api);
  const name = newName("late");
  await api.create({
    apiVersion: "storage.k8s.io/v1",
    kind: "StorageClass",
    metadata: { name },
    provisioner: csi.driver,
    volumeBindingMode: "WaitForFirstConsumer",
  });
  const claim = { name: "data", namespace };
  const pod = { name: "user", namespace };
  await api.create(persistentVolumeClaim(claim, { storageClassName: name }), podUsing(claim.name, pod));
  await holdsFor(
    "the claim waits",
    2,
    async () => (await api.get(claims, claim))?.status?.phase === "Pending",
  );

  const node = await newNode(context, api, [csi.driver]);
  const scheduled = await when(
    "the pod has a node",
    () => api.get(pods, pod),
    (found) => found?.spec?.nodeName !== undefined,
  );
  assert.equal(scheduled?.spec?.nodeName, node);
  const bound = await api.get(claims, claim);
  assert.equal(bound?.status?.phase, "Bound");
  assert.equal(bound?.metadata.annotations?.["volume.kubernetes.io/selected-node"], node);
});
