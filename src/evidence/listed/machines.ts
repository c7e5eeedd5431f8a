import type { Cluster, Fact, Found, Unread } from "../../cluster/index.ts";
import { everywhere } from "../../cluster/index.ts";
import type { Node } from "../../kubernetes/index.ts";

/** The node that is the machine which a backend calls so. */
export function machineOf(machine: string, driver: string, cluster: Cluster): Found<Node> {
  const known = cluster.fact(machines, driver);
  if ("unread" in known) return { state: "unread", unread: known.unread };
  const name = known.names.get(machine.toLowerCase());
  return name === undefined ? { state: "absent" } : cluster.get("v1/nodes", name);
}

type Machines = { readonly names: ReadonlyMap<string, string> } | { readonly unread: Unread };

/**
 * Key: the driver. The nodes by every name that a backend can have for their machines, in lower case: the name of the node, the
 * ID by which the driver knows it (`CSINode`), that of the cloud (`providerID`) with and without its scheme, and the last part.
 */
const machines: Fact<Machines> = {
  name: "machines-of-driver",
  from: ["v1/nodes", "storage.k8s.io/v1/csinodes"],
  workOut(driver, cluster) {
    const nodes = cluster.list("v1/nodes", everywhere);
    const csiNodes = cluster.list("storage.k8s.io/v1/csinodes", everywhere);
    if (!nodes.read) return { unread: nodes.unread };
    if (!csiNodes.read) return { unread: csiNodes.unread };
    const names = new Map<string, string>();
    const add = (id: string | undefined, node: string) => {
      const text = (id ?? "").toLowerCase();
      const [, path = ""] = text.split("://");
      for (const each of [text, path, text.slice(text.lastIndexOf("/") + 1)])
        if (each !== "") names.set(each, node);
    };
    for (const { metadata, spec } of csiNodes.items)
      for (const each of spec?.drivers ?? []) if (each.name === driver) add(each.nodeID, metadata.name);
    for (const { metadata, spec } of nodes.items) {
      add(spec?.providerID, metadata.name);
      add(metadata.name, metadata.name);
    }
    return { names };
  },
};
