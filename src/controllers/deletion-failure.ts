/** Why a driver did not delete a volume, as far as its words tell. */
export type DeletionFailure =
  | "attached"
  | "in-use"
  | "has-snapshots"
  | "not-found"
  | "access-denied"
  | "finalizer-forbidden"
  | "secret"
  | "node-gone"
  | "unsupported"
  | "other";

interface Pattern {
  readonly failure: DeletionFailure;
  readonly matches: RegExp;
}

/** The first that matches counts, so that the narrow ones come first. */
const patterns: readonly Pattern[] = [
  // kubernetes-csi/external-provisioner pkg/controller/controller.go canDeleteVolume: "is still attached to node".
  { failure: "attached", matches: /is still attached to node/i },
  // kubernetes-csi/external-provisioner pkg/controller/controller.go Delete: "does not support dynamic provisioning".
  { failure: "unsupported", matches: /does not support dynamic provisioning|delete.{0,40}unimplemented/i },
  // kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go deleteVolumeOperation; ceph/ceph-csi#3186.
  {
    failure: "finalizer-forbidden",
    matches:
      /(finalizer|persistentvolumes?)\b.{0,200}\bforbidden|forbidden.{0,200}(finalizer|persistentvolumes)/i,
  },
  {
    failure: "secret",
    matches: /secrets? .{0,200}(not found|missing|forbidden)|(get|find|fetch).{0,40}secret/i,
  },
  {
    failure: "has-snapshots",
    matches: /has (dependent )?snapshots?|snapshots? (exist|depend)|has children/i,
  },
  { failure: "in-use", matches: /in[ -]use|watchers?|VolumeInUse|ResourceInUse|\bbusy\b|still being used/i },
  {
    failure: "access-denied",
    matches: /unauthorized|not authori[sz]ed|access ?denied|permission ?denied|forbidden|PermissionDenied/i,
  },
  { failure: "node-gone", matches: /nodes? "?[^" ]*"? (was |is )?not found|NodeNotFound/i },
  { failure: "not-found", matches: /not ?found|does not exist|no such/i },
];

/** Sorts the text of an event `VolumeFailedDelete`. Drivers word their errors freely: a hint, not a proof. */
export function deletionFailure(message: string): DeletionFailure {
  return patterns.find(({ matches }) => matches.test(message))?.failure ?? "other";
}
