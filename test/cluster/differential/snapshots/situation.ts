import fc from "fast-check";

/** A claim with its volume, snapshots of it, the content of one, and a claim that is filled from either. */
export interface Situation {
  readonly claim: ClaimSituation | undefined;
  readonly volume: VolumeSituation | undefined;
  readonly snapshot: SnapshotSituation | undefined;
  /** A second snapshot of the claim. */
  readonly second: SnapshotSituation | undefined;
  readonly content: ContentSituation | undefined;
  readonly copy: CopySituation | undefined;
}

type Fate = "kept" | "deleted";

export interface ClaimSituation {
  readonly phase: "Pending" | "Bound";
  readonly finalizers: readonly string[];
  readonly fate: Fate;
}

export interface VolumeSituation {
  readonly policy: "Retain" | "Delete";
  readonly claimRef: "the claim" | "an earlier claim";
  readonly finalizers: readonly string[];
  readonly fate: Fate;
}

export interface SnapshotSituation {
  readonly source: "the claim" | "the content";
  readonly className: "of the driver" | "missing" | "none";
  readonly bound: "yes" | "no";
  readonly ready: "yes" | "no" | "unknown";
  readonly finalizers: readonly string[];
  readonly fate: Fate;
}

export interface ContentSituation {
  readonly source: "volume" | "snapshot";
  readonly ref: "the snapshot" | "without uid" | "an earlier snapshot";
  readonly policy: "Retain" | "Delete";
  readonly status: "none" | "ready" | "not ready" | "without handle";
  readonly annotations: readonly string[];
  readonly finalizers: readonly string[];
  readonly fate: Fate;
}

export interface CopySituation {
  readonly from: "the claim" | "the snapshot";
  readonly phase: "Pending" | "Bound";
  readonly fate: Fate;
}

const beingCreated = "snapshot.storage.kubernetes.io/volumesnapshot-being-created";
const foreign = "example.com/held-by-a-test";
const fate: fc.Arbitrary<Fate> = fc.constantFrom("kept", "deleted");
const mostly = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 8 });
const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: 3 }, { arbitrary, weight: 1 });

const claim: fc.Arbitrary<ClaimSituation> = fc.record({
  phase: fc.constantFrom("Bound", "Bound", "Bound", "Pending"),
  finalizers: fc.subarray([
    "kubernetes.io/pvc-protection",
    "snapshot.storage.kubernetes.io/pvc-as-source-protection",
    "provisioner.storage.kubernetes.io/cloning-protection",
    foreign,
  ]),
  fate,
});

const volume: fc.Arbitrary<VolumeSituation> = fc.record({
  policy: fc.constantFrom("Retain", "Delete"),
  claimRef: fc.constantFrom("the claim", "the claim", "the claim", "an earlier claim"),
  finalizers: fc.subarray([
    "kubernetes.io/pv-protection",
    "external-provisioner.volume.kubernetes.io/finalizer",
    foreign,
  ]),
  fate: fc.constantFrom("kept", "kept", "deleted"),
});

const snapshot: fc.Arbitrary<SnapshotSituation> = fc.record({
  source: fc.constantFrom("the claim", "the claim", "the content"),
  className: fc.constantFrom("of the driver", "of the driver", "of the driver", "missing", "none"),
  bound: fc.constantFrom("yes", "yes", "yes", "no"),
  ready: fc.constantFrom("yes", "yes", "no", "unknown"),
  finalizers: fc.subarray([
    "snapshot.storage.kubernetes.io/volumesnapshot-as-source-protection",
    "snapshot.storage.kubernetes.io/volumesnapshot-bound-protection",
    "provisioner.storage.kubernetes.io/volumesnapshot-as-source-protection",
    foreign,
  ]),
  fate,
});

const content: fc.Arbitrary<ContentSituation> = fc.record({
  source: fc.constantFrom("volume", "volume", "snapshot"),
  ref: fc.constantFrom("the snapshot", "the snapshot", "the snapshot", "without uid", "an earlier snapshot"),
  policy: fc.constantFrom("Retain", "Delete"),
  status: fc.constantFrom("ready", "ready", "ready", "not ready", "without handle", "none"),
  annotations: fc.subarray([beingCreated, "snapshot.storage.kubernetes.io/volumesnapshot-being-deleted"]),
  finalizers: fc.subarray(["snapshot.storage.kubernetes.io/volumesnapshotcontent-bound-protection", foreign]),
  fate,
});

const copy: fc.Arbitrary<CopySituation> = fc.record({
  from: fc.constantFrom("the claim", "the snapshot"),
  phase: fc.constantFrom("Pending", "Bound"),
  fate: fc.constantFrom("kept", "kept", "deleted"),
});

/** `refuses`: it answers with an error. `does not answer`: the outcome of the call is unknown. */
export type Driver = "refuses" | "does not answer";

/**
 * The driver makes nothing new, since no model says what it makes. Whether a snapshot is being made is written on its
 * content as long as the driver does not answer; one that was imported is ready as soon as it is looked at. Whether a
 * deleted one is destroyed or bound is a race; and one that is made for a snapshot always has its uid.
 */
function fits({ content, snapshot }: Situation, driver: Driver): boolean {
  const isOpen = content?.ref === "without uid";
  if (isOpen && (content?.source === "volume" || (content?.fate === "deleted" && snapshot?.fate === "kept")))
    return false;
  if (content === undefined || content.status === "ready") return true;
  const isMarked = content.annotations.includes(beingCreated);
  return content.source === "volume" && isMarked === (driver === "does not answer");
}

/**
 * The controller handles two snapshots of the claim in parallel, each by what it knew of the other a moment ago. If both
 * are deleted before they are ready, each may leave the claim its finalizer for the other. If both are ready and one is
 * taken again because it has no content, the other may remove the finalizer that was added a moment before.
 * kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go isPVCBeingUsed, v8.7.
 */
function isRaced({ snapshot, second }: Situation): boolean {
  if (snapshot?.source !== "the claim" || second?.source !== "the claim") return false;
  const both = [snapshot, second];
  const areReady = both.every(({ ready }) => ready === "yes");
  const areLeaving = both.every(({ ready, fate }) => ready !== "yes" && fate === "deleted");
  return areLeaving || (areReady && both.some(({ bound, fate }) => bound === "no" && fate === "kept"));
}

export const situations = (driver: Driver): fc.Arbitrary<Situation> =>
  fc
    .record<Situation>({
      claim: mostly(claim),
      volume: mostly(volume),
      snapshot: mostly(snapshot),
      second: seldom(snapshot),
      content: mostly(content),
      copy: fc.option(copy, { nil: undefined, freq: 1 }),
    })
    .filter((situation) => fits(situation, driver) && !isRaced(situation));
