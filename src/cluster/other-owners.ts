import type { ObjectRef, OtherObject } from "../kubernetes/index.ts";
import { groupOf, isOtherResource, otherResource, refOf } from "../kubernetes/index.ts";
import type { OtherOwner } from "./cluster.ts";
import type { MissingOwner, Snapshot, Unread } from "./snapshot.ts";

/** Whether owners that were not read are to be read. Of each object of a cluster that would be too many requests. */
export type OwnersAsked = "asked for" | "not asked for";

/** The owners of kinds that pvguard has no definition of, as far as a snapshot shows them. */
export class OtherOwners {
  readonly #snapshot: Pick<Snapshot, "otherOwners" | "missingOwners">;
  readonly #asked: OwnersAsked;
  readonly #miss: (unread: Unread) => void;
  #found: ReadonlyMap<string, OtherObject> | undefined;
  #missing: ReadonlyMap<string, MissingOwner> | undefined;

  constructor(snapshot: Snapshot, asked: OwnersAsked, miss: (unread: Unread) => void) {
    this.#snapshot = snapshot;
    this.#asked = asked;
    this.#miss = miss;
  }

  get(ref: ObjectRef): OtherOwner {
    const { otherOwners = [], missingOwners = [] } = this.#snapshot;
    this.#found ??= new Map(otherOwners.map((owner) => [ownerKey(refOf(owner)), owner]));
    this.#missing ??= new Map(missingOwners.map((missing) => [ownerKey(missing.owner), missing]));
    const object = this.#found.get(ownerKey(ref)) ?? this.#found.get(ownerKey(ref, "in none"));
    if (object !== undefined) return { state: "found", object };
    const missing = this.#missing.get(ownerKey(ref));
    if (missing !== undefined) return this.#without(missing);
    if (this.#asked === "asked for") this.#miss({ ...wanted(ref), reason: "NotCollected" });
    return { state: "not asked for" };
  }

  #without({ owner, because, detail, plural }: MissingOwner): OtherOwner {
    switch (because) {
      case "NotFound":
        return { state: "absent" };
      case "OutOfReach":
        return { state: "out of reach" };
      case "NotServed":
        return { state: "not served" };
      case "Forbidden":
      case "Unavailable": {
        const more = {
          ...(detail === undefined ? {} : { detail }),
          ...(plural === undefined ? {} : { plural }),
        };
        const unread: Unread = { ...wanted(owner), reason: because, ...more };
        this.#miss(unread);
        return { state: "unread", unread };
      }
    }
  }
}

/** Is it an owner that can still be asked for? */
export function isWantedOwner({ resource, reason }: Unread): boolean {
  return reason === "NotCollected" && isOtherResource(resource);
}

function wanted(ref: ObjectRef): Pick<Unread, "resource" | "scope"> {
  const { name, namespace } = ref;
  return {
    resource: otherResource(ref),
    scope: { of: "object", name, ...(namespace === undefined ? {} : { namespace }) },
  };
}

/** Whatever the version: it is the same object in each. */
function ownerKey({ apiVersion, kind, name, namespace = "" }: ObjectRef, where?: "in none"): string {
  return JSON.stringify([groupOf(apiVersion), kind, where === "in none" ? "" : namespace, name]);
}
