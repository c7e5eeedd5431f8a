/**
 * The attach-detach controller detaches by force six minutes after the last pod was deleted, and no flag makes that shorter:
 * kubernetes/kubernetes pkg/controller/volume/attachdetach/attach_detach_controller.go DefaultTimerConfig, 1.36. So this takes
 * eight minutes: `npm run test:realtime`.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Cluster } from "../cluster.ts";
import { startCluster } from "../cluster.ts";
import { when } from "../support/eventually.ts";
import { boundPair, podUsing } from "../support/manifests.ts";
import { playNode } from "../support/node.ts";
import type { Program } from "../why/support/program.ts";
import { buildProgram } from "../why/support/program.ts";

const attachments = "storage.k8s.io/v1/volumeattachments";
const claims = "v1/persistentvolumeclaims";
const pods = "v1/pods";
const nodes = "v1/nodes";
const driver = "disks.example.com";
const namespace = "default";

let cluster: Cluster;
let program: Program;
before(async () => {
  cluster = await startCluster();
  program = await buildProgram(cluster.kubeconfigPath);
});
after(async () => {
  program?.remove();
  await cluster?.stop();
});

async function told(target: string): Promise<string> {
  const { stdout } = await program.alone(undefined, "why", target, "-n", namespace, "-o", "wide");
  return stdout.replaceAll(/[\s│├└─]+/g, " ");
}

test("the node of an attachment is deleted, and the attachment six minutes after its last pod", async () => {
  const api = cluster.api();
  await api.create({
    apiVersion: "storage.k8s.io/v1",
    kind: "CSIDriver",
    metadata: { name: driver },
    spec: { attachRequired: true },
  });
  const stopHeart = await playNode(api, "edge-4", [driver]);
  const csi = { driver, volumeHandle: "disk-1" };
  const policy = { persistentVolumeReclaimPolicy: "Delete" };
  const [volume, claim] = boundPair("pv-1", { name: "data", namespace }, { hostPath: null, csi, ...policy });
  const annotations = { "pv.kubernetes.io/provisioned-by": driver };
  await api.create({ ...volume, metadata: { ...volume.metadata, annotations } }, claim);
  await when(
    "the claim is Bound",
    () => api.get(claims, { name: "data", namespace }),
    (claim) => claim?.status?.phase === "Bound",
  );
  await api.create(podUsing("data", { name: "web", namespace }, { nodeName: "edge-4" }));
  const [attachment] = await when(
    "the volume is to be attached",
    () => api.list(attachments),
    ({ length }) => length > 0,
  );
  const name = attachment?.metadata.name ?? "";
  await api.patch(attachments, { name }, { status: { attached: true } }, "/status");
  const volumesInUse = [`kubernetes.io/csi/${driver}^disk-1`];
  await api.patch(nodes, { name: "edge-4" }, { status: { volumesInUse } }, "/status");
  await api.patch(pods, { name: "web", namespace }, { status: { phase: "Running" } }, "/status");
  // The attach-detach controller has to see that it is mounted.
  await new Promise((settle) => setTimeout(settle, 5_000));
  stopHeart();
  await api.remove(nodes, { name: "edge-4" });

  const gone = async (target: string, seconds: number, is: () => Promise<unknown>): Promise<number> => {
    const start = performance.now();
    await when(`${target} is gone`, is, (found) => found === undefined, seconds);
    return (performance.now() - start) / 1000;
  };
  const collected = await gone("pod/web", 120, () => api.get(pods, { name: "web", namespace }));
  // Forty seconds of quarantine, and a look every twenty.
  assert.ok(collected >= 35 && collected <= 75, `${collected} s until the pod was collected`);
  await api.remove(claims, { name: "data", namespace });
  await when(
    "the volume is Released",
    () => api.get("v1/persistentvolumes", { name: "pv-1" }),
    (found) => found?.status?.phase === "Released",
  );
  const before = { attachment: await told(`volumeattachment/${name}`), volume: await told("pv/pv-1") };
  assert.match(before.attachment, /detaches it by force within six minutes/);
  assert.match(before.volume, /by force within .* The data: WILL BE DELETED/, before.volume);
  assert.match(before.attachment, /Within six minutes: attachdetach-controller deletes/);
  const detached = await gone("the attachment", 480, () => api.get(attachments, { name }));
  assert.ok(detached >= 340 && detached <= 370, `${detached} s until it was detached`);
});
