import type { Path, Shape } from "../../model/index.ts";
import { isDecimal, isPlain } from "../field-forms.ts";
import {
  type Unpack,
  type UnpackedField,
  unpackDecimal,
  unpackFlag,
  unpackInteger,
  unpackList,
  unpackMap,
  unpackMessage,
  unpackMicroTime,
  unpackNamed,
  unpackPlain,
  unpackText,
  unpackTime,
  unpackValue,
} from "../forms.ts";
import { keysIn, shapesIn } from "../protobuf/compile.ts";
import type { Field } from "../protobuf/field.ts";
import type { Whole } from "../protobuf/whole.ts";

/** How the fields of a message are made of what `./layout.ts` has written of them; of those inside, when there is one. */
export function fieldsOf({ shape, fields }: Whole, path: Path = []): readonly UnpackedField[] {
  return Object.entries(shape).map(([name, inside]) => {
    const field = fields[name];
    if (field === undefined) throw new Error(`the field ${name} has no number`);
    return { name, unpack: unpackOf(field, inside, [...path, name]) };
  });
}

function unpackOf(field: Field, shape: Shape, path: Path): Unpack {
  switch (field.reads) {
    case "text":
      return unpackTextOf(path);
    case "integer":
      return unpackInteger;
    case "flag":
      return unpackFlag;
    case "time":
      return unpackTime;
    case "microTime":
      return unpackMicroTime;
    case "texts":
      return unpackList(unpackTextOf(path));
    case "message":
    case "messages": {
      const inside = () => fieldsOf({ shape: shapesIn(shape), fields: field.fields }, path);
      if (field.reads === "messages") return unpackList(unpackMessage(inside));
      return isPlain(path) ? unpackPlain(inside) : unpackMessage(inside);
    }
    case "map":
      return keysIn(shape) === undefined ? unpackMap : unpackNamed;
    case "json":
      return unpackValue;
  }
}

function unpackTextOf(path: Path): Unpack {
  return isDecimal(path) ? unpackDecimal : unpackText;
}
