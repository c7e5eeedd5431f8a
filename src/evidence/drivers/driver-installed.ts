import type { Cluster, Fact, Unread, Walked } from "../../cluster/index.ts";
import { everywhere, firstOf } from "../../cluster/index.ts";
import { attacherFinalizer, csiNodesByDriver, provisionerOf } from "../../controllers/index.ts";
import type { ObjectRef, PersistentVolume } from "../../kubernetes/index.ts";
import type { Evidence } from "../../report/index.ts";
import { hint, proof, refutation } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";

/**
 * Is a CSI driver installed? A CSIDriver object is optional for a driver, so that both it and the registrations of the nodes
 * must be missing before a driver counts as absent. `proven`: a node runs it. `likely`: it is registered, and no node runs it.
 * `refuted`: there is no trace of it.
 * kubernetes/kubernetes pkg/volume/csi/nodeinfomanager/nodeinfomanager.go InstallCSIDriver (CSINode entries);
 * kubernetes-csi docs csi-driver-object (the CSIDriver object), 1.36.
 */
export function driverInstalled(driver: string, cluster: Cluster): Answer {
  return cluster.fact(installed, driver);
}

/** Key: the name of the driver. */
const installed: Fact<Answer> = {
  name: "driver-installed",
  from: ["storage.k8s.io/v1/csidrivers", "storage.k8s.io/v1/csinodes"],
  workOut(driver, cluster) {
    const registered = cluster.get("storage.k8s.io/v1/csidrivers", driver);
    const nodes = cluster.walkWith(csiNodesByDriver, driver, everywhere);
    const [node] = nodes.read ? firstOf(nodes.objects, 1) : [];
    if (node !== undefined) return weigh([proof(node, "spec.drivers", driver)]);
    if (registered.state === "unread") return notLooked(registered.unread);
    if (!nodes.read) return notLooked(nodes.unread);
    return registered.state === "found"
      ? weigh([hint(registered.object, "metadata.name", driver)])
      : weigh([], nowhere(driver));
  },
};

function nowhere(driver: string): readonly Evidence[] {
  return [refutation(csiDriver(driver), "metadata.name", null)];
}

function csiDriver(name: string): ObjectRef {
  return { apiVersion: "storage.k8s.io/v1", kind: "CSIDriver", name };
}

/**
 * Is the driver that has to delete the disk of this volume installed? A provisioner with its own code registers nowhere, so that
 * nothing speaks for it or against it.
 */
export function provisionerInstalled(volume: PersistentVolume, cluster: Cluster): Answer {
  const provisioner = provisionerOf(volume);
  return provisioner?.type === "csi" ? driverInstalled(provisioner.name, cluster) : weigh([]);
}

/** Is any driver there that one of these finalizers of its attacher belongs to? */
export function attacherInstalled(finalizers: readonly string[], cluster: Cluster): Answer {
  const all = finalizers.map((finalizer) => ofFinalizer(finalizer, cluster));
  for (const is of likeliest) {
    const found = all.find((each) => each.is === is);
    if (found !== undefined) return found;
  }
  return all[0] ?? weigh([], [refutation(csiDriver(""), "metadata.name", null)]);
}

const likeliest: readonly Answer["is"][] = ["proven", "unread", "likely"];

function ofFinalizer(finalizer: string, cluster: Cluster): Answer {
  const { running, registered } = cluster.fact(attachers, "");
  const runs = running.read ? running.finalizers.driverOf(finalizer) : undefined;
  if (runs !== undefined) return weigh([proof(csiDriver(runs), "spec.drivers", runs)]);
  if (!registered.read) return notLooked(registered.unread);
  if (!running.read) return notLooked(running.unread);
  const driver = registered.finalizers.driverOf(finalizer);
  return driver === undefined
    ? weigh([], nowhere(finalizer))
    : weigh([hint(csiDriver(driver), "metadata.name", driver)]);
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
  readonly #seen = new Map<string, string>();
  readonly #rest: Iterator<string>;

  constructor(drivers: Iterator<string>) {
    this.#rest = drivers;
  }

  /** The driver that this finalizer belongs to, where there is one. */
  driverOf(finalizer: string): string | undefined {
    while (!this.#seen.has(finalizer)) {
      const next = this.#rest.next();
      if (next.done === true) return undefined;
      this.#seen.set(attacherFinalizer(next.value), next.value);
    }
    return this.#seen.get(finalizer);
  }
}
