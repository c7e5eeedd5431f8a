import { isObject, without } from "../objects/json.ts";
import { PatchFailure } from "./failure.ts";

type Path = readonly string[];

export function memberAt(document: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, part) => {
    if (Array.isArray(value)) return value[indexIn(value, part)];
    return isObject(value) ? value[part] : undefined;
  }, document);
}

export function withAdded(document: unknown, path: Path, value: unknown): unknown {
  return changed(document, path, (parent, part) => {
    if (!Array.isArray(parent)) return { ...parentObject(parent), [part]: value };
    const at = part === "-" ? parent.length : indexIn([...parent, undefined], part);
    return parent.toSpliced(at, 0, value);
  });
}

export function withRemoved(document: unknown, path: Path): unknown {
  return changed(document, path, (parent, part) => {
    if (Array.isArray(parent)) return parent.toSpliced(indexIn(parent, part), 1);
    if (!(part in parentObject(parent))) throw new PatchFailure("nothing to remove");
    return without(parentObject(parent), part);
  });
}

export function withReplaced(document: unknown, path: Path, value: unknown): unknown {
  return changed(document, path, (parent, part) => {
    if (Array.isArray(parent)) return parent.with(indexIn(parent, part), value);
    if (!(part in parentObject(parent))) throw new PatchFailure("nothing to replace");
    return { ...parentObject(parent), [part]: value };
  });
}

/** The document with another value in the place of the parent that the path names. */
function changed(document: unknown, path: Path, change: (parent: unknown, part: string) => unknown): unknown {
  const [part, ...rest] = path;
  if (part === undefined) throw new PatchFailure("the whole document cannot be changed");
  if (rest.length === 0) return change(document, part);
  if (Array.isArray(document)) {
    const at = indexIn(document, part);
    return document.with(at, changed(document[at], rest, change));
  }
  const parent = parentObject(document);
  if (!(part in parent)) throw new PatchFailure("no such parent");
  return { ...parent, [part]: changed(parent[part], rest, change) };
}

function parentObject(value: unknown) {
  if (!isObject(value)) throw new PatchFailure("the parent is not an object");
  return value;
}

/** `-1` is the last one. */
function indexIn(list: readonly unknown[], part: string): number {
  const index = /^-?\d+$/.test(part) ? Number(part) : Number.NaN;
  const at = index < 0 ? index + list.length : index;
  if (!(at >= 0 && at < list.length)) throw new PatchFailure("index out of range");
  return at;
}
