/**
 * Contradictions that are known and not fixed yet. Each is as narrow as what is said allows. Remove it when its cause is
 * fixed.
 */
export interface Known {
  readonly of: RegExp;
  readonly says: RegExp;
  readonly because: string;
}

export const known: readonly Known[] = [
  {
    of: /^a plan/,
    says: /^(Namespace|VolumeAttachment) .*: the plan says destroyed by no step$/,
    because:
      "a plan about one object in a namespace tells the fate of the others too, which no step of it brings",
  },
];
