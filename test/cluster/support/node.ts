import type { TestContext } from "node:test";
import type { Api } from "./api.ts";
import { newName } from "./e2e.ts";

const lease = "coordination.k8s.io/v1/leases";

/**
 * A node whose kubelet is played by the test: it is Ready and keeps its lease. Without one, Pod GC deletes pods that
 * name an unknown node after 40 s, and the node lifecycle controller taints a node that nobody speaks for.
 */
export async function newNode(context: TestContext, api: Api): Promise<string> {
  const name = newName("node");
  const place = { name, namespace: "kube-node-lease" };
  await api.create(
    { apiVersion: "v1", kind: "Node", metadata: { name, labels: { "kubernetes.io/hostname": name } } },
    {
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: place,
      spec: {
        holderIdentity: name,
        leaseDurationSeconds: 40,
        renewTime: new Date().toISOString().replace("Z", "000Z"),
      },
    },
  );
  await api.patch("v1/nodes", { name }, { status: ready() }, "/status");
  const heart = setInterval(() => {
    const renewTime = new Date().toISOString().replace("Z", "000Z");
    api.patch(lease, place, { spec: { renewTime } }).catch(() => undefined);
  }, 10_000);
  context.after(async () => {
    clearInterval(heart);
    await api.remove("v1/nodes", { name });
  });
  return name;
}

function ready(): object {
  const capacity = { cpu: "4", memory: "8Gi", pods: "110" };
  const now = new Date().toISOString();
  const condition = {
    type: "Ready",
    status: "True",
    reason: "KubeletReady",
    message: "played by a test",
    lastHeartbeatTime: now,
    lastTransitionTime: now,
  };
  return { capacity, allocatable: capacity, conditions: [condition] };
}

/** What a kubelet does when a deleted pod's containers have stopped. */
export async function finishPod(
  api: Api,
  pod: { readonly name: string; readonly namespace: string },
): Promise<void> {
  await api.remove("v1/pods", pod, { gracePeriodSeconds: 0 });
}
