import fc from "fast-check";

/** A claim, a volume and what is around them, in a state that a real cluster can be in or that hands have made. */
export interface Situation {
  readonly volume: VolumeSituation | undefined;
  /** Another volume, larger, for the same claim. */
  readonly rival: VolumeSituation | undefined;
  readonly claim: ClaimSituation | undefined;
  readonly pod: "none" | "unscheduled" | "scheduled" | "finished";
  readonly attachment: AttachmentSituation | undefined;
}

export interface VolumeSituation {
  readonly source: "hostPath" | "local" | "nfs" | "csi";
  readonly policy: "Retain" | "Delete" | "Recycle";
  readonly phase: "Pending" | "Available" | "Bound" | "Released" | "Failed";
  readonly claimRef: "none" | "without uid" | "the claim" | "an earlier claim" | "a claim that never was";
  readonly annotations: readonly string[];
  readonly finalizers: readonly string[];
  readonly fate: "kept" | "deleted";
}

export interface ClaimSituation {
  readonly volumeName: "none" | "the volume" | "the rival" | "a missing volume";
  readonly phase: "Pending" | "Bound" | "Lost";
  readonly annotations: readonly string[];
  readonly finalizers: readonly string[];
  readonly fate: "kept" | "deleted";
}

export interface AttachmentSituation {
  readonly node: "with the driver" | "without the driver" | "gone";
  readonly attached: "yes" | "no";
  readonly annotations: readonly string[];
  readonly finalizers: readonly string[];
  readonly fate: "kept" | "deleted";
}

const fate = fc.constantFrom("kept" as const, "deleted" as const);
const foreign = "example.com/held-by-a-test";

const volumeFacts = {
  phase: fc.constantFrom("Pending", "Available", "Bound", "Released", "Failed"),
  claimRef: fc.constantFrom(
    "none",
    "without uid",
    "the claim",
    "the claim",
    "an earlier claim",
    "a claim that never was",
  ),
  annotations: fc.subarray(["pv.kubernetes.io/bound-by-controller", "pv.kubernetes.io/provisioned-by"]),
  fate,
} as const;

const claim = (names: readonly ClaimSituation["volumeName"][]): fc.Arbitrary<ClaimSituation> =>
  fc.record<ClaimSituation>({
    volumeName: fc.constantFrom(...names),
    phase: fc.constantFrom("Pending", "Bound", "Lost"),
    annotations: fc.subarray(["pv.kubernetes.io/bind-completed", "pv.kubernetes.io/bound-by-controller"]),
    finalizers: fc.subarray(["kubernetes.io/pvc-protection", foreign]),
    fate,
  });

const mostly = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 8 });

/** A recycler is a pod, and no pod runs here. */
function canBePlayed({ source, policy }: VolumeSituation): boolean {
  return policy !== "Recycle" || source === "local" || source === "csi";
}

const anyVolume: fc.Arbitrary<VolumeSituation> = fc
  .record<VolumeSituation>({
    ...volumeFacts,
    source: fc.constantFrom("hostPath", "local", "nfs", "csi"),
    policy: fc.constantFrom("Retain", "Delete", "Recycle"),
    finalizers: fc.subarray(["kubernetes.io/pv-protection", "kubernetes.io/pv-controller", foreign]),
  })
  .filter(canBePlayed);

/** Only kube-controller-manager acts. */
export const situations: fc.Arbitrary<Situation> = fc
  .record({
    volume: mostly(anyVolume),
    rival: fc.option(anyVolume, { nil: undefined, freq: 2 }),
    claim: mostly(claim(["none", "the volume", "the volume", "the rival", "a missing volume"])),
    pod: fc.constantFrom("none", "none", "unscheduled", "scheduled", "finished"),
    attachment: fc.constant(undefined),
  })
  .filter((situation) => !isLeftToChance(situation));

/** Two volumes are reserved for a claim that names none: the PV controller takes either. pvguard says it cannot tell. */
function isLeftToChance({ volume, rival, claim }: Situation): boolean {
  return claim?.volumeName === "none" && [volume, rival].every(isReserved);
}

function isReserved(volume: VolumeSituation | undefined): boolean {
  return volume !== undefined && ["the claim", "without uid"].includes(volume.claimRef);
}

/**
 * Not where a Released volume of policy Delete is given to the claim again: the provisioner destroys it while the PV controller
 * binds it, each from what it has cached, and either may win.
 */
function isDecided({ volume, claim }: Situation): boolean {
  return (
    claim === undefined ||
    volume?.policy !== "Delete" ||
    volume.phase !== "Released" ||
    !["the claim", "without uid"].includes(volume.claimRef)
  );
}

/** The sidecars of a driver act too. Nothing is attached again: no model does that. */
export function csiSituations(attacherFinalizer: string): fc.Arbitrary<Situation> {
  const attachment: fc.Arbitrary<AttachmentSituation> = fc
    .record<AttachmentSituation>({
      node: fc.constantFrom("with the driver", "with the driver", "without the driver", "gone"),
      attached: fc.constantFrom("yes", "no"),
      annotations: fc.subarray(["csi.alpha.kubernetes.io/node-id"]),
      finalizers: fc.subarray([attacherFinalizer, foreign]),
      fate,
    })
    .filter(({ node, fate }) => node === "with the driver" || fate === "deleted");
  const all = fc.record({
    volume: mostly(
      fc.record<VolumeSituation>({
        ...volumeFacts,
        source: fc.constant("csi"),
        policy: fc.constantFrom("Retain", "Delete"),
        finalizers: fc.subarray([
          "kubernetes.io/pv-protection",
          "external-provisioner.volume.kubernetes.io/finalizer",
          attacherFinalizer,
          foreign,
        ]),
      }),
    ),
    rival: fc.constant(undefined),
    claim: mostly(claim(["none", "the volume", "the volume", "a missing volume"])),
    pod: fc.constantFrom("none", "unscheduled"),
    attachment: fc.option(attachment, { nil: undefined, freq: 2 }),
  });
  return all.filter(isDecided);
}
