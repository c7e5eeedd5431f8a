import { type Cluster, everywhere, type Fact, someOf } from "../model/index.ts";
import { attacherFinalizer } from "./attacher-name.ts";
import type { DriverPresence } from "./driver-presence.ts";

/** Is any driver there that one of these finalizers of its attacher belongs to? */
export function attacherPresence(finalizers: readonly string[], cluster: Cluster): DriverPresence {
  const all = finalizers.map((finalizer) => cluster.fact(presenceOfAttacher, finalizer));
  for (const presence of likeliest) {
    const found = all.find((each) => each.presence === presence);
    if (found !== undefined) return found;
  }
  return { presence: "absent" };
}

const likeliest: readonly DriverPresence["presence"][] = ["installed", "unread", "no-nodes"];

/** Key: a finalizer. */
const presenceOfAttacher: Fact<DriverPresence> = {
  name: "presence-of-attacher",
  from: ["storage.k8s.io/v1/csidrivers", "storage.k8s.io/v1/csinodes"],
  workOut(finalizer, cluster) {
    const isMeant = (driver: string | undefined) =>
      driver !== undefined && attacherFinalizer(driver) === finalizer;
    const nodes = cluster.walkAll("storage.k8s.io/v1/csinodes", everywhere);
    const drivers = cluster.list("storage.k8s.io/v1/csidrivers", everywhere);
    const runs =
      nodes.read &&
      someOf(nodes.objects, ({ spec }) => (spec?.drivers ?? []).some(({ name }) => isMeant(name)));
    if (runs) return { presence: "installed" };
    if (!drivers.read) return { presence: "unread", unread: drivers.unread };
    if (!nodes.read) return { presence: "unread", unread: nodes.unread };
    return { presence: drivers.items.some(({ metadata }) => isMeant(metadata.name)) ? "no-nodes" : "absent" };
  },
};
