import type { ObjectIn, ObjectRef, OtherObject, OtherResource, Resource } from "../kubernetes/index.ts";
import type { Items } from "./items.ts";

/** Why something was not read. `NotServed`: the cluster does not have this API, so there are no such objects. */
export type UnreadReason = "Forbidden" | "NotServed" | "Unavailable" | "NotCollected";

/** What was, or should be, looked at: every object of a kind, those of one namespace, or one by name. */
export type Scope =
  | { readonly of: "cluster" }
  | { readonly of: "namespace"; readonly namespace: string }
  | { readonly of: "object"; readonly name: string; readonly namespace?: string }
  | { readonly of: "about"; readonly namespace: string; readonly name: string; readonly kind: string };

/** Two objects of a name with the same of both are the same to the last field. */
export interface ObjectVersion {
  readonly uid: string;
  readonly resourceVersion: string;
}

/** A read that was asked for, or that an answer would need. */
export interface Demand {
  readonly resource: Resource;
  readonly scope: Scope;
  /** Of a single object: if it still is this version, nothing else need be known of it. */
  readonly unless?: ObjectVersion;
}

/**
 * A demand that was not met. `NotJudged`: it was read, but a rule ended with an error over it. `LeftToChance`: it was
 * read, and a controller may do one thing or another with it.
 */
export interface Unread extends Omit<Demand, "resource"> {
  readonly resource: Resource | OtherResource;
  readonly reason: UnreadReason | "NotJudged" | "LeftToChance";
  /** The server's or the reader's own words, untrusted. */
  readonly detail?: string;
  /** Of an `OtherResource`: how the server names the kind in a rule of a role, where it said so. */
  readonly plural?: string;
}

/** The answer to one demand. A list that could not be read is not an empty list. */
export type Reading<R extends Resource = Resource> =
  | { readonly read: true; readonly resource: R; readonly scope: Scope; readonly items: Items<ObjectIn<R>> }
  | {
      readonly read: false;
      readonly resource: R;
      readonly scope: Scope;
      readonly reason: UnreadReason;
      readonly detail?: string;
    };

/**
 * An owner of a kind that pvguard has no definition of, which was asked for and did not come. `NotFound`: it does not exist.
 * `OutOfReach`: its kind is namespaced, and what it is said to own is not, so the garbage collector never looks for it.
 */
export interface MissingOwner {
  readonly owner: ObjectRef;
  readonly because: "NotFound" | "OutOfReach" | Exclude<UnreadReason, "NotCollected">;
  readonly detail?: string;
  readonly plural?: string;
}

/** How the clock of a diagnosis was chosen. `manifests`: nothing of it has been in a cluster, so it has no time. */
export type ClockSource = "live" | "flag" | "snapshot" | "newest-timestamp" | "manifests";

/** Everything that was read of a cluster, at about one moment. */
export interface Snapshot {
  /** RFC 3339. Ages are counted from here. */
  readonly takenAt: string;
  readonly clock: ClockSource;
  /** The server, or the files, in words for the reader. Untrusted. */
  readonly source: string;
  /** The cluster that a file says it came from. Untrusted. */
  readonly cluster?: string;
  readonly readings: readonly Reading[];
  /** Owners of kinds that pvguard has no definition of, as far as they were read. */
  readonly otherOwners?: readonly OtherObject[];
  readonly missingOwners?: readonly MissingOwner[];
  /** Input that was passed over, in words for the reader. Not empty means that the view is incomplete. */
  readonly skipped: readonly string[];
  /** Where each manifest stands, by its `nameKey`; only of manifests, and not of those from standard input. */
  readonly places?: ReadonlyMap<string, InFile>;
}

/** Where the document of an object begins. */
export interface InFile {
  /** Its path, as it was found by the path that was given. Untrusted. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** Does reading `wide` answer everything that `narrow` asks? */
export function covers(wide: Scope, narrow: Scope): boolean {
  switch (wide.of) {
    case "cluster":
      return true;
    case "namespace":
      return narrow.of !== "cluster" && narrow.namespace === wide.namespace;
    case "object":
      return narrow.of === "object" && narrow.name === wide.name && narrow.namespace === wide.namespace;
    case "about":
      return (
        narrow.of === "about" &&
        narrow.name === wide.name &&
        narrow.namespace === wide.namespace &&
        narrow.kind === wide.kind
      );
  }
}

/** The other scopes that cover this one, the widest first: where many are to be compared, they are looked up instead. */
export function wider(scope: Scope): readonly Scope[] {
  if (scope.of === "cluster") return [];
  const { namespace } = scope;
  const isOfNamespace = scope.of !== "namespace" && namespace !== undefined;
  return [{ of: "cluster" }, ...(isOfNamespace ? [{ of: "namespace", namespace } as const] : [])];
}
