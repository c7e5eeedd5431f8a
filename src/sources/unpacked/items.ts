import {
  type Columns,
  type FieldTest,
  hashOf,
  type Items,
  isInPart,
  type KubeObject,
  kindOf,
  type ObjectIn,
} from "../../model/index.ts";
import type { TypeMeta } from "../decode/index.ts";
import { type BuiltIn, decodeItem, Malformed, type Messages } from "../protobuf/index.ts";
import { headOf } from "./head.ts";
import { lookFor } from "./route.ts";

/**
 * Objects of a built-in kind as they came, for a list that is short: an object is made when somebody asks for it, and
 * stays. Of most of them nobody ever does: a question about one object finds by the bytes which others name it.
 *
 * A message is only read as a whole when its object is made, so that `Malformed` can come as late as that.
 */
export class UnpackedItems<R extends BuiltIn> implements Items<ObjectIn<R>> {
  readonly columns: Columns;
  readonly messages: Buffer[] = [];
  /** Of the messages. */
  bytes = 0;
  readonly #resource: R;
  readonly #type: TypeMeta;
  readonly #names: string[] = [];
  readonly #namespaces: string[] = [];
  readonly #objects: (ObjectIn<R> | undefined)[] = [];

  constructor(resource: R, type: TypeMeta) {
    this.#resource = resource;
    this.#type = type;
    const hashOfNamespace = remembered(hashOf);
    this.columns = {
      nameHash: (position) => hashOf(this.#names[position] ?? ""),
      namespaceHash: (position) => hashOfNamespace(this.#namespaces[position] ?? ""),
      isIn: (part, position) => {
        const object: KubeObject | undefined = this.at(position);
        return object !== undefined && isInPart(part, object);
      },
      holding: (texts, unless) => this.#holding(texts, unless),
    };
  }

  get length(): number {
    return this.messages.length;
  }

  /**
   * Takes the items that are these messages. Gives those that do not say what every object says, and were not taken. Throws
   * `Malformed`.
   */
  addAll(messages: Messages): readonly Buffer[] {
    return [...messages].filter((message) => this.#add(message) === "incomplete");
  }

  #add(message: Buffer): "taken" | "incomplete" {
    const { name, namespace, uid } = headOf(message);
    const isInPlace = kindOf(this.#resource).namespaced === (namespace !== "");
    if (name === "" || uid === "none" || !isInPlace) return "incomplete";
    this.messages.push(message);
    this.#names.push(name);
    this.#namespaces.push(namespace);
    this.bytes += message.length;
    return "taken";
  }

  /** Throws `Malformed`. */
  at(position: number): ObjectIn<R> | undefined {
    const known = this.#objects[position];
    const message = this.messages[position];
    if (known !== undefined || message === undefined) return known;
    const decoded = decodeItem(this.#resource, message, this.#type);
    if (!decoded.ok) throw new Malformed(decoded.reason, 0);
    this.#objects[position] = decoded.object;
    return decoded.object;
  }

  *[Symbol.iterator](): Iterator<ObjectIn<R>> {
    for (let position = 0; position < this.length; position++) {
      const object = this.at(position);
      if (object !== undefined) yield object;
    }
  }

  #holding(texts: readonly string[], unless: readonly FieldTest[]): readonly number[] | undefined {
    const others = unless.map((test) => lookFor(this.#resource, test));
    const looks = others.filter((look) => look !== undefined);
    // What stands for bytes that are no text is not found in them.
    if (looks.length < others.length || texts.some((text) => text.includes("\ufffd"))) return undefined;
    const wanted = texts.map((text) => Buffer.from(text));
    const positions: number[] = [];
    this.messages.forEach((message, position) => {
      if (wanted.every((text) => message.includes(text)) || looks.some((look) => look(message)))
        positions.push(position);
    });
    return positions;
  }
}

/** What was worked out of the last text, which most often is also the next. */
function remembered(workOut: (text: string) => number): (text: string) => number {
  let last: { readonly text: string; readonly result: number } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, result: workOut(text) };
    return last.result;
  };
}
