/** A JSON Patch cannot be applied to this object. */
export class PatchFailure extends Error {}
