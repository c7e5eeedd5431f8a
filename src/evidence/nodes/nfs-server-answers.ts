import type { Cluster, Fact, Unread } from "../../cluster/index.ts";
import { everywhere } from "../../cluster/index.ts";
import { podsUsingVolume, trueCondition } from "../../controllers/index.ts";
import type { PersistentVolume, Pod } from "../../kubernetes/index.ts";
import { instant, isTerminating } from "../../kubernetes/index.ts";
import type { Evidence } from "../../report/index.ts";
import { hint, refutation } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";
import { unmountTrouble } from "../error-text/index.ts";
import type { AttemptEvent } from "../last-failure.ts";
import { cameBackAfter } from "./node-answers.ts";

/** A pod that does not end, on a node, and what the kubelet says of it. */
interface Hanging {
  readonly pod: Pod;
  readonly volume: PersistentVolume;
  readonly told: AttemptEvent | undefined;
}

/**
 * Does a pod hang in the unmount of a volume because its NFS server does not answer? The type of the volume alone makes that
 * possible, an error of the kubelet that speaks of NFS makes it likely. Refuted where another pod on the same node became Ready
 * with a volume of the same server after the deletion; on another node, that only speaks against it. So does a node that came
 * back since, as no mount outlives the kernel.
 * kubernetes/kubernetes#72048.
 */
export function nfsServerHangs({ pod, volume, told }: Hanging, cluster: Cluster): Answer {
  const server = volume.spec?.nfs?.server;
  if (server === undefined) return weigh([], [refutation(volume, "spec.nfs", null)]);
  const users = cluster.fact(readyUsers, server);
  if (!users.read) return notLooked(users.unread);
  const deleted = instant(pod.metadata.deletionTimestamp) ?? 0;
  const since = users.users.filter(({ readyAt }) => readyAt > deleted);
  const saysNfs = told !== undefined && unmountTrouble(told.message) === "nfs";
  return weigh(saysNfs ? [hint(pod, "event", told.message)] : [], [
    ...since.filter((user) => user.pod.metadata.uid !== pod.metadata.uid).map((user) => against(user, pod)),
    ...cameBack(pod, cluster),
  ]);
}

function against({ pod, at }: ReadyUser, hanging: Pod): Evidence {
  const path = "status.conditions[Ready].lastTransitionTime";
  return pod.spec?.nodeName === hanging.spec?.nodeName ? refutation(pod, path, at) : hint(pod, path, at);
}

function cameBack(pod: Pod, cluster: Cluster): readonly Evidence[] {
  const node = cluster.get("v1/nodes", pod.spec?.nodeName ?? "");
  if (node.state !== "found") return [];
  const answer = cameBackAfter(node.object, pod.metadata.deletionTimestamp);
  return answer.is === "proven" ? answer.for.map((each) => ({ ...each, verdict: "suggests" as const })) : [];
}

interface ReadyUser {
  readonly pod: Pod;
  readonly at: string;
  readonly readyAt: number;
}

type Users =
  | { readonly read: true; readonly users: readonly ReadyUser[] }
  | { readonly read: false; readonly unread: Unread };

/** Key: the address of a server. The pods that are Ready with a volume of it. */
const readyUsers: Fact<Users> = {
  name: "ready-users-of-nfs-server",
  from: ["v1/persistentvolumes", "v1/persistentvolumeclaims", "v1/pods"],
  workOut(server, cluster) {
    const volumes = cluster.fact(volumesByServer, "");
    if (!volumes.read) return volumes;
    const users: ReadyUser[] = [];
    for (const volume of volumes.byServer.get(server) ?? []) {
      const pods = podsUsingVolume(volume, cluster);
      if (!pods.read) return pods;
      users.push(...pods.items.flatMap(readyUser));
    }
    return { read: true, users };
  },
};

type ByServer =
  | { readonly read: true; readonly byServer: ReadonlyMap<string, readonly PersistentVolume[]> }
  | { readonly read: false; readonly unread: Unread };

const volumesByServer: Fact<ByServer> = {
  name: "volumes-by-nfs-server",
  from: ["v1/persistentvolumes"],
  workOut(_, cluster) {
    const volumes = cluster.walkAll("v1/persistentvolumes", everywhere);
    if (!volumes.read) return volumes;
    const byServer = new Map<string, PersistentVolume[]>();
    for (const volume of volumes.objects) {
      const server = volume.spec?.nfs?.server;
      if (server === undefined) continue;
      const same = byServer.get(server);
      if (same === undefined) byServer.set(server, [volume]);
      else same.push(volume);
    }
    return { read: true, byServer };
  },
};

function readyUser(pod: Pod): readonly ReadyUser[] {
  if (isTerminating(pod)) return [];
  const ready = trueCondition(pod.status?.conditions, "Ready");
  const readyAt = instant(ready?.lastTransitionTime);
  return readyAt === undefined ? [] : [{ pod, at: ready?.lastTransitionTime ?? "", readyAt }];
}
