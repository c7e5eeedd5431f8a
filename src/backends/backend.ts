import type { Disk, KubeObject, PersistentVolume, Resource } from "../kubernetes/index.ts";

type DiskSpec = NonNullable<Disk["spec"]>;

/** A disk as a backend lists it. What is left out, the list does not say. */
export interface ListedDisk extends Omit<DiskSpec, "inventory" | "driver" | "handles" | "bytes" | "is"> {
  /** No other disk of the backend has it. */
  readonly id: string;
  /** `snapshot`: it is a copy, for which a VolumeSnapshotContent stands. */
  readonly is?: "disk" | "snapshot";
  /** Every `volumeHandle` by which the driver finds this disk. */
  readonly handles: readonly string[];
  /** A number, or a quantity such as `20Gi`. */
  readonly bytes?: number | string | undefined;
  /** RFC 3339. */
  readonly created?: string | undefined;
}

/** What a document says of the disks of a backend. */
export interface Listing {
  readonly disks: readonly ListedDisk[];
  /** Why it cannot be the whole list, where the document itself shows that. */
  readonly partial?: string;
  /** Other times in it, in RFC 3339: it was made after each of them. */
  readonly times?: readonly string[];
}

interface Described {
  /** As its vendor spells it. */
  readonly name: string;
  /** The CSI drivers whose disks it has. */
  readonly drivers: readonly [string, ...string[]];
  /** Are its disks also those of this driver? For drivers whose name a person chooses. */
  serves?(driver: string): boolean;
  /** Repository, path, function and version of what forms the handle, and of what the fields mean. */
  readonly sources: readonly [string, ...string[]];
  /** The command that deletes this disk, as its arguments; `undefined` where only a person can say. */
  deletion(disk: Disk): readonly string[] | undefined;
  /**
   * In which of the places that disks have (`place`) must the disk of this volume be? `undefined`: the volume does not say.
   * Absent where one list has all disks of the backend.
   */
  placeOf?(volume: PersistentVolume): string | undefined;
}

/** A backend whose own tool prints its disks as JSON, which a person saves to a file. */
export interface FileBackend extends Described {
  /** What prints the list, as a person types it. */
  readonly command: string;
  /** How a disk says which cluster it belongs to: a sentence for the page of all lists. */
  readonly mark: string;
  /** By what of it that is so, as a noun: its tags, unless said otherwise. */
  readonly markedBy?: string;
  /** What the list cannot tell: sentences for that page. */
  readonly limits: string;
  /** How a person deletes a disk, for that page. */
  readonly removal: string;
  /** What the `csi` source of a PersistentVolume must say to use a disk again, for that page. */
  readonly reuse: string;
  /** Is this what the tool prints? By what is in it, not by the name of the file. */
  recognises(document: unknown): boolean;
  /** @param document one that `recognises` accepts; nothing else of it is known */
  listing(document: unknown): Listing;
}

/** A backend that keeps its disks as objects of the cluster itself: what it lists belongs to this cluster. */
export interface ClusterBackend extends Described {
  readonly resource: Resource;
  /** `undefined`: it is of another kind, or stands for no disk. */
  disk(record: KubeObject): ListedDisk | undefined;
}

export type Backend = FileBackend | ClusterBackend;
