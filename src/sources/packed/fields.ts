import { Malformed } from "../protobuf/wire/malformed.ts";
import { type FieldForm, type Form, newOwner } from "./form.ts";
import type { Found } from "./found.ts";
import type { Packer } from "./packer.ts";
import type { Reader } from "./reader.ts";

/** A value that comes once. Of two, one reader would take the first and another the last. */
export function once(form: Form): FieldForm {
  return {
    pack(first, cursor, packer) {
      const { found } = packer;
      let isWritten = false;
      for (let value = first; value >= 0; value = found.next(value)) {
        cursor.at = found.from(value);
        if (isWritten) throw new Malformed("a field that comes twice", cursor.at);
        isWritten = form.pack(cursor, found.to(value), packer);
      }
      return isWritten;
    },
    unpack: (reader) => form.unpack(reader),
  };
}

/** Values that come any number of times. */
export function list(form: Form): FieldForm {
  const owner = newOwner();
  const read = (reader: Reader, count: number) => {
    const values: unknown[] = new Array(count);
    for (let at = 0; at < count; at++) values[at] = form.unpack(reader);
    return values;
  };
  return {
    pack(first, cursor, packer) {
      const { found } = packer;
      const from = found.tag(first);
      const to = endOf(first, found);
      if (packer.writeAgain(owner, cursor, from, to)) return true;
      packer.beginWhole();
      writeCount(first, packer);
      for (let value = first; value >= 0; value = found.next(value)) {
        cursor.at = found.from(value);
        form.pack(cursor, found.to(value), packer);
      }
      packer.endWhole(owner, cursor, from, to);
      return true;
    },
    unpack: (reader) => reader.whole(read),
  };
}

/** Where the last of several values ends. */
export function endOf(first: number, found: Found): number {
  let last = first;
  for (let value = first; value >= 0; value = found.next(value)) last = value;
  return found.to(last);
}

export function writeCount(first: number, packer: Packer): void {
  let count = 0;
  for (let value = first; value >= 0; value = packer.found.next(value)) count++;
  packer.out.number(count * 2);
}
