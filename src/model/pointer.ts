import { isRecord, own } from "./record.ts";

/** What stands at a JSON pointer (RFC 6901). `no-parent`: not even what would hold it is there. */
export type Pointed =
  | { readonly state: "found"; readonly value: unknown }
  | { readonly state: "absent" }
  | { readonly state: "no-parent" };

export function pointedAt(root: unknown, path: string): Pointed {
  const names = path.split("/").slice(1).map(unescapeName);
  let found: Pointed = path === "" || path.startsWith("/") ? { state: "found", value: root } : noParent;
  for (const name of names) {
    if (found.state !== "found") return noParent;
    found = memberOf(found.value, name);
  }
  return found;
}

/** Whether two JSON values are the same, as `test` of RFC 6902 compares them. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, at) => isSameJson(value, other[at]));
  if (!isRecord(one) || !isRecord(other)) return one === other;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameJson(one[name], other[name]))
  );
}

const noParent: Pointed = { state: "no-parent" };

function memberOf(holder: unknown, name: string): Pointed {
  if (Array.isArray(holder)) {
    const isIndex = /^(0|[1-9]\d*)$/.test(name) && Number(name) < holder.length;
    return isIndex ? { state: "found", value: holder[Number(name)] } : { state: "absent" };
  }
  if (!isRecord(holder)) return noParent;
  return Object.hasOwn(holder, name) ? { state: "found", value: own(holder, name) } : { state: "absent" };
}

function unescapeName(name: string): string {
  return name.replaceAll("~1", "/").replaceAll("~0", "~");
}
