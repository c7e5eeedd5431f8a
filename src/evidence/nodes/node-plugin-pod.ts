import type { Cluster } from "../../cluster/index.ts";
import { podsOnNode } from "../../controllers/index.ts";
import type { Pod } from "../../kubernetes/index.ts";
import { isTerminating } from "../../kubernetes/index.ts";
import { hint } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";

/** The container that has the kubelet know the driver, as the charts of drivers call it. */
export const registrars: readonly string[] = [
  "node-driver-registrar",
  "csi-node-driver-registrar",
  "driver-registrar",
];

/** Parts of a driver's name that tell nothing: csi.hetzner.cloud. */
const common: ReadonlySet<string> = new Set(["csi", "k8s", "com", "org", "driver", "storage"]);

export interface NodePlugin {
  readonly pod: Pod;
  readonly registrar: string;
  /** Why one of its containers does not run; nothing where all of them do. */
  readonly stopped?: string;
}

/**
 * Which pod on a node should have the kubelet there know a driver? Nothing names it: it has a registrar, and a part of the
 * driver's name in its own name or that of its namespace. Where several have that, none is named.
 * kubernetes-csi/node-driver-registrar README.md, v2.15: one beside each driver.
 */
export function nodePluginPod(
  driver: string,
  node: string,
  cluster: Cluster,
): Answer<{ readonly plugin?: NodePlugin }> {
  const pods = podsOnNode(node, cluster);
  if (!pods.read) return notLooked(pods.unread);
  const parts = driver.split(/[.-]/).filter((part) => part.length > 2 && !common.has(part));
  const [plugin, another] = pods.items.flatMap((pod) => {
    const name = `${pod.metadata.namespace}/${pod.metadata.name}`;
    const registrar = pod.spec?.containers?.find((each) => registrars.includes(each.name ?? ""))?.name;
    return registrar === undefined || isTerminating(pod) || !parts.some((part) => name.includes(part))
      ? []
      : [{ pod, registrar, ...stopOf(pod) }];
  });
  if (plugin === undefined || another !== undefined) return weigh([]);
  return { ...weigh([hint(plugin.pod, "spec.nodeName", node)]), plugin };
}

function stopOf({ status }: Pod): Pick<NodePlugin, "stopped"> {
  const { phase, containerStatuses = [] } = status ?? {};
  const [own] = containerStatuses.filter(({ state }) => state?.running === undefined);
  if (own !== undefined) return { stopped: own.state?.waiting?.reason ?? "not running" };
  return phase === "Running" ? {} : { stopped: phase ?? "not running" };
}
