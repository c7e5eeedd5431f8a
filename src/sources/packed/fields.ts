import { Malformed } from "../protobuf/wire/malformed.ts";
import { type FieldForm, type Form, newOwner } from "./form.ts";
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
      const { length: from } = packer.out;
      const { once: before } = packer;
      writeCount(first, packer);
      for (let value = first; value >= 0; value = packer.found.next(value)) {
        cursor.at = packer.found.from(value);
        form.pack(cursor, packer.found.to(value), packer);
      }
      packer.endWhole(owner, from, before);
      return true;
    },
    unpack: (reader) => reader.whole(read),
  };
}

export function writeCount(first: number, packer: Packer): void {
  let count = 0;
  for (let value = first; value >= 0; value = packer.found.next(value)) count++;
  packer.out.number(count * 2);
}
