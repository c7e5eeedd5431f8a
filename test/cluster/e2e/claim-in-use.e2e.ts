import assert from "node:assert/strict";
import { test } from "node:test";
import { newName, newNamespace, testApi } from "../support/e2e.ts";
import { gone, holdsFor, when } from "../support/eventually.ts";
import { boundPair, podUsing } from "../support/manifests.ts";
import { finishPod, newNode } from "../support/node.ts";

const claims = "v1/persistentvolumeclaims";
const volumes = "v1/persistentvolumes";

test("a deleted claim stays until its pod is gone, and leaves its volume Released", async (context) => {
  const api = testApi();
  const namespace = await newNamespace(context, api);
  const nodeName = await newNode(context, api);
  const volume = { name: newName("volume") };
  const claim = { name: "data", namespace };
  const pod = { name: "user", namespace };
  await api.create(...boundPair(volume.name, claim), podUsing(claim.name, pod, { nodeName }));
  context.after(() => api.remove(volumes, volume));

  const bound = await when(
    "the claim is Bound",
    () => api.get(claims, claim),
    (found) => found?.status?.phase === "Bound",
  );
  assert.deepEqual(bound?.metadata.finalizers, ["kubernetes.io/pvc-protection"]);
  assert.deepEqual((await api.get(volumes, volume))?.metadata.finalizers, ["kubernetes.io/pv-protection"]);

  await api.remove(claims, claim);
  await holdsFor("the claim is Terminating and held", 3, async () => {
    const found = await api.get(claims, claim);
    return (
      found?.metadata.deletionTimestamp !== undefined &&
      found.metadata.finalizers?.includes("kubernetes.io/pvc-protection") === true
    );
  });

  await finishPod(api, pod);
  await gone("the claim", () => api.get(claims, claim));
  await when(
    "the volume is Released",
    () => api.get(volumes, volume),
    (found) => found?.status?.phase === "Released",
  );
});
