import type { Cluster, Listed } from "../cluster/index.ts";
import {
  attachDriver,
  claimNameOf,
  isOutOfService,
  isPodScheduled,
  isPodShutDown,
} from "../controllers/index.ts";
import { couldNotRead, defineWait } from "../define/index.ts";
import type { Answer } from "../evidence/index.ts";
import {
  cameBackAfter,
  evidenceAgainst,
  holdsUp,
  lastFailure,
  nfsServerHangs,
  nodeAnswers,
  nodePluginRuns,
  podNeverStarted,
  surest,
  toldIn,
} from "../evidence/index.ts";
import type { Node, PersistentVolume, Pod } from "../kubernetes/index.ts";
import { instant, isTerminating } from "../kubernetes/index.ts";
import type { TeardownHold } from "./shared/pod-teardown/by-node.ts";
import {
  ending,
  nodeGone,
  nodeNotReady,
  outOfService,
  teardownReasons,
} from "./shared/pod-teardown/by-node.ts";
import {
  backAfterDeletion,
  neverStarted,
  nfsHangs,
  pluginMissing,
  stuck,
  toldByKubelet,
} from "./shared/pod-teardown/by-volume.ts";

/** How long the kubelet may take after the grace period, in milliseconds. */
const patience = 120_000;

/** Why a pod that is being deleted still exists. Its own finalizers are reported separately. */
function whyNotGone(pod: Pod, cluster: Cluster): readonly TeardownHold[] {
  if (!isTerminating(pod) || isPodShutDown(pod)) return [];
  if (!isPodScheduled(pod)) return [ending(pod, cluster.now)];
  const answers = nodeAnswers(pod.spec?.nodeName ?? "", cluster);
  if (answers.is === "unread") return [couldNotRead(answers.unread)];
  const { node } = answers;
  if (node === undefined) return [nodeGone(pod)];
  if (answers.is === "refuted")
    return [isOutOfService(node) ? outOfService(pod, node) : nodeNotReady(pod, node, cluster.now)];
  const end = instant(pod.metadata.deletionTimestamp) ?? 0;
  if (cluster.now < end + patience) return [ending(pod, cluster.now)];
  return [onReadyNode(pod, node, cluster)];
}

function onReadyNode(pod: Pod, node: Node, cluster: Cluster): TeardownHold {
  const volumes = volumesOf(pod, cluster);
  if (!volumes.read) return couldNotRead(volumes.unread);
  const drivers = [...new Set(volumes.items.flatMap((volume) => driverOnNode(volume) ?? []))];
  for (const driver of drivers) {
    const runs = nodePluginRuns(driver, node.metadata.name, cluster);
    if (runs.is === "unread") return couldNotRead(runs.unread);
    if (runs.is === "refuted") return pluginMissing(pod, node, { driver, evidence: evidenceAgainst(runs) });
  }
  return byVolumes(pod, node, volumes.items, cluster);
}

/** Drivers mount every CSI volume, also those that need no attaching. */
function driverOnNode(volume: PersistentVolume): string | undefined {
  return volume.spec?.csi?.driver ?? attachDriver(volume);
}

/** A cause that one of the pod's volumes may be, and what is said when it is the surest. */
interface Possible {
  readonly answer: Answer;
  hold(): TeardownHold;
}

function byVolumes(
  pod: Pod,
  node: Node,
  volumes: readonly PersistentVolume[],
  cluster: Cluster,
): TeardownHold {
  const failure = lastFailure(pod, "unmount", cluster);
  const told = toldIn(failure);
  const causes: Possible[] = [];
  const onNfs = volumes.find(({ spec }) => spec?.nfs !== undefined);
  if (onNfs !== undefined) {
    const answer = nfsServerHangs({ pod, volume: onNfs, told }, cluster);
    causes.push({ answer, hold: () => nfsHangs(pod, node, onNfs, told) });
  }
  const unused = podNeverStarted(pod);
  if (holdsUp(unused)) causes.push({ answer: unused, hold: () => neverStarted(pod, node, told) });
  const back = cameBackAfter(node, pod.metadata.deletionTimestamp);
  if (holdsUp(back)) causes.push({ answer: back, hold: () => backAfterDeletion(pod, node, volumes, told) });
  if (told !== undefined) causes.push({ answer: failure, hold: () => toldByKubelet(pod, node, told) });
  return surest(causes)?.hold() ?? stuck(pod, node, volumes);
}

/** The volumes behind a pod's claims, as far as they exist. */
function volumesOf(pod: Pod, cluster: Cluster): Listed<PersistentVolume> {
  const volumes: PersistentVolume[] = [];
  for (const source of pod.spec?.volumes ?? []) {
    const claimName = claimNameOf(pod, source);
    if (claimName === undefined) continue;
    const claim = cluster.get("v1/persistentvolumeclaims", claimName, pod.metadata.namespace);
    if (claim.state === "unread") return { read: false, unread: claim.unread };
    const volumeName = claim.state === "found" ? (claim.object.spec?.volumeName ?? "") : "";
    if (volumeName === "") continue;
    const volume = cluster.get("v1/persistentvolumes", volumeName);
    if (volume.state === "unread") return { read: false, unread: volume.unread };
    if (volume.state === "found") volumes.push(volume.object);
  }
  return { read: true, items: volumes };
}

export default defineWait({
  wait: "pod-teardown",
  on: ["v1/pods"],
  needs: [
    "v1/nodes",
    "v1/persistentvolumeclaims",
    "v1/persistentvolumes",
    "storage.k8s.io/v1/csinodes",
    "v1/events",
  ],
  sources: [
    "kubernetes/kubernetes pkg/kubelet/kubelet.go SyncTerminatedPod; pkg/kubelet/status/status_manager.go canBeDeleted, 1.36",
    "kubernetes/kubernetes pkg/controller/podgc/gc_controller.go gcTerminating, gcOrphaned, 1.36",
    "kubernetes/kubernetes#72048",
    "kubernetes/kubernetes#122960",
  ],
  reasons: teardownReasons,
  holds: whyNotGone,
});
