import type { TestContext } from "node:test";
import type { Api } from "./api.ts";
import { newName } from "./e2e.ts";
import { csiNodeObject, leaseObject, nodeObject, readyStatus, renewTime } from "./node-objects.ts";

/**
 * A node whose kubelet is played by the test: it is Ready and keeps its lease. Without one, Pod GC deletes pods that
 * name an unknown node after 40 s, and the node lifecycle controller taints a node without heartbeats. The drivers
 * are those that the node's kubelet would have registered.
 */
export async function newNode(
  context: TestContext,
  api: Api,
  drivers: readonly string[] = [],
): Promise<string> {
  const name = newName("node");
  const stopHeart = await playNode(api, name, drivers);
  context.after(async () => {
    stopHeart();
    await api.removeObject(nodeObject(name));
  });
  return name;
}

/** Plays a node like this under a given name, until the returned function is called. */
export async function playNode(api: Api, name: string, drivers: readonly string[]): Promise<() => void> {
  await api.create(nodeObject(name));
  const uid = (await api.get("v1/nodes", { name }))?.metadata.uid ?? "";
  const owner = { apiVersion: "v1", kind: "Node", name, uid };
  await api.create(leaseObject(name, owner), csiNodeObject(name, owner, drivers));
  await api.patch("v1/nodes", { name }, { status: readyStatus() }, "/status");
  const heart = setInterval(() => void renew(api, name).catch(() => undefined), 3000);
  return () => clearInterval(heart);
}

/**
 * A status often, too: after a restart kube-controller-manager takes every attached volume for mounted until a node's
 * status says otherwise, and a real kubelet sends one every five minutes only.
 */
async function renew(api: Api, name: string): Promise<void> {
  const place = { name, namespace: "kube-node-lease" };
  await api.patch("v1/nodes", { name }, { status: readyStatus() }, "/status");
  await api.patch("coordination.k8s.io/v1/leases", place, { spec: { renewTime: renewTime() } });
}

/** What a kubelet does when a deleted pod's containers have stopped. */
export async function finishPod(
  api: Api,
  pod: { readonly name: string; readonly namespace: string },
): Promise<void> {
  await api.remove("v1/pods", pod, { gracePeriodSeconds: 0 });
}
