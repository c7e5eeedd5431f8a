/**
 * Contradictions that are known and not fixed yet. Each is as narrow as what is said allows. Remove it when its cause is
 * fixed.
 */
export interface Known {
  readonly of: RegExp;
  readonly says: RegExp;
  readonly because: string;
}

export const known: readonly Known[] = [];
