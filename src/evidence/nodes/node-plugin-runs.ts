import type { Cluster } from "../../cluster/index.ts";
import type { CSINode } from "../../kubernetes/index.ts";
import { proof, refutation } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";

/**
 * Does the node plugin of a driver run on a node? The kubelet registers it in the node's CSINode, and takes it out when it is
 * gone. Refuted too where the CSINode does not exist.
 * kubernetes/kubernetes pkg/volume/csi/nodeinfomanager/nodeinfomanager.go InstallCSIDriver, UninstallCSIDriver, 1.36.
 */
export function nodePluginRuns(
  driver: string,
  node: string,
  cluster: Cluster,
): Answer<{ readonly csiNode: CSINode | "missing" }> {
  const found = cluster.get("storage.k8s.io/v1/csinodes", node);
  switch (found.state) {
    case "unread":
      return notLooked(found.unread);
    case "absent":
      return { ...weigh([], [refutation(csiNodeNamed(node), "metadata.name", null)]), csiNode: "missing" };
    case "found": {
      const names = (found.object.spec?.drivers ?? []).map(({ name }) => name);
      const weighed = names.includes(driver)
        ? weigh([proof(found.object, "spec.drivers", driver)])
        : weigh([], [refutation(found.object, "spec.drivers", names.length === 0 ? null : names.join(", "))]);
      return { ...weighed, csiNode: found.object };
    }
  }
}

function csiNodeNamed(name: string) {
  return { apiVersion: "storage.k8s.io/v1", kind: "CSINode", name } as const;
}
