import type { Cursor } from "../protobuf/wire/cursor.ts";
import type { Packer } from "./packer.ts";
import type { Reader } from "./reader.ts";

/** How one value is kept. */
export interface Form {
  /**
   * Checks and writes the value between the cursor and the end. `false`: it is one that stands for none, and nothing was
   * written. Throws `Malformed`.
   */
  pack(cursor: Cursor, end: number, packer: Packer): boolean;
  unpack(reader: Reader): unknown;
}

/** How the values of a field are kept, which are found at `first` and those after it. */
export interface FieldForm {
  pack(first: number, cursor: Cursor, packer: Packer): boolean;
  unpack(reader: Reader): unknown;
}

let owners = 0;

/** A number for a form whose values can be taken into the dictionary. */
export function newOwner(): number {
  return ++owners;
}
