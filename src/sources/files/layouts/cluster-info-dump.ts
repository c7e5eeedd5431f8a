import { type Layout, placedList, resourceIn } from "./layout.ts";

const apps = new Set(["deployments", "daemonsets", "replicasets"]);

/** It has neither claims nor volumes: those must be dumped beside it. */
export const clusterInfoDump: Layout = {
  name: "kubectl cluster-info dump",
  sources: ["kubernetes/kubectl pkg/cmd/clusterinfo/clusterinfo_dump.go Run (v0.32)"],
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
