/** What pvguard says of a real cluster, and that it then comes so. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Csi } from "../csi/csi.ts";
import { startCsi } from "../csi/csi.ts";
import { hasUser, newName, newNamespace, testApi, testKubeconfig } from "../support/e2e.ts";
import { warned } from "../support/events.ts";
import { gone, when } from "../support/eventually.ts";
import { boundPair, persistentVolumeClaim, podUsing } from "../support/manifests.ts";
import { finishPod, newNode } from "../support/node.ts";
import { why } from "../support/pvguard.ts";

const claims = "v1/persistentvolumeclaims";
const volumes = "v1/persistentvolumes";
const attachments = "storage.k8s.io/v1/volumeattachments";

const api = testApi();
let csi: Csi;
before(async () => {
  csi = await startCsi(testKubeconfig(), ["csi-provisioner", "csi-attacher"]);
});
after(() => csi.stop());

const bound = (claim: { readonly name: string; readonly namespace: string }) =>
  when(
    "the claim is Bound",
    () => api.get(claims, claim),
    (found) => found?.status?.phase === "Bound",
  );

test("a claim that a pod uses: each user learns what they may read", async (context) => {
  if (!hasUser("no-pods") || !hasUser("view-only")) return context.skip("the cluster has not these users");
  const namespace = await newNamespace(context, api);
  const nodeName = await newNode(context, api);
  const volume = { name: newName("volume") };
  const claim = { name: "data", namespace };
  const pod = { name: "user", namespace };
  await api.create(...boundPair(volume.name, claim), podUsing(claim.name, pod, { nodeName }));
  context.after(() => api.remove(volumes, volume));
  await bound(claim);
  await api.remove(claims, claim);

  const known = await why("pvc/data", "-n", namespace, "--context", "view-only");
  assert.deepEqual([known.code, known.verdict.reason, known.fate?.data], [0, "PodUsesClaim", "kept"]);
  assert.deepEqual(
    known.roots.map((root) => root.object?.name),
    ["user"],
  );
  const unknown = await why("pvc/data", "-n", namespace, "--context", "no-pods");
  assert.deepEqual([unknown.code, unknown.verdict.category], [3, "unknown"]);

  await finishPod(api, pod);
  await gone("the claim", () => api.get(claims, claim));
  assert.equal((await api.get(volumes, volume))?.spec?.persistentVolumeReclaimPolicy, "Retain");
});

test("a volume whose deletion fails in the driver", async (context) => {
  const namespace = await newNamespace(context, api);
  const claim = { name: "data", namespace };
  await api.create(persistentVolumeClaim(claim, { storageClassName: csi.driver }));
  const name = (await bound(claim))?.spec?.volumeName ?? "";
  const before = await why("pvc/data", "-n", namespace);
  assert.equal(before.verdict.category, "healthy");
  csi.backend.script({ DeleteVolume: { code: "INTERNAL", message: "the array does not answer" } });
  await api.remove(claims, claim);
  await warned(api, "VolumeFailedDelete", name);

  const stuck = await why(`pv/${name}`);
  assert.deepEqual([stuck.verdict.reason, stuck.fate?.data], ["DeletionFails", "destroyed"]);

  csi.backend.script({});
  await gone("the volume", () => api.get(volumes, { name }));
  assert.ok(!csi.backend.stored("volumes").includes(name));
});

test("an attachment whose detach fails in the driver", async (context) => {
  const namespace = await newNamespace(context, api);
  const nodeName = await newNode(context, api, [csi.driver]);
  const claim = { name: "data", namespace };
  const pod = { name: "user", namespace };
  await api.create(persistentVolumeClaim(claim, { storageClassName: csi.driver }));
  await bound(claim);
  await api.create(podUsing(claim.name, pod, { nodeName }));
  const isOnNode = (found: { readonly spec?: { readonly nodeName?: string | undefined } | undefined }) =>
    found.spec?.nodeName === nodeName;
  const [attachment] = await when(
    "it is attached",
    async () => (await api.list(attachments)).filter(isOnNode),
    ([found]) => found?.status?.attached === true,
  );
  const name = attachment?.metadata.name ?? "";
  csi.backend.script({
    ControllerUnpublishVolume: { code: "INTERNAL", message: "the hypervisor does not answer" },
  });
  await finishPod(api, pod);
  await when(
    "an error on the VolumeAttachment",
    () => api.get(attachments, { name }),
    (found) => found?.status?.detachError !== undefined,
  );

  const stuck = await why(`volumeattachment/${name}`);
  assert.equal(stuck.verdict.reason, "DetachFails");
  csi.backend.script({});
  await gone("the VolumeAttachment", () => api.get(attachments, { name }));
});
