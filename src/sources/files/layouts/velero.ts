import { kindOf } from "../../../model/index.ts";
import { type Layout, resourceIn } from "./layout.ts";

/** The preferred version of each object; beside it lie the same objects under the name of their version. */
const item =
  /(?:^|\/)resources\/([a-z]+)(?:\.([a-z0-9.-]+))?\/(?:cluster|namespaces\/([^/]+))\/([^/]+)\.json$/;

/** A backup holds only the cluster-scoped objects that its namespaces need: others may exist in the cluster. */
export const velero: Layout = {
  name: "Velero backup",
  sources: ["vmware-tanzu/velero pkg/archive/filesystem.go GetVersionedItemFilePath (v1.17)"],
  isLayoutOf: (paths) => paths.some((path) => item.test(path)),
  place(path) {
    const [, plural = "", group = "core", namespace, name = ""] = item.exec(path) ?? [];
    const resource = resourceIn(group, plural);
    if (resource === undefined || kindOf(resource).namespaced !== (namespace !== undefined)) return undefined;
    if (namespace === undefined) return { resource, scope: { of: "object", name }, form: "objects" };
    return { resource, scope: { of: "namespace", namespace }, form: "objects" };
  },
};
