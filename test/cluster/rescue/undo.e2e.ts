import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Csi } from "../csi/csi.ts";
import { startCsi } from "../csi/csi.ts";
import { newNamespace, testApi, testKubeconfig } from "../support/e2e.ts";
import { gone } from "../support/eventually.ts";
import { persistentVolumeClaim } from "../support/manifests.ts";
import { pvguard } from "../support/pvguard.ts";
import { backupBefore, confirmed, stateFolder } from "./support/run.ts";
import { assertRescued, claims, provisioned, tidy, volumes } from "./support/situation.ts";

const api = testApi();
let csi: Csi;
before(async () => {
  csi = await startCsi(testKubeconfig(), ["csi-provisioner", "csi-attacher"]);
});
after(() => csi.stop());

test("S17: what was saved and then removed comes back, Bound to the same disk", async (context) => {
  const namespace = await newNamespace(context, api);
  await api.create(persistentVolumeClaim({ name: "data", namespace }, { storageClassName: csi.driver }));
  const was = await provisioned(api, namespace, "data");
  tidy(context, api, was);
  await api.remove(volumes, was.volume);
  const folder = stateFolder(context);
  const rescued = await confirmed(folder, "rescue", `pv/${was.volume.name}`);
  assert.equal(rescued.code, 0, rescued.err);

  const backup = backupBefore(folder);
  const nothing = await pvguard("undo", backup, "--backup-dir", folder);
  assert.equal(nothing.code, 0, nothing.err);
  assert.match(nothing.out, /nothing to recreate/);

  await api.remove(claims, { name: "data", namespace });
  await gone("the claim", () => api.get(claims, { name: "data", namespace }));
  await api.remove(volumes, was.volume);
  await gone("the volume", () => api.get(volumes, was.volume));
  const unproven = await confirmed(folder, "undo", backup);
  assert.equal(unproven.code, 5, unproven.err);
  assert.match(unproven.err, /RetainNotProven/);

  const ran = await confirmed(folder, "undo", backup, "--accept", "RetainNotProven");
  assert.equal(ran.code, 0, ran.err);
  assert.match(ran.out, /deleted\s+does\s+not\s+come\s+back/);
  await assertRescued(api, csi, namespace, "data", was);
});

test("a claim that is gone from its Released volume comes back from the backup, with its labels", async (context) => {
  const namespace = await newNamespace(context, api);
  const manifest = persistentVolumeClaim({ name: "data", namespace }, { storageClassName: csi.driver });
  await api.create({ ...manifest, metadata: { ...manifest.metadata, labels: { app: "shop" } } });
  const was = await provisioned(api, namespace, "data");
  tidy(context, api, was);
  await api.remove(volumes, was.volume);
  const folder = stateFolder(context);
  assert.equal((await confirmed(folder, "rescue", "pvc/data", "-n", namespace)).code, 0);
  await api.remove(claims, { name: "data", namespace });
  await gone("the claim", () => api.get(claims, { name: "data", namespace }));

  const [first] = readdirSync(join(folder, "backups")).sort();
  const backup = join(folder, "backups", first ?? "");
  const file = readdirSync(backup).find((name) => name.startsWith("persistentvolumeclaim-")) ?? "";
  const path = join(backup, file);
  writeFileSync(path, readFileSync(path, "utf8").replace('"app":"shop"', '"app":"other"'));
  const edited = await pvguard("undo", backup, "--backup-dir", folder, "--dry-run");
  assert.equal(edited.code, 5);
  assert.match(edited.err, /its SHA-256 differs/);
  writeFileSync(path, readFileSync(path, "utf8").replace('"app":"other"', '"app":"shop"'));
  const ran = await confirmed(folder, "undo", backup);
  assert.equal(ran.code, 0, ran.err);
  await assertRescued(api, csi, namespace, "data", was);
  assert.equal((await api.get(claims, { name: "data", namespace }))?.metadata.labels?.app, "shop");
});
