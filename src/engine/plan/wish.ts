/** What a person asks for, where it is not what the diagnosis proposes. */
export interface Wish {
  /** `NAME`, or `NAME:PART` for a remedy that comes in parts. */
  readonly remedy?: string;
  /** The one finalizer to remove, exactly as it is written in the object. */
  readonly finalizer?: string;
}

/** The name of the remedy and its part. */
export function partsOfRemedy(remedy: string): { readonly name: string; readonly part?: string } {
  const colon = remedy.indexOf(":");
  return colon < 0 ? { name: remedy } : { name: remedy.slice(0, colon), part: remedy.slice(colon + 1) };
}
