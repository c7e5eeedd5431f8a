import fc from "fast-check";

/** A StatefulSet, a pod and a claim that may own each other, and the volume of the claim. */
export interface Situation {
  readonly set: SetSituation | undefined;
  /** Another StatefulSet, which stays. */
  readonly other: "there" | "never made";
  readonly pod: PodSituation | undefined;
  readonly claim: ClaimSituation;
  readonly policy: "Retain" | "Delete" | "no volume";
}

/** How it was deleted, if it was. */
type Fate = "kept" | "Background" | "Foreground" | "Orphan";

export interface SetSituation {
  readonly fate: Fate;
  readonly finalizers: readonly string[];
}

export interface PodSituation {
  readonly fate: Fate;
  readonly owners: readonly OwnerSituation[];
  readonly finalizers: readonly string[];
}

export interface ClaimSituation {
  readonly fate: Fate;
  readonly owners: readonly OwnerSituation[];
  readonly finalizers: readonly string[];
}

export interface OwnerSituation {
  /** `earlier set`: one of the same name as the set, that has gone. */
  readonly owner: "set" | "pod" | "other" | "earlier set";
  readonly blocks: boolean;
}

const foreign = "example.com/held-by-a-test";
const fate: fc.Arbitrary<Fate> = fc.constantFrom("kept", "kept", "Background", "Foreground", "Orphan");

const ownersAmong = (...owners: readonly OwnerSituation["owner"][]) =>
  fc.uniqueArray(fc.record({ owner: fc.constantFrom(...owners), blocks: fc.boolean() }), {
    selector: ({ owner }) => owner,
    maxLength: 3,
  });

export const situations: fc.Arbitrary<Situation> = fc.record({
  set: fc.option(fc.record({ fate, finalizers: fc.subarray([foreign]) }), { nil: undefined, freq: 6 }),
  other: fc.constantFrom("there", "never made"),
  pod: fc.option(
    fc.record({
      fate,
      owners: ownersAmong("set", "other", "earlier set"),
      finalizers: fc.subarray([foreign]),
    }),
    { nil: undefined, freq: 2 },
  ),
  claim: fc.record({
    fate,
    owners: ownersAmong("set", "set", "pod", "other", "earlier set"),
    finalizers: fc.subarray(["kubernetes.io/pvc-protection", foreign]),
  }),
  policy: fc.constantFrom("Retain", "Delete", "no volume"),
});
