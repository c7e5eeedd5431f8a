import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { isTerminating } from "../../../../src/kubernetes/index.ts";
import type { Csi } from "../../csi/csi.ts";
import type { Api } from "../../support/api.ts";
import { newNamespace } from "../../support/e2e.ts";
import { when } from "../../support/eventually.ts";
import { persistentVolumeClaim } from "../../support/manifests.ts";
import { newNode } from "../../support/node.ts";
import { playKubelet } from "./kubelet.ts";
import { deploymentUsing } from "./workloads.ts";

export const claims = "v1/persistentvolumeclaims";
export const volumes = "v1/persistentvolumes";
export const pods = "v1/pods";

export interface Provisioned {
  readonly volume: { readonly name: string };
  readonly handle: string;
  readonly uid: string;
}

/** A claim that the driver's provisioner has served, with policy Delete and the provisioner's finalizer. */
export async function provisioned(api: Api, namespace: string, name: string): Promise<Provisioned> {
  const claim = await when(
    `the claim ${name} is Bound`,
    () => api.get(claims, { name, namespace }),
    (found) => found?.status?.phase === "Bound",
    60,
  );
  const volume = { name: claim?.spec?.volumeName ?? "" };
  const found = await when(
    "the provisioner has put its finalizer on the volume",
    () => api.get(volumes, volume),
    (each) =>
      each?.status?.phase === "Bound" &&
      each.metadata.finalizers?.includes("external-provisioner.volume.kubernetes.io/finalizer") === true,
  );
  assert.equal(found?.spec?.persistentVolumeReclaimPolicy, "Delete");
  return { volume, handle: found?.spec?.csi?.volumeHandle ?? "", uid: claim?.metadata.uid ?? "" };
}

/** The same name, another object, the same disk; and the driver was never asked to destroy it. */
export async function assertRescued(
  api: Api,
  csi: Csi,
  namespace: string,
  name: string,
  was: Provisioned,
): Promise<void> {
  const claim = await api.get(claims, { name, namespace });
  assert.equal(claim?.status?.phase, "Bound");
  assert.equal(claim.spec?.volumeName, was.volume.name);
  assert.notEqual(claim.metadata.uid, was.uid);
  const volume = await api.get(volumes, was.volume);
  assert.ok(volume !== undefined && !isTerminating(volume));
  assert.equal(volume.spec?.csi?.volumeHandle, was.handle);
  assert.equal(volume.spec?.claimRef?.uid, claim.metadata.uid);
  assert.equal(volume.spec?.persistentVolumeReclaimPolicy, "Retain");
  const destroyed = csi.backend
    .calls("DeleteVolume")
    .filter(({ request }) => request.volumeId === was.handle);
  assert.deepEqual(destroyed, []);
  assert.ok(csi.backend.stored("volumes").includes(was.handle));
}

/** The volume of a test is Retain at its end: its object is not left behind. */
export function tidy(context: TestContext, api: Api, { volume }: Provisioned): void {
  context.after(() => api.send("DELETE", `/api/v1/persistentvolumes/${volume.name}`));
}

/** A namespace with the claim `data` on a disk of the driver, and the Deployment `shop` that uses it and runs. */
export async function usedByDeployment(context: TestContext, api: Api, csi: Csi) {
  const namespace = await newNamespace(context, api);
  const nodeName = await newNode(context, api, [csi.driver]);
  playKubelet(context, api, namespace, nodeName);
  await api.create(persistentVolumeClaim({ name: "data", namespace }, { storageClassName: csi.driver }));
  const was = await provisioned(api, namespace, "data");
  tidy(context, api, was);
  await api.create(deploymentUsing("data", { name: "shop", namespace }));
  const isRunning = async () =>
    (await api.list(pods, namespace)).some((pod) => pod.status?.phase === "Running");
  await when("the pod is Running", isRunning, Boolean, 60);
  return { namespace, was, isRunning };
}
