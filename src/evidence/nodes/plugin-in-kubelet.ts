import type { Cluster } from "../../cluster/index.ts";
import { volumeBackend } from "../../controllers/index.ts";
import type { PersistentVolume } from "../../kubernetes/index.ts";
import { proof, refutation } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";

/**
 * In which minor version of Kubernetes 1 an in-tree plugin was removed without a CSI driver that takes over its volumes.
 * kubernetes/kubernetes CHANGELOG-1.22 (scaleio), 1.25 (quobyte, storageos), 1.26 (glusterfs), 1.31 (cephfs, rbd).
 */
const removedIn: ReadonlyMap<string, number> = new Map([
  ["kubernetes.io/scaleio", 22],
  ["kubernetes.io/quobyte", 25],
  ["kubernetes.io/storageos", 25],
  ["kubernetes.io/glusterfs", 26],
  ["kubernetes.io/cephfs", 31],
  ["kubernetes.io/rbd", 31],
]);

interface Found {
  /** The in-tree plugin that mounts the volume. */
  readonly plugin?: string;
  /** The first version without it, as `1.31`. */
  readonly removedIn?: string;
}

/**
 * Does the kubelet of a node have the in-tree plugin of a volume? Refuted where its version is too new.
 * kubernetes/kubernetes pkg/volume/plugins.go FindPluginBySpec, 1.25 to 1.36.
 */
export function pluginInKubelet(volume: PersistentVolume, node: string, cluster: Cluster): Answer<Found> {
  const backend = volumeBackend(volume);
  if (backend.type !== "in-tree") return weigh([]);
  const { plugin } = backend;
  const last = removedIn.get(plugin);
  if (last === undefined) return { ...weigh([]), plugin };
  const found = cluster.get("v1/nodes", node);
  if (found.state === "unread") return notLooked(found.unread);
  const version = found.state === "found" ? found.object.status?.nodeInfo?.kubeletVersion : undefined;
  const [, minor] = /^v1\.(\d+)\./.exec(version ?? "") ?? [];
  const known = { plugin, removedIn: `1.${last}` };
  if (found.state !== "found" || minor === undefined) return { ...weigh([]), ...known };
  const path = "status.nodeInfo.kubeletVersion";
  return Number(minor) < last
    ? { ...weigh([proof(found.object, path, version)]), ...known }
    : { ...weigh([], [refutation(found.object, path, version)]), ...known };
}
