import { readFieldSet } from "../protobuf/fields-v1.ts";
import type { FieldShapes } from "../protobuf/plan.ts";
import { microsText, readTimestamp, secondsText } from "../protobuf/wire/time.ts";
import type { Form } from "./form.ts";

/** What a field holds when nothing is set in it: JSON has some of them, and leaves others out. */
type WhenEmpty = "omitempty" | "kept";

/** Close to the times in a cluster, so that their distance from it is short. */
const epoch = 1_760_000_000;

export function textForm(whenEmpty: WhenEmpty): Form {
  return {
    pack(cursor, end, packer) {
      if (whenEmpty === "omitempty" && cursor.at === end) return false;
      packer.writeText(cursor, end);
      return true;
    },
    unpack: (reader) => reader.text(),
  };
}

export function integerForm(whenEmpty: WhenEmpty): Form {
  return {
    pack(cursor, end, packer) {
      const value = cursor.integer(end);
      if (value === 0 && whenEmpty === "omitempty") return false;
      packer.out.signed(value);
      return true;
    },
    unpack: (reader) => reader.signed(),
  };
}

export function flagForm(whenEmpty: WhenEmpty): Form {
  return {
    pack(cursor, end, packer) {
      const value = cursor.flag(end);
      if (!value && whenEmpty === "omitempty") return false;
      packer.out.byte(value ? 1 : 0);
      return true;
    },
    unpack: (reader) => reader.byte() === 1,
  };
}

/** `metav1.Time`: nobody sees its parts of a second. */
export const timeForm: Form = {
  pack(cursor, end, packer) {
    const read = readTimestamp(cursor, end);
    if (read === undefined) return false;
    packer.writeMoment(read.seconds - epoch);
    return true;
  },
  unpack: (reader) => secondsText(reader.signed() + epoch),
};

/** `metav1.MicroTime`. */
export const microTimeForm: Form = {
  pack(cursor, end, packer) {
    const read = readTimestamp(cursor, end);
    if (read === undefined) return false;
    packer.writeMoment(read.seconds - epoch);
    packer.out.number(read.nanos);
    return true;
  },
  unpack: (reader) => microsText({ seconds: reader.signed() + epoch, nanos: reader.number() }),
};

/** What is looked for in a set of fields: most objects have the same. */
export function fieldSetForm(shape: FieldShapes): Form {
  const read = readFieldSet(shape);
  return {
    pack(cursor, end, packer) {
      const value = read(cursor, end);
      if (typeof value !== "object" || value === null) return false;
      packer.writeValue(value);
      return true;
    },
    unpack: (reader) => reader.value(),
  };
}
