import { type Edit, isRecord, type KubeObject } from "../../model/index.ts";

type Json = { [field: string]: unknown };

/** The object as it is after these edits, for looking ahead. What the server does is the server's. */
export function edited(object: KubeObject, edits: readonly Edit[]): KubeObject {
  const copy: unknown = structuredClone(object);
  for (const edit of edits) carryOut(edit, copy);
  // It was an object of its kind, and no edit of a plan takes that away.
  return copy as KubeObject;
}

function carryOut(edit: Edit, root: unknown): void {
  const parts = edit.path
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = parts.pop() ?? "";
  let parent = root;
  for (const part of parts)
    parent = isRecord(parent) && Object.hasOwn(parent, part) ? parent[part] : undefined;
  if (Array.isArray(parent)) {
    if (edit.op === "add" && last === "-") parent.push(edit.value);
    return;
  }
  if (!isRecord(parent)) return;
  const fields = parent as Json;
  if (edit.op === "remove") delete fields[last];
  else
    Object.defineProperty(fields, last, {
      value: edit.value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
}
