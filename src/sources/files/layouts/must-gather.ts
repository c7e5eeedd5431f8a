import { kindOf } from "../../../model/index.ts";
import { type Layout, type PlacedFile, placedList, resourceIn } from "./layout.ts";

const inCluster = /(?:^|\/)cluster-scoped-resources\/([^/]+)\/([^/]+?)(?:\/([^/]+))?\.yaml$/;
const inNamespace = /(?:^|.*\/)namespaces\/([^/]+)\/([^/]+)\/([^/]+?)(?:\/([^/]+))?\.yaml$/;
const namespaceItself = /(?:^|.*\/)namespaces\/([^/]+)\/\1\.yaml$/;

export const mustGather: Layout = {
  name: "oc adm must-gather",
  sources: [
    "openshift/oc pkg/cli/admin/inspect/util.go dirPathForInfo, filenameForInfo (4.16)",
    "openshift/oc pkg/cli/admin/inspect/namespace.go gatherNamespaceData (4.16)",
  ],
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
