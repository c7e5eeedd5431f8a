import type { Columns, FieldTest, Items, KubeObject, NamesInOrder, ObjectIn } from "../../model/index.ts";
import { isInPart, kindOf } from "../../model/index.ts";
import type { TypeMeta } from "../decode/index.ts";
import { type BuiltIn, decodeItem, Malformed, type Messages } from "../protobuf/index.ts";
import { headAt, type Placement } from "./head.ts";
import { namesInOrder } from "./names-in-order.ts";
import { lookFor } from "./route.ts";
import { Sheet } from "./sheet.ts";

/**
 * Objects of a built-in kind as they came, for a list that is short: an object is made when it is asked for, and
 * stays. Most of them never are: a question about one object finds by the bytes which others name it.
 *
 * A message is only read as a whole when its object is made, so that `Malformed` can come as late as that.
 */
export class UnpackedItems<R extends BuiltIn> implements Items<ObjectIn<R>> {
  readonly columns: Columns;
  /** Of the messages. */
  bytes = 0;
  #length = 0;
  readonly #resource: R;
  readonly #placement: Placement;
  readonly #type: TypeMeta;
  readonly #sheets: Sheet[] = [];
  readonly #objects: (ObjectIn<R> | undefined)[] = [];
  /** Of the items so far. */
  #namesInOrder: { readonly known: NamesInOrder | undefined } | undefined;

  constructor(resource: R, type: TypeMeta) {
    this.#resource = resource;
    this.#placement = kindOf(resource).namespaced ? "in a namespace" : "in none";
    this.#type = type;
    const inOrder = () => {
      this.#namesInOrder ??= { known: namesInOrder(this.#sheets) };
      return this.#namesInOrder.known;
    };
    this.columns = {
      get namesInOrder() {
        return inOrder();
      },
      nameHash: (position) => this.#onSheet(position, (sheet, at) => sheet.nameHash(at)) ?? 0,
      namespaceHash: (position) => this.#onSheet(position, (sheet, at) => sheet.namespaceHash(at)) ?? 0,
      isIn: (part, position) => {
        const object: KubeObject | undefined = this.at(position);
        return object !== undefined && isInPart(part, object);
      },
      holding: (texts, unless) => this.#holding(texts, unless),
    };
  }

  get length(): number {
    return this.#length;
  }

  /**
   * Takes the items that are these messages. Gives those that do not say what every object says, and were not taken. Throws
   * `Malformed`.
   */
  addAll(messages: Messages): readonly Buffer[] {
    const sheet = new Sheet(messages.bytes, this.#length);
    const { cursor } = sheet;
    const isInNamespace = this.#placement === "in a namespace";
    const incomplete: Buffer[] = [];
    const { ends } = messages;
    for (let at = 0; at < messages.length; at++) {
      const from = ends[at * 2] ?? 0;
      const to = ends[at * 2 + 1] ?? 0;
      cursor.at = from;
      const head = headAt(cursor, to, this.#placement);
      const isInPlace = isInNamespace === head.namespaceTo > head.namespaceFrom;
      if (head.nameTo === head.nameFrom || head.uid === "none" || !isInPlace)
        incomplete.push(messages.at(at));
      else {
        sheet.add(from, to, head);
        this.bytes += to - from;
      }
    }
    this.#sheets.push(sheet);
    this.#namesInOrder = undefined;
    this.#length += sheet.length;
    return incomplete;
  }

  *messages(): Iterable<Buffer> {
    for (const sheet of this.#sheets) for (let at = 0; at < sheet.length; at++) yield sheet.message(at);
  }

  /** Throws `Malformed`. */
  at(position: number): ObjectIn<R> | undefined {
    const known = this.#objects[position];
    if (known !== undefined) return known;
    const message = this.#onSheet(position, (sheet, at) => sheet.message(at));
    if (message === undefined) return undefined;
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

  #onSheet<T>(position: number, use: (sheet: Sheet, at: number) => T): T | undefined {
    const sheet = this.#sheets.findLast(({ first }) => first <= position);
    const at = position - (sheet?.first ?? 0);
    return sheet === undefined || at < 0 || at >= sheet.length ? undefined : use(sheet, at);
  }

  #holding(texts: readonly string[], unless: readonly FieldTest[]): readonly number[] | undefined {
    const others = unless.map((test) => lookFor(this.#resource, test));
    const looks = others.filter((look) => look !== undefined);
    // What stands for bytes that are no text is not found in them.
    if (looks.length < others.length || texts.some((text) => text.includes("\ufffd"))) return undefined;
    // A longer text is in fewer of them.
    const [rarest, ...rest] = [...texts]
      .sort((one, other) => other.length - one.length)
      .map((text) => Buffer.from(text));
    return this.#sheets.flatMap((sheet) => {
      const named = (rarest === undefined ? sheet.all() : sheet.with(rarest)).filter((at) =>
        rest.every((text) => sheet.message(at).includes(text)),
      );
      const found = new Set([...named, ...looks.flatMap((look) => sheet.seen(look))]);
      return [...found].sort((one, other) => one - other).map((at) => sheet.first + at);
    });
  }
}
