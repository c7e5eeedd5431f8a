import type { Node, Pod } from "../../../src/kubernetes/index.ts";
import { isTerminating } from "../../../src/kubernetes/index.ts";
import type { Api } from "../support/api.ts";
import { reportInUse, volumesOf } from "./mounts.ts";

/** Put on a node by a person, it makes the kubelet stop: no heartbeats, and its pods stay as they are. */
const silent = "pvguard.dev/silent";

export function isSilent({ metadata }: Node): boolean {
  return Object.hasOwn((metadata.annotations ?? {}) as object, silent);
}

/** A pod that does not start again has done its work after this, in milliseconds. */
const workTakes = 10_000;

/** A deleted pod takes this long to stop at most, in milliseconds. */
const stopTakes = 2_000;

const pods = "v1/pods";

/** One look of a node's kubelet at its pods: it mounts, starts, ends and unmounts. Nothing runs in them. */
export async function look(api: Api, nodeName: string): Promise<void> {
  const node = await api.get("v1/nodes", { name: nodeName });
  if (node === undefined || isSilent(node)) return;
  const inUse: string[] = [];
  for (const pod of await api.list(pods)) {
    if (pod.spec?.nodeName !== nodeName) continue;
    const volumes = await volumesOf(api, pod);
    const hasEnded = isFinished(pod) || (isTerminating(pod) && hasStopped(pod));
    if (!hasEnded && volumes.are !== "not there yet") inUse.push(...volumes.names);
    if (!hasEnded && volumes.are === "ready") await goOn(api, pod);
  }
  await reportInUse(api, node, inUse);
  // Only when the volumes are unmounted: kubernetes/kubernetes pkg/kubelet/status/status_manager.go canBeDeleted, 1.36.
  for (const pod of await api.list(pods)) {
    if (pod.spec?.nodeName !== nodeName || !isTerminating(pod) || !hasStopped(pod)) continue;
    const { name, namespace = "" } = pod.metadata;
    await api.remove(pods, { name, namespace }, { gracePeriodSeconds: 0 });
  }
}

const isFinished = ({ status }: Pod) => status?.phase === "Succeeded" || status?.phase === "Failed";

/** The deletionTimestamp is the end of the grace period. */
function hasStopped({ metadata }: Pod): boolean {
  const end = Date.parse(metadata.deletionTimestamp ?? "");
  const begin = end - (metadata.deletionGracePeriodSeconds ?? 0) * 1000;
  return Date.now() >= Math.min(end, begin + stopTakes);
}

async function goOn(api: Api, pod: Pod): Promise<void> {
  const { name, namespace = "" } = pod.metadata;
  const set = (status: object) => api.patch(pods, { name, namespace }, { status }, "/status");
  if (pod.status?.phase !== "Running") return await set(running(pod));
  const began = Date.parse(pod.status.startTime ?? "");
  if (pod.spec?.restartPolicy !== "Always" && Date.now() > began + workTakes) await set(succeeded(pod));
}

function running(pod: Pod): object {
  const now = new Date().toISOString();
  const conditions = ["PodScheduled", "Initialized", "ContainersReady", "Ready"].map((type) => ({
    type,
    status: "True",
    lastTransitionTime: now,
  }));
  const states = { state: { running: { startedAt: now } }, ready: true, started: true };
  return { phase: "Running", startTime: now, conditions, containerStatuses: containersOf(pod, states) };
}

function succeeded(pod: Pod): object {
  const finishedAt = new Date().toISOString();
  const terminated = { exitCode: 0, reason: "Completed", startedAt: pod.status?.startTime, finishedAt };
  return {
    phase: "Succeeded",
    containerStatuses: containersOf(pod, { state: { terminated }, ready: false }),
  };
}

function containersOf(pod: Pod, states: object): readonly object[] {
  return (pod.spec?.containers ?? []).map(({ name, image }) => ({
    name,
    image,
    imageID: "",
    restartCount: 0,
    ...states,
  }));
}
