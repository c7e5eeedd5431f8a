import type { Cluster } from "../../cluster/index.ts";
import { hostsOf, usableNodes } from "../../controllers/index.ts";
import type { Node, PersistentVolume } from "../../kubernetes/index.ts";
import { hint, refutation } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";

interface Found {
  /** The machines that the volume is tied to, by their names. None: it is tied to no machine. */
  readonly hosts: readonly string[];
  /** What its node affinity asks for, where no node has that. */
  readonly wanted?: string;
  /** The node of that name, where one is there. */
  readonly namesake?: Node;
}

/**
 * Is the machine gone that has the data of a volume? That its Node object is gone suggests it: the machine may only be
 * deregistered, and be off or run all the same. A node of that name is there though no node matches where its label differs.
 */
export function machineGone(volume: PersistentVolume, cluster: Cluster): Answer<Found> {
  const hosts = hostsOf(volume);
  if (hosts.length === 0) return { ...weigh([], [refutation(volume, "spec.nodeAffinity", null)]), hosts };
  const usable = usableNodes(volume, cluster);
  if (usable.nodes === "unread") return notLooked(usable.unread);
  if (usable.nodes !== "none")
    return { ...weigh([], [refutation(volume, "spec.nodeAffinity", "met")]), hosts };
  const namesake = nodeNamedAs(hosts, cluster);
  const affinity = hint(volume, "spec.nodeAffinity", usable.wanted);
  return namesake === undefined
    ? { ...weigh([affinity]), hosts, wanted: usable.wanted }
    : {
        ...weigh([], [refutation(namesake, "metadata.name", namesake.metadata.name)]),
        hosts,
        wanted: usable.wanted,
        namesake,
      };
}

function nodeNamedAs(hosts: readonly string[], cluster: Cluster): Node | undefined {
  for (const host of hosts) {
    const node = cluster.get("v1/nodes", host);
    if (node.state === "found") return node.object;
  }
  return undefined;
}
