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
  /** What a gibibyte costs a month, in a currency of the person's own. */
  readonly price?: string | undefined;
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
  const disks: ListedDisk[] = [];
  const versions = new Map<string, KubeObject["metadata"]>();
  for (const record of records) {
    const disk = backend.disk(record);
    if (disk === undefined) continue;
    disks.push(disk);
    versions.set(disk.id, record.metadata);
  }
  const made = inventoryOf(backend, { disks }, origin);
  return { ...made, disks: made.disks.map((disk) => asRecorded(disk, versions.get(disk.metadata.name))) };
}

/** In place of records that could not be read: it says so, and has no disk. */
export function unreadInventory(backend: ClusterBackend, origin: Origin, reason: string): Inventory {
  const partial = `its objects could not be read (${reason})`;
  const { inventory, disks } = inventoryOf(backend, { disks: [], partial }, origin);
  return { inventory: { ...inventory, spec: { ...inventory.spec, refused: reason } }, disks };
}

const apiVersion = apiVersionOf("pvguard.dev/v1alpha1/disks");

function inventoryOf(backend: Backend, listing: Listing, { name, madeAt, price }: Origin): Inventory {
  const { disks, partial, times = [] } = listing;
  const newest = newestOf([...times, ...disks.flatMap(({ created }) => created ?? [])]);
  return {
    inventory: {
      apiVersion,
      kind: "DiskInventory",
      metadata: { name, uid: `${backend.name} ${name}`, resourceVersion: versionOfFile },
      spec: { backend: backend.name, drivers: backend.drivers, partial, madeAt, newest, price },
    },
    disks: disks.map((disk) => objectOf(disk, backend, name)),
  };
}

function objectOf({ id, created, bytes, ...spec }: ListedDisk, backend: Backend, inventory: string): Disk {
  const [driver] = backend.drivers;
  return {
    apiVersion,
    kind: "Disk",
    metadata: {
      name: id,
      uid: `${driver} ${id}`,
      resourceVersion: versionOfFile,
      creationTimestamp: created,
    },
    spec: { ...spec, ...(bytes === undefined ? {} : { bytes: String(bytes) }), inventory, driver },
  };
}

/** A record that is being deleted takes its disk along; and its version tells whether the disk has changed. */
function asRecorded(disk: Disk, record: KubeObject["metadata"] | undefined): Disk {
  const { resourceVersion, deletionTimestamp } = record ?? {};
  return { ...disk, metadata: { ...disk.metadata, resourceVersion, deletionTimestamp } };
}

/** What was read from a file does not change. */
const versionOfFile = "0";

function newestOf(times: readonly string[]): string | undefined {
  const instants = times.flatMap((time) => instant(time) ?? []);
  return instants.length === 0
    ? undefined
    : timestamp(instants.reduce((newest, each) => Math.max(newest, each)));
}
