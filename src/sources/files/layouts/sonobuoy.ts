import { kinds } from "../../../model/index.ts";
import { type Layout, placedList } from "./layout.ts";

const list = /(?:^|\/)resources\/(?:cluster|ns\/([^/]+))\/([a-z0-9.-]+)_(v[a-z0-9]+)_([a-z]+)\.json$/;

/** Each file is an array of the objects of one kind, in one namespace or without one. */
export const sonobuoy: Layout = {
  name: "sonobuoy results",
  sources: ["vmware-tanzu/sonobuoy pkg/discovery/query.go QueryResources (v0.57)"],
  isLayoutOf: (paths) => paths.some((path) => list.test(path)),
  place(path) {
    const [, namespace, group = "", version = "", plural = ""] = list.exec(path) ?? [];
    const name = `${group === "core" ? "" : `${group}/`}${version}/${plural}`;
    return placedList(kinds.find(({ resource }) => resource === name)?.resource, namespace);
  },
};
