import { parseBody } from "./json-body.ts";
import type { JsonBounds } from "./json-guard.ts";

/** A way to write objects, and how to read what is written so. */
export interface Format {
  /** What the `Accept` header says. */
  readonly accept: string;
  /** The value in a body. Throws an `AccessError` when there is none. */
  read(bytes: Buffer, contentType: string, bounds: JsonBounds): unknown;
}

export const json: Format = { accept: "application/json", read: parseBody };
