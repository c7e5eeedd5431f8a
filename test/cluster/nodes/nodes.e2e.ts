/** The nodes of `npm run cluster -- --with scheduler,nodes`. The test plays the attacher, which `csi` would add. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Cluster } from "../cluster.ts";
import { startCluster } from "../cluster.ts";
import { newNamespace } from "../support/e2e.ts";
import { gone, when } from "../support/eventually.ts";
import { boundPair, podUsing } from "../support/manifests.ts";
import type { Nodes } from "./nodes.ts";
import { startNodes } from "./nodes.ts";

const driver = "disks.example.com";
const pods = "v1/pods";
const attachments = "storage.k8s.io/v1/volumeattachments";

let cluster: Cluster;
let nodes: Nodes;
before(async () => {
  cluster = await startCluster({ controllers: ["kube-controller-manager", "kube-scheduler"] });
  nodes = await startNodes(cluster.api(), ["node-1", "node-2"], [driver], "a scheduler");
});
after(async () => {
  await nodes?.stop();
  await cluster?.stop();
});

test("a pod starts when its volume is attached, ends, and the volume is detached", async (context) => {
  const api = cluster.api();
  const namespace = await newNamespace(context, api);
  await api.create({
    apiVersion: "storage.k8s.io/v1",
    kind: "CSIDriver",
    metadata: { name: driver },
    spec: { attachRequired: true },
  });
  const csi = { driver, volumeHandle: "disk-1" };
  await api.create(...boundPair("pv-1", { name: "data", namespace }, { hostPath: null, csi }));
  await api.create(podUsing("data", { name: "web", namespace }, { restartPolicy: "Never" }));
  const pod = () => api.get(pods, { name: "web", namespace });
  const [attachment] = await when(
    "the volume is to be attached",
    () => api.list(attachments),
    ({ length }) => length > 0,
    60,
  );
  const node = attachment?.spec?.nodeName ?? "";
  const inUse = async () => (await api.get("v1/nodes", { name: node }))?.status?.volumesInUse ?? [];
  await when(
    "the kubelet reports it",
    inUse,
    (names) => names.join() === `kubernetes.io/csi/${driver}^disk-1`,
  );
  assert.equal((await pod())?.status?.phase, "Pending");
  const name = attachment?.metadata.name ?? "";
  await api.patch(attachments, { name }, { status: { attached: true } }, "/status");
  await when("the pod runs", pod, (found) => found?.status?.phase === "Running");
  await when("its work is done", pod, (found) => found?.status?.phase === "Succeeded");
  await when("the volume is unmounted", inUse, ({ length }) => length === 0);
  await gone("the attachment", () => api.get(attachments, { name }), 60);
  await api.remove(pods, { name: "web", namespace });
  await gone("the pod", pod);
});
