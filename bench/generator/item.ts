import type { BuiltIn } from "../../src/object-store/protobuf/kinds/index.ts";
import type { Values } from "./frozen.ts";

/** An object of the cluster, and where it is served. */
export interface Item {
  readonly resource: BuiltIn;
  readonly object: Values;
}

/** A finding that an audit must come to. */
export interface Expected {
  readonly code: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}
