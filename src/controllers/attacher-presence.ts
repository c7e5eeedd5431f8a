import { type Cluster, everywhere } from "../model/index.ts";
import { attacherFinalizer } from "./attacher-name.ts";
import type { DriverPresence } from "./driver-presence.ts";

/** Is any driver there that one of these finalizers of its attacher belongs to? */
export function attacherPresence(finalizers: readonly string[], cluster: Cluster): DriverPresence {
  const isWanted = (driver: string | undefined) =>
    driver !== undefined && finalizers.includes(attacherFinalizer(driver));
  const nodes = cluster.list("storage.k8s.io/v1/csinodes", everywhere);
  const drivers = cluster.list("storage.k8s.io/v1/csidrivers", everywhere);
  const runs =
    nodes.read && nodes.items.some(({ spec }) => (spec?.drivers ?? []).some(({ name }) => isWanted(name)));
  if (runs) return { presence: "installed" };
  if (!drivers.read) return { presence: "unread", unread: drivers.unread };
  if (!nodes.read) return { presence: "unread", unread: nodes.unread };
  return { presence: drivers.items.some(({ metadata }) => isWanted(metadata.name)) ? "no-nodes" : "absent" };
}
