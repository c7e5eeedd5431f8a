import type { Resource } from "../../../model/index.ts";
import { type Layout, placedList, resourceIn } from "./layout.ts";

const resources: ReadonlyMap<string, Resource> = new Map([
  ["pods", "v1/pods"],
  ["pvcs", "v1/persistentvolumeclaims"],
  ["pvs", "v1/persistentvolumes"],
  ["nodes", "v1/nodes"],
  ["namespaces", "v1/namespaces"],
  ["events", "v1/events"],
  ["storage-classes", "storage.k8s.io/v1/storageclasses"],
  ["volumeattachments", "storage.k8s.io/v1/volumeattachments"],
  ["statefulsets", "apps/v1/statefulsets"],
  ["deployments", "apps/v1/deployments"],
  ["replicasets", "apps/v1/replicasets"],
  ["daemonsets", "apps/v1/daemonsets"],
  ["jobs", "batch/v1/jobs"],
  ["cronjobs", "batch/v1/cronjobs"],
  ["leases", "coordination.k8s.io/v1/leases"],
]);

const builtIn = /(?:^|\/)cluster-resources\/([a-z-]+)(?:\/([^/]+))?\.json$/;
const custom =
  /(?:^|\/)cluster-resources\/custom-resources\/([a-z]+)\.([^/]+?)(?:\/([^/]+))?\.(?:json|yaml)$/;

export const supportBundle: Layout = {
  name: "troubleshoot.sh support bundle",
  sources: [
    "replicatedhq/troubleshoot pkg/collect/cluster_resources.go CollectClusterResources (v0.120)",
    "replicatedhq/troubleshoot pkg/constants/constants.go CLUSTER_RESOURCES_* (v0.120)",
  ],
  isLayoutOf: (paths) => paths.some((path) => /(?:^|\/)cluster-resources\//.test(path)),
  place(path) {
    const [, plural = "", group = "", customNamespace] = custom.exec(path) ?? [];
    if (plural !== "") return placedList(resourceIn(group, plural), customNamespace);
    const [, name = "", namespace] = builtIn.exec(path) ?? [];
    return placedList(resources.get(name), namespace);
  },
};
