import { isRecord, type KubeObject, own, type Path } from "../model/index.ts";
import type { Alike } from "./condition.ts";

/** Equal for two objects whose values at all of the paths are the same. */
export function alikeKey({ paths }: Pick<Alike, "paths">, object: KubeObject): string {
  return JSON.stringify(paths.map((path) => valueAt(object, path) ?? null));
}

export function valueAt(object: unknown, path: Path): unknown {
  let value = object;
  for (const field of path) value = isRecord(value) ? own(value, field) : undefined;
  return value;
}
