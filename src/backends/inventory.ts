import type { Disk, DiskInventory, KubeObject } from "../kubernetes/index.ts";
import { apiVersionOf, instant, timestamp } from "../kubernetes/index.ts";
import type { Backend, ClusterBackend, FileBackend, ListedDisk, Listing } from "./backend.ts";

/** A list with its disks, as objects that can be asked about like all others. */
export interface Inventory {
  readonly inventory: DiskInventory;
  readonly disks: readonly Disk[];
}

interface Origin {
  /** The file, or the kind of objects, that it comes from. Untrusted. */
  readonly name: string;
  /** When it was made, in RFC 3339; `undefined`: nothing says so. */
  readonly madeAt: string | undefined;
}

/** What a file says, which the backend recognises. */
export function inventoryOfFile(backend: FileBackend, document: unknown, origin: Origin): Inventory {
  return inventoryOf(backend, backend.listing(document), origin);
}

/** What the records of a backend in the cluster say. */
export function inventoryOfRecords(
  backend: ClusterBackend,
  records: Iterable<KubeObject>,
  origin: Origin,
): Inventory {
  const disks = [...records].flatMap((record) => backend.disk(record) ?? []);
  return inventoryOf(backend, { disks }, origin);
}

const apiVersion = apiVersionOf("pvguard.dev/v1alpha1/disks");

function inventoryOf(backend: Backend, listing: Listing, { name, madeAt }: Origin): Inventory {
  const { disks, partial, times = [] } = listing;
  const newest = newestOf([...times, ...disks.flatMap(({ created }) => created ?? [])]);
  return {
    inventory: {
      apiVersion,
      kind: "DiskInventory",
      metadata: { name, uid: `${backend.name} ${name}` },
      spec: { backend: backend.name, drivers: backend.drivers, partial, madeAt, newest },
    },
    disks: disks.map((disk) => objectOf(disk, backend, name)),
  };
}

function objectOf({ id, created, bytes, ...spec }: ListedDisk, backend: Backend, inventory: string): Disk {
  const [driver] = backend.drivers;
  return {
    apiVersion,
    kind: "Disk",
    metadata: { name: id, uid: `${driver} ${id}`, creationTimestamp: created },
    spec: { ...spec, ...(bytes === undefined ? {} : { bytes: String(bytes) }), inventory, driver },
  };
}

function newestOf(times: readonly string[]): string | undefined {
  const instants = times.flatMap((time) => instant(time) ?? []);
  return instants.length === 0
    ? undefined
    : timestamp(instants.reduce((newest, each) => Math.max(newest, each)));
}
