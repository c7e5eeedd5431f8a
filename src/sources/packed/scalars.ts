import { readFieldSet } from "../protobuf/fields-v1.ts";
import type { FieldShapes } from "../protobuf/plan.ts";
import { microsText, secondsText } from "../protobuf/wire/time.ts";
import type { Form } from "./form.ts";
import { micros, seconds } from "./holes.ts";
import { epoch } from "./packer.ts";

/** What a field holds when nothing is set in it: JSON has some of them, and leaves others out. */
type WhenEmpty = "omitempty" | "kept";

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

export function uniqueTextForm(whenEmpty: WhenEmpty): Form {
  return {
    pack(cursor, end, packer) {
      if (whenEmpty === "omitempty" && cursor.at === end) return false;
      packer.writeUnique(cursor, end);
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
  pack: (cursor, end, packer) => packer.writeMoment(cursor, end, seconds),
  unpack: (reader) => secondsText(reader.moment() + epoch),
};

/** `metav1.MicroTime`. */
export const microTimeForm: Form = {
  pack: (cursor, end, packer) => packer.writeMoment(cursor, end, micros),
  unpack: (reader) => microsText({ seconds: reader.moment() + epoch, nanos: reader.moment() }),
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
