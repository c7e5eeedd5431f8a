import type { ObjectManifest } from "./paths.ts";

/** An object, and what is written into its status once it is there. */
export interface Made {
  readonly object: ObjectManifest;
  readonly status?: object;
}
