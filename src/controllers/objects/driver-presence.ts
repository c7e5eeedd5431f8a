import type { Cluster, Fact, Unread, Walked } from "../../cluster/index.ts";
import { everywhere, someOf } from "../../cluster/index.ts";
import type { PersistentVolume } from "../../kubernetes/index.ts";
import { attacherFinalizer } from "../external-attacher.ts";
import { provisionerOf } from "../external-provisioner.ts";
import { csiNodesByDriver } from "../indexes/index.ts";

/**
 * `installed`: the driver is registered, or a node runs it. `no-nodes`: registered, but no node runs it. `absent`: there
 * is no trace of it.
 */
export type DriverPresence =
  | { readonly presence: "installed" | "no-nodes" | "absent" }
  | { readonly presence: "unread"; readonly unread: Unread };

/**
 * Is a CSI driver installed? A CSIDriver object is optional for a driver, so that both it and the registrations of the
 * nodes must be missing before a driver counts as absent.
 * kubernetes/kubernetes pkg/volume/csi/nodeinfomanager/nodeinfomanager.go InstallCSIDriver (CSINode entries);
 * kubernetes-csi docs csi-driver-object (the CSIDriver object), 1.36.
 */
export function driverPresence(driver: string, cluster: Cluster): DriverPresence {
  return cluster.fact(presenceOfDriver, driver);
}

/** Key: the name of the driver. */
const presenceOfDriver: Fact<DriverPresence> = {
  name: "presence-of-driver",
  from: ["storage.k8s.io/v1/csidrivers", "storage.k8s.io/v1/csinodes"],
  workOut(driver, cluster) {
    const registered = cluster.get("storage.k8s.io/v1/csidrivers", driver);
    const nodes = cluster.walkWith(csiNodesByDriver, driver, everywhere);
    if (nodes.read && someOf(nodes.objects)) return { presence: "installed" };
    if (registered.state === "unread") return { presence: "unread", unread: registered.unread };
    if (!nodes.read) return { presence: "unread", unread: nodes.unread };
    return { presence: registered.state === "found" ? "no-nodes" : "absent" };
  },
};

/**
 * Is the driver that has to delete the disk of this volume installed? A provisioner with its own code registers nowhere, so that
 * nothing can be told of it.
 */
export function provisionerPresence(
  volume: PersistentVolume,
  cluster: Cluster,
): DriverPresence | { readonly presence: "not-told" } {
  const provisioner = provisionerOf(volume);
  return provisioner?.type === "csi" ? driverPresence(provisioner.name, cluster) : { presence: "not-told" };
}

/**
 * The name nearest to a mistyped one, when it is near enough to be meant: by the number of letters that have to be
 * changed, added or left out.
 */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const ranked = names
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1));
  const [best] = ranked;
  return best !== undefined && best.distance <= Math.max(2, name.length / 4) ? best.candidate : undefined;
}

/** The same among the objects that exist. */
export function nearestNamed(
  name: string,
  among: "storage.k8s.io/v1/csidrivers" | "storage.k8s.io/v1/storageclasses",
  cluster: Cluster,
): string | undefined {
  const listed = cluster.list(among, everywhere);
  return listed.read
    ? nearestName(
        name,
        listed.items.map(({ metadata }) => metadata.name),
      )
    : undefined;
}

function editDistance(from: string, to: string): number {
  // Names of drivers are at most 63 letters; anything longer came from a file, and is not worth the time.
  if (from.length > 128 || to.length > 128) return Number.POSITIVE_INFINITY;
  let above = Array.from({ length: to.length + 1 }, (_, position) => position);
  [...from].forEach((letter, row) => {
    const next = [row + 1];
    [...to].forEach((other, column) => {
      const changed = (above[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (above[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    });
    above = next;
  });
  return above[to.length] ?? Number.POSITIVE_INFINITY;
}

/** Is any driver there that one of these finalizers of its attacher belongs to? */
export function attacherPresence(finalizers: readonly string[], cluster: Cluster): DriverPresence {
  const all = finalizers.map((finalizer) => presenceOfAttacher(finalizer, cluster));
  for (const presence of likeliest) {
    const found = all.find((each) => each.presence === presence);
    if (found !== undefined) return found;
  }
  return { presence: "absent" };
}

const likeliest: readonly DriverPresence["presence"][] = ["installed", "unread", "no-nodes"];

function presenceOfAttacher(finalizer: string, cluster: Cluster): DriverPresence {
  const { running, registered } = cluster.fact(attachers, "");
  if (running.read && running.finalizers.has(finalizer)) return { presence: "installed" };
  if (!registered.read) return { presence: "unread", unread: registered.unread };
  if (!running.read) return { presence: "unread", unread: running.unread };
  return { presence: registered.finalizers.has(finalizer) ? "no-nodes" : "absent" };
}

/** The finalizers of the drivers that nodes run, and of those that are registered: there can be as many as objects. */
const attachers: Fact<{ readonly running: Finalizers; readonly registered: Finalizers }> = {
  name: "attachers",
  from: ["storage.k8s.io/v1/csidrivers", "storage.k8s.io/v1/csinodes"],
  workOut(_, cluster) {
    const nodes = cluster.walkAll("storage.k8s.io/v1/csinodes", everywhere);
    const drivers = cluster.walkAll("storage.k8s.io/v1/csidrivers", everywhere);
    return {
      running: finalizersIn(nodes, ({ spec }) => (spec?.drivers ?? []).map(({ name }) => name)),
      registered: finalizersIn(drivers, ({ metadata }) => [metadata.name]),
    };
  },
};

type Finalizers =
  | { readonly read: true; readonly finalizers: AttacherFinalizers }
  | { readonly read: false; readonly unread: Unread };

function finalizersIn<T>(
  walked: Walked<T>,
  driversOf: (object: T) => readonly (string | undefined)[],
): Finalizers {
  return walked.read
    ? { read: true, finalizers: new AttacherFinalizers(namesOf(walked, driversOf)) }
    : walked;
}

function* namesOf<T>(
  { objects }: Extract<Walked<T>, { read: true }>,
  driversOf: (object: T) => readonly (string | undefined)[],
): Generator<string> {
  for (const object of objects) for (const name of driversOf(object)) if (name !== undefined) yield name;
}

/** Each driver is looked at once, and none before it is needed: the first nodes run most of them. */
class AttacherFinalizers {
  readonly #seen = new Set<string>();
  readonly #rest: Iterator<string>;

  constructor(drivers: Iterator<string>) {
    this.#rest = drivers;
  }

  has(finalizer: string): boolean {
    while (!this.#seen.has(finalizer)) {
      const next = this.#rest.next();
      if (next.done === true) return false;
      this.#seen.add(attacherFinalizer(next.value));
    }
    return true;
  }
}
