import type { NamesInOrder } from "../../model/index.ts";
import type { Sheet } from "./sheet.ts";

/** Both as Latin-1, whose order is that of the bytes. */
interface Name {
  readonly namespace: string;
  readonly name: string;
}

/** `undefined` if a name does not come after the one before it. */
export function namesInOrder(sheets: readonly Sheet[]): NamesInOrder | undefined {
  let before: Name | undefined;
  for (const sheet of sheets) {
    for (let at = 0; at < sheet.length; at++) {
      const name = nameAt(sheet, at);
      if (before !== undefined && !comesBefore(before, name)) return undefined;
      before = name;
    }
  }
  return {
    find: (name, namespace = "") => find(sheets, { namespace: latin1(namespace), name: latin1(name) }),
  };
}

function find(sheets: readonly Sheet[], wanted: Name): number | undefined {
  const sheet = sheets.findLast((each) => each.length > 0 && !comesBefore(wanted, nameAt(each, 0)));
  if (sheet === undefined) return undefined;
  let from = 0;
  let to = sheet.length;
  while (to - from > 1) {
    const middle = (from + to) >>> 1;
    if (comesBefore(wanted, nameAt(sheet, middle))) to = middle;
    else from = middle;
  }
  return comesBefore(nameAt(sheet, from), wanted) ? undefined : sheet.first + from;
}

function nameAt(sheet: Sheet, at: number): Name {
  const { namespaceFrom, namespaceTo, nameFrom, nameTo } = sheet.head(at);
  return {
    namespace: sheet.bytes.toString("latin1", namespaceFrom, namespaceTo),
    name: sheet.bytes.toString("latin1", nameFrom, nameTo),
  };
}

function comesBefore(one: Name, other: Name): boolean {
  return one.namespace === other.namespace ? one.name < other.name : one.namespace < other.namespace;
}

function latin1(text: string): string {
  return Buffer.from(text).toString("latin1");
}
