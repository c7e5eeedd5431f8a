import type { TestContext } from "node:test";
import type { Pod } from "../../../../src/kubernetes/index.ts";
import { isTerminating } from "../../../../src/kubernetes/index.ts";
import type { Api } from "../../support/api.ts";
import { finishPod } from "../../support/node.ts";

/**
 * Plays scheduler and kubelet for the pods of a namespace: a pod whose claims are Bound gets the node and becomes
 * Running and Ready, and a pod that is deleted goes after a moment. Nothing runs in these pods.
 */
export function playKubelet(context: TestContext, api: Api, namespace: string, nodeName: string): void {
  let isOver = false;
  const playing = (async () => {
    while (!isOver) {
      await playOnce(api, namespace, nodeName).catch(() => undefined);
      await new Promise((settle) => setTimeout(settle, 300));
    }
  })();
  context.after(async () => {
    isOver = true;
    await playing;
  });
}

async function playOnce(api: Api, namespace: string, nodeName: string): Promise<void> {
  for (const pod of await api.list("v1/pods", namespace)) {
    const place = { name: pod.metadata.name, namespace };
    if (isTerminating(pod)) await finishPod(api, place);
    else if ((pod.spec?.nodeName ?? "") === "") await schedule(api, pod, namespace, nodeName);
    else if (pod.status?.phase !== "Running")
      await api.patch("v1/pods", place, { status: running() }, "/status");
  }
}

async function schedule(api: Api, pod: Pod, namespace: string, nodeName: string): Promise<void> {
  for (const { persistentVolumeClaim } of pod.spec?.volumes ?? []) {
    if (persistentVolumeClaim?.claimName === undefined) continue;
    const claim = await api.get("v1/persistentvolumeclaims", {
      name: persistentVolumeClaim.claimName,
      namespace,
    });
    if (claim === undefined || isTerminating(claim) || claim.status?.phase !== "Bound") return;
  }
  const { name } = pod.metadata;
  const target = { apiVersion: "v1", kind: "Node", name: nodeName };
  const binding = { apiVersion: "v1", kind: "Binding", metadata: { name, namespace }, target };
  await api.send("POST", `/api/v1/namespaces/${namespace}/pods/${name}/binding`, binding);
}

function running(): object {
  const now = new Date().toISOString();
  return {
    phase: "Running",
    startTime: now,
    conditions: [{ type: "Ready", status: "True", lastTransitionTime: now }],
  };
}
