import type { Items } from "../../cluster/index.ts";
import type { Client } from "../../connection/http/client.ts";
import type { ObjectIn, Resource } from "../../kubernetes/index.ts";
import type { Discovery } from "./discovery.ts";
import type { Encodings } from "./encodings.ts";

/** What every read of a cluster shares. */
export interface ReadContext {
  readonly client: Client;
  readonly discovery: Discovery;
  readonly chunkSize: number;
  /** `first`: a list that goes on after its first page counts as not read. */
  readonly pages?: "first" | "all";
  readonly encodings: Encodings;
  /** Whether anything was read so far. */
  readonly came: { any: boolean };
  /** Told after each page: how many objects were read, and how many there will be if the server says. */
  readonly progress?: ((resource: Resource, read: number, expected: number | undefined) => void) | undefined;
}

/** What a demand came to. */
export interface Read<R extends Resource> {
  readonly read: true;
  readonly items: Items<ObjectIn<R>>;
  /** What was passed over, in words for a person. */
  readonly skipped: readonly string[];
  /** A single object that was known, and of which nothing was read because it has not changed. */
  readonly state?: "as known";
}
