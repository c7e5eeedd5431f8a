import type { Scope } from "../../cluster/index.ts";
import type { Resource } from "../../kubernetes/index.ts";
import { kindOf, kinds } from "../../kubernetes/index.ts";

/** What a file of a dump holds, by its path alone. */
export interface PlacedFile {
  readonly resource: Resource;
  /** What is read when the file is there. */
  readonly scope: Scope;
  /** `list`: the file is a list of all of them. `objects`: each object has its own file. */
  readonly form: "list" | "objects";
}

/** How a tool that dumps a cluster names its files. */
export interface Layout {
  readonly name: string;
  isLayoutOf(paths: readonly string[]): boolean;
  /** `undefined` for a file that holds nothing that pvguard reads. */
  place(path: string): PlacedFile | undefined;
}

/** The first that fits is taken. */
export function layoutOf(paths: readonly string[]): Layout | undefined {
  const layouts = [supportBundle, velero, sonobuoy, mustGather, clusterInfoDump];
  return layouts.find((layout) => layout.isLayoutOf(paths));
}

const bundled: ReadonlyMap<string, Resource> = new Map([
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

/**
 * replicatedhq/troubleshoot pkg/collect/cluster_resources.go CollectClusterResources (v0.120)
 * replicatedhq/troubleshoot pkg/constants/constants.go CLUSTER_RESOURCES_* (v0.120)
 */
const supportBundle: Layout = {
  name: "troubleshoot.sh support bundle",
  isLayoutOf: (paths) => paths.some((path) => /(?:^|\/)cluster-resources\//.test(path)),
  place(path) {
    const [, plural = "", group = "", customNamespace] = custom.exec(path) ?? [];
    if (plural !== "") return placedList(resourceIn(group, plural), customNamespace);
    const [, name = "", namespace] = builtIn.exec(path) ?? [];
    return placedList(bundled.get(name), namespace);
  },
};

/** The preferred version of each object; beside it lie the same objects under the name of their version. */
const veleroItem =
  /(?:^|\/)resources\/([a-z]+)(?:\.([a-z0-9.-]+))?\/(?:cluster|namespaces\/([^/]+))\/([^/]+)\.json$/;

/**
 * A backup holds only the cluster-scoped objects that its namespaces need: others may exist in the cluster.
 * vmware-tanzu/velero pkg/archive/filesystem.go GetVersionedItemFilePath (v1.17)
 */
const velero: Layout = {
  name: "Velero backup",
  isLayoutOf: (paths) => paths.some((path) => veleroItem.test(path)),
  place(path) {
    const [, plural = "", group = "core", namespace, name = ""] = veleroItem.exec(path) ?? [];
    const resource = resourceIn(group, plural);
    if (resource === undefined || kindOf(resource).namespaced !== (namespace !== undefined)) return undefined;
    if (namespace === undefined) return { resource, scope: { of: "object", name }, form: "objects" };
    return { resource, scope: { of: "namespace", namespace }, form: "objects" };
  },
};

const sonobuoyList = /(?:^|\/)resources\/(?:cluster|ns\/([^/]+))\/([a-z0-9.-]+)_(v[a-z0-9]+)_([a-z]+)\.json$/;

/**
 * Each file is an array of the objects of one kind, in one namespace or without one.
 * vmware-tanzu/sonobuoy pkg/discovery/query.go QueryResources (v0.57)
 */
const sonobuoy: Layout = {
  name: "sonobuoy results",
  isLayoutOf: (paths) => paths.some((path) => sonobuoyList.test(path)),
  place(path) {
    const [, namespace, group = "", version = "", plural = ""] = sonobuoyList.exec(path) ?? [];
    const name = `${group === "core" ? "" : `${group}/`}${version}/${plural}`;
    return placedList(kinds.find(({ resource }) => resource === name)?.resource, namespace);
  },
};

const inCluster = /(?:^|\/)cluster-scoped-resources\/([^/]+)\/([^/]+?)(?:\/([^/]+))?\.yaml$/;
const inNamespace = /(?:^|.*\/)namespaces\/([^/]+)\/([^/]+)\/([^/]+?)(?:\/([^/]+))?\.yaml$/;
const namespaceItself = /(?:^|.*\/)namespaces\/([^/]+)\/\1\.yaml$/;

/**
 * openshift/oc pkg/cli/admin/inspect/util.go dirPathForInfo, filenameForInfo (4.16)
 * openshift/oc pkg/cli/admin/inspect/namespace.go gatherNamespaceData (4.16)
 */
const mustGather: Layout = {
  name: "oc adm must-gather",
  isLayoutOf: (paths) =>
    paths.some((path) => /(?:^|\/)(?:cluster-scoped-resources|namespaces\/[^/]+\/core)\//.test(path)),
  place: (path) => placeInCluster(path) ?? placeInNamespace(path) ?? placeNamespace(path),
};

function placeInCluster(path: string): PlacedFile | undefined {
  const [, group = "", plural = "", name] = inCluster.exec(path) ?? [];
  const resource = resourceIn(group, plural);
  if (name === undefined) return placedList(resource, undefined);
  if (resource === undefined || kindOf(resource).namespaced) return undefined;
  // Only the namespaces that were inspected have a file; of the other kinds all objects have one.
  const scope =
    resource === "v1/namespaces" ? ({ of: "object", name } as const) : ({ of: "cluster" } as const);
  return { resource, scope, form: "objects" };
}

function placeInNamespace(path: string): PlacedFile | undefined {
  const [, namespace = "", group = "", plural = "", name] = inNamespace.exec(path) ?? [];
  const resource = resourceIn(group, plural);
  if (name === undefined) return placedList(resource, namespace);
  if (resource === undefined || !kindOf(resource).namespaced) return undefined;
  return { resource, scope: { of: "object", namespace, name }, form: "objects" };
}

function placeNamespace(path: string): PlacedFile | undefined {
  const [, name] = namespaceItself.exec(path) ?? [];
  return name === undefined
    ? undefined
    : { resource: "v1/namespaces", scope: { of: "object", name }, form: "objects" };
}

const apps = new Set(["deployments", "daemonsets", "replicasets"]);

/**
 * It has neither claims nor volumes: those must be dumped beside it.
 * kubernetes/kubectl pkg/cmd/clusterinfo/clusterinfo_dump.go Run (v0.32)
 */
const clusterInfoDump: Layout = {
  name: "kubectl cluster-info dump",
  isLayoutOf: (paths) => paths.some((path) => /(?:^|\/)replication-controllers\.(?:json|yaml)$/.test(path)),
  place(path) {
    const found =
      /(?:^|\/)(?:([^/]+)\/)?(nodes|pods|events|deployments|daemonsets|replicasets)\.(?:json|yaml)$/.exec(
        path,
      );
    const [, folder, plural = ""] = found ?? [];
    const isOfNode = plural === "nodes";
    return placedList(resourceIn(apps.has(plural) ? "apps" : "core", plural), isOfNode ? undefined : folder);
  },
};

/** The whole kind, or its part in one namespace; `undefined` when the path is not where such a kind lies. */
function placedList(resource: Resource | undefined, namespace: string | undefined): PlacedFile | undefined {
  const definition = kinds.find((kind) => kind.resource === resource);
  if (definition === undefined || definition.namespaced !== (namespace !== undefined)) return undefined;
  const scope: Scope = namespace === undefined ? { of: "cluster" } : { of: "namespace", namespace };
  return { resource: definition.resource, scope, form: "list" };
}

/** The kind with this plural in this group; `core` is the group without a name. */
function resourceIn(group: string, plural: string): Resource | undefined {
  const prefix = group === "core" ? /^v1\/[^/]+$/ : undefined;
  return kinds.find(({ resource }) => {
    const isInGroup = prefix === undefined ? resource.startsWith(`${group}/`) : prefix.test(resource);
    return isInGroup && resource.endsWith(`/${plural}`);
  })?.resource;
}
