import fc from "fast-check";

/** A claim, a volume and a pod in a state that a real cluster can be in, or that somebody's hands have made. */
export interface Situation {
  readonly volume: VolumeSituation | undefined;
  readonly claim: ClaimSituation | undefined;
  readonly pod: "none" | "unscheduled" | "scheduled" | "finished";
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
  readonly volumeName: "none" | "the volume" | "a missing volume";
  readonly phase: "Pending" | "Bound" | "Lost";
  readonly annotations: readonly string[];
  readonly finalizers: readonly string[];
  readonly fate: "kept" | "deleted";
}

const fate = fc.constantFrom("kept" as const, "deleted" as const);
const foreign = "example.com/held-by-a-test";

const volume: fc.Arbitrary<VolumeSituation> = fc.record({
  source: fc.constantFrom("hostPath", "local", "nfs", "csi"),
  policy: fc.constantFrom("Retain", "Delete", "Recycle"),
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
  finalizers: fc.subarray(["kubernetes.io/pv-protection", "kubernetes.io/pv-controller", foreign]),
  fate,
});

const claim: fc.Arbitrary<ClaimSituation> = fc.record({
  volumeName: fc.constantFrom("none", "the volume", "the volume", "a missing volume"),
  phase: fc.constantFrom("Pending", "Bound", "Lost"),
  annotations: fc.subarray(["pv.kubernetes.io/bind-completed", "pv.kubernetes.io/bound-by-controller"]),
  finalizers: fc.subarray(["kubernetes.io/pvc-protection", foreign]),
  fate,
});

/** A recycler is a pod, and no pod runs here. */
function canBePlayed({ source, policy }: VolumeSituation): boolean {
  return policy !== "Recycle" || source === "local" || source === "csi";
}

export const situations: fc.Arbitrary<Situation> = fc.record({
  volume: fc.option(volume.filter(canBePlayed), { nil: undefined, freq: 8 }),
  claim: fc.option(claim, { nil: undefined, freq: 8 }),
  pod: fc.constantFrom("none", "none", "unscheduled", "scheduled", "finished"),
});
