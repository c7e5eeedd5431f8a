import type { InFile } from "../../cluster/index.ts";
import type { KubeObject, OtherObject, Resource } from "../../kubernetes/index.ts";
import type { SnapshotHeader } from "../snapshot-file/index.ts";
import type { InputError } from "./limits.ts";

/** An object of a file. */
export interface Kept {
  readonly resource: Resource;
  readonly object: KubeObject;
  /** The object as it stands in the file, where that is kept. */
  readonly whole?: object;
  /** Of a manifest. */
  readonly place?: InFile;
}

/** Something in a file that cannot be trusted, so that what was read of its kind is not whole. */
export interface Damage {
  /** Absent: it could be of any kind. */
  readonly resource?: Resource;
  /** Absent: it could be in any namespace. */
  readonly namespace?: string;
  readonly detail: string;
}

/** What a file holds, if none of its objects has ever been in a cluster. */
export interface OfManifests {
  readonly objects: readonly Kept[];
  /** Objects that were passed over, in words for the reader, untrusted. */
  readonly unreadable: readonly string[];
  /** Whether some object has been in a cluster: then nothing in the file is taken for a manifest. */
  readonly wasApplied: boolean;
  /** Whether some document says what kind it is of, be it one that pvguard does not read. */
  readonly hasAny: boolean;
}

/** What one file holds, before pvguard works out how much of the cluster that is. */
export interface Contents {
  readonly file: string;
  readonly header?: SnapshotHeader;
  readonly objects: readonly Kept[];
  /** Documents that are one object, and no list. */
  readonly documents: number;
  readonly lists: number;
  /** Kinds that have a list of their own in the file, even if it is empty. */
  readonly listed: ReadonlySet<Resource>;
  readonly damage: readonly Damage[];
  /** In words for the reader, untrusted. */
  readonly skipped: readonly string[];
  /** Objects of kinds that pvguard has no definition of: they can own others. */
  readonly others: readonly OtherObject[];
  /** Kinds that pvguard does not read. */
  readonly strangers: ReadonlySet<string>;
  readonly manifests?: OfManifests;
  /** Why it could not be read, where that does not end the reading of the others. */
  readonly failed?: InputError;
  /** Whether its text has an expression of a template. */
  readonly isTemplate?: boolean;
}

export function nothingIn(file: string, skipped: readonly string[]): Contents {
  return {
    file,
    objects: [],
    documents: 0,
    lists: 0,
    listed: new Set(),
    damage: [],
    skipped,
    others: [],
    strangers: new Set(),
  };
}
