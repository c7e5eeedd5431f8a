/** `rescue` of a manually created share with policy Delete that no plugin could delete: its volume is Failed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newName, newNamespace, testApi } from "../support/e2e.ts";
import { gone, when } from "../support/eventually.ts";
import { persistentVolume, persistentVolumeClaim } from "../support/manifests.ts";
import { confirmed, stateFolder } from "./support/run.ts";
import { claims, volumes } from "./support/situation.ts";

const api = testApi();

test("a share whose volume is Failed: its claim comes back, Bound", async (context) => {
  const namespace = await newNamespace(context, api);
  const name = newName("share");
  const volume = { name };
  const claim = { name: "data", namespace };
  const nfs = { server: "nas.example.com", path: `/export/${name}` };
  const spec = { persistentVolumeReclaimPolicy: "Delete", hostPath: undefined, nfs, claimRef: claim };
  await api.create(persistentVolume(name, spec), persistentVolumeClaim(claim, { volumeName: name }));
  context.after(() => api.send("DELETE", `/api/v1/persistentvolumes/${name}`));
  const phase = async () => (await api.get(claims, claim))?.status?.phase;
  await when("Bound", phase, (is) => is === "Bound");
  await api.send("DELETE", `/api/v1/namespaces/${namespace}/persistentvolumeclaims/data`);
  await gone("the claim", () => api.get(claims, claim));
  await when(
    "Failed",
    async () => (await api.get(volumes, volume))?.status,
    (is) => is?.phase === "Failed" && is.message?.endsWith("no deletable volume plugin matched") === true,
  );

  const { code, err } = await confirmed(stateFolder(context), "rescue", `pv/${name}`);
  assert.equal(code, 0, err);
  assert.equal(await phase(), "Bound");
  assert.equal((await api.get(volumes, volume))?.spec?.persistentVolumeReclaimPolicy, "Retain");
});
