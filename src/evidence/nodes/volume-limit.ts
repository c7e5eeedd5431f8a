import type { Cluster, Fact, Unread } from "../../cluster/index.ts";
import { everywhere } from "../../cluster/index.ts";
import { attachmentsByNode, csiNodesByDriver } from "../../controllers/index.ts";

/** A node that has as many volumes of a driver as it may have. */
interface FullNode {
  readonly node: string;
  readonly attached: number;
  readonly limit: number;
}

type FullNodes =
  | { readonly read: true; readonly nodes: readonly FullNode[] }
  | { readonly read: false; readonly unread: Unread };

/**
 * The nodes on which no more volumes of a driver can be attached: the limit that its CSINode names, held against the
 * VolumeAttachments to it. The scheduler counts the volumes of scheduled pods too, so that a node can be full before.
 * kubernetes/kubernetes pkg/scheduler/framework/plugins/nodevolumelimits/csi.go Filter, getVolumeLimits, 1.36.
 */
export function fullNodesOf(driver: string, cluster: Cluster): FullNodes {
  return cluster.fact(fullNodes, driver);
}

/** Key: the name of the driver. */
const fullNodes: Fact<FullNodes> = {
  name: "full-nodes-of-driver",
  from: ["storage.k8s.io/v1/csinodes", "storage.k8s.io/v1/volumeattachments"],
  workOut(driver, cluster) {
    const csiNodes = cluster.lookup(csiNodesByDriver, driver, everywhere);
    if (!csiNodes.read) return csiNodes;
    const nodes: FullNode[] = [];
    for (const { metadata, spec } of csiNodes.items) {
      const limit = spec?.drivers?.find(({ name }) => name === driver)?.allocatable?.count;
      if (limit === undefined) continue;
      const attachments = cluster.lookup(attachmentsByNode, metadata.name, everywhere);
      if (!attachments.read) return attachments;
      const volumes = attachments.items.flatMap(({ spec: own }) =>
        own?.attacher === driver ? [own.source?.persistentVolumeName ?? ""] : [],
      );
      const attached = new Set(volumes).size;
      if (attached >= limit) nodes.push({ node: metadata.name, attached, limit });
    }
    return { read: true, nodes };
  },
};
