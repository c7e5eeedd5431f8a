import { type Cluster, everywhere, type Fact, type Unread, type Walked } from "../model/index.ts";
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
    const { running, registered } = cluster.fact(attachers, "");
    if (running.read && running.finalizers.has(finalizer)) return { presence: "installed" };
    if (!registered.read) return { presence: "unread", unread: registered.unread };
    if (!running.read) return { presence: "unread", unread: running.unread };
    return { presence: registered.finalizers.has(finalizer) ? "no-nodes" : "absent" };
  },
};

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
