import type { Pod } from "../../../src/kubernetes/index.ts";
import { isTerminating } from "../../../src/kubernetes/index.ts";
import type { Api } from "../support/api.ts";
import { csiNodeObject, leaseObject, nodeObject, readyStatus, renewTime } from "../support/node-objects.ts";
import { isSilent, look } from "./kubelet.ts";
import { volumesOf } from "./mounts.ts";

const nodes = "v1/nodes";
const pods = "v1/pods";

/** How often a kubelet looks, and how often it says that it is alive, in milliseconds. */
const lookEvery = 500;
const beatEvery = 5_000;

export interface Nodes {
  stop(): Promise<void>;
}

/**
 * Nodes that take pods, with kubelets in this process.
 *
 * @param places where pods are bound here too: no scheduler runs
 */
export async function startNodes(
  api: Api,
  names: readonly string[],
  drivers: readonly string[],
  places: "no scheduler" | "a scheduler",
): Promise<Nodes> {
  for (const name of names) await register(api, name, drivers);
  let isOver = false;
  let lastBeat = 0;
  const playing = (async () => {
    while (!isOver) {
      const isBeat = Date.now() - lastBeat > beatEvery;
      if (isBeat) lastBeat = Date.now();
      for (const name of names) {
        if (isBeat) await beat(api, name).catch(() => undefined);
        // What was changed meanwhile is looked at again.
        await look(api, name).catch(() => undefined);
      }
      if (places === "no scheduler") await placePods(api, names).catch(() => undefined);
      await new Promise((settle) => setTimeout(settle, lookEvery));
    }
  })();
  return {
    async stop() {
      isOver = true;
      await playing;
    },
  };
}

async function register(api: Api, name: string, drivers: readonly string[]): Promise<void> {
  const node = nodeObject(name);
  await api.create({ ...node, spec: {} });
  const uid = (await api.get(nodes, { name }))?.metadata.uid ?? "";
  const owner = { apiVersion: "v1", kind: "Node", name, uid };
  await api.create(leaseObject(name, owner), csiNodeObject(name, owner, drivers));
  await api.patch(nodes, { name }, { status: readyStatus() }, "/status");
}

async function beat(api: Api, name: string): Promise<void> {
  const node = await api.get(nodes, { name });
  if (node === undefined || isSilent(node)) return;
  await api.patch(nodes, { name }, { status: readyStatus() }, "/status");
  const lease = { name, namespace: "kube-node-lease" };
  await api.patch("coordination.k8s.io/v1/leases", lease, { spec: { renewTime: renewTime() } });
}

/** A pod whose claims are Bound gets the first node that is there and answers. */
async function placePods(api: Api, names: readonly string[]): Promise<void> {
  const found = await Promise.all(names.map((name) => api.get(nodes, { name })));
  const target = found.find((node) => node !== undefined && !isSilent(node))?.metadata.name;
  if (target === undefined) return;
  for (const pod of await api.list(pods)) {
    if ((pod.spec?.nodeName ?? "") !== "" || isTerminating(pod)) continue;
    if ((await volumesOf(api, pod)).are !== "not there yet") await bind(api, pod, target);
  }
}

async function bind(api: Api, { metadata }: Pod, node: string): Promise<void> {
  const { name, namespace = "" } = metadata;
  const target = { apiVersion: "v1", kind: "Node", name: node };
  const binding = { apiVersion: "v1", kind: "Binding", metadata: { name, namespace }, target };
  await api.send("POST", `/api/v1/namespaces/${namespace}/pods/${name}/binding`, binding);
}
