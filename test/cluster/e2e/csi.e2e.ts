import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Csi } from "../csi/csi.ts";
import { startCsi } from "../csi/csi.ts";
import { newNamespace, testApi, testKubeconfig } from "../support/e2e.ts";
import { warned } from "../support/events.ts";
import { gone, when } from "../support/eventually.ts";
import { persistentVolumeClaim, podUsing } from "../support/manifests.ts";
import { finishPod, newNode } from "../support/node.ts";

const claims = "v1/persistentvolumeclaims";
const volumes = "v1/persistentvolumes";
const attachments = "storage.k8s.io/v1/volumeattachments";

const api = testApi();
let csi: Csi;
before(async () => {
  csi = await startCsi(testKubeconfig(), ["csi-provisioner", "csi-attacher"]);
});
after(() => csi.stop());

async function provisioned(
  namespace: string,
  name: string,
): Promise<{ readonly volume: { readonly name: string }; readonly handle: string }> {
  await api.create(persistentVolumeClaim({ name, namespace }, { storageClassName: csi.driver }));
  const bound = await when(
    "the claim is Bound",
    () => api.get(claims, { name, namespace }),
    (claim) => claim?.status?.phase === "Bound",
  );
  const volume = { name: bound?.spec?.volumeName ?? "" };
  const handle = (await api.get(volumes, volume))?.spec?.csi?.volumeHandle ?? "";
  assert.ok(csi.backend.stored("volumes").includes(handle));
  return { volume, handle };
}

test("deleting a claim of policy Delete destroys the volume behind it", async (context) => {
  const namespace = await newNamespace(context, api);
  const { volume, handle } = await provisioned(namespace, "data");
  await api.remove(claims, { name: "data", namespace });
  await gone("the volume", () => api.get(volumes, volume));
  const calls = csi.backend.calls("DeleteVolume").filter(({ request }) => request.volumeId === handle);
  assert.ok(calls.some(({ code }) => code === "OK"));
  assert.ok(!csi.backend.stored("volumes").includes(handle));
});

test("a volume whose deletion fails stays until the driver is well", async (context) => {
  const namespace = await newNamespace(context, api);
  const { volume, handle } = await provisioned(namespace, "data");
  csi.backend.script({ DeleteVolume: { code: "INTERNAL", message: "the disk is busy" } });
  await api.remove(claims, { name: "data", namespace });
  await warned(api, "VolumeFailedDelete", volume.name);
  const kept = await api.get(volumes, volume);
  assert.equal(kept?.status?.phase, "Released");
  assert.ok(csi.backend.stored("volumes").includes(handle));

  csi.backend.script({});
  await gone("the volume", () => api.get(volumes, volume));
  assert.ok(!csi.backend.stored("volumes").includes(handle));
});

test("a pod's volume is attached, and detached when the pod is gone", async (context) => {
  const namespace = await newNamespace(context, api);
  const nodeName = await newNode(context, api, [csi.driver]);
  const { handle } = await provisioned(namespace, "data");
  const pod = { name: "user", namespace };
  await api.create(podUsing("data", pod, { nodeName }));
  const attached = () => csi.backend.stored("attachments").includes(`${handle}@${nodeName}`);
  await when("the driver attached it", async () => attached(), Boolean);
  const [attachment] = (await api.list(attachments)).filter((each) => each.spec?.nodeName === nodeName);
  assert.deepEqual(attachment?.metadata.finalizers, [`external-attacher/${csi.driver.replaceAll(".", "-")}`]);

  csi.backend.script({
    ControllerUnpublishVolume: { code: "INTERNAL", message: "the hypervisor does not answer" },
  });
  await finishPod(api, pod);
  const name = attachment.metadata.name;
  const stuck = await when(
    "an error on the VolumeAttachment",
    () => api.get(attachments, { name }),
    (found) => found?.status?.detachError !== undefined,
  );
  assert.match(stuck?.status?.detachError?.message ?? "", /the hypervisor does not answer/);
  assert.ok(attached());

  csi.backend.script({});
  await gone("the VolumeAttachment", () => api.get(attachments, { name }));
  assert.ok(!attached());
});
