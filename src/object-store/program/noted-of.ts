import { notedLikenesses, type Part, type Path, parts, type Recipe, recipesOf } from "../../model/index.ts";
import type { BuiltIn } from "../protobuf/kinds/index.ts";

/** What is noted of each item of a kind. */
export interface Noted {
  readonly recipes: readonly Recipe[];
  readonly parts: readonly Part[];
  readonly likenesses: readonly Path[];
}

export function notedOf(resource: BuiltIn): Noted {
  return {
    recipes: recipesOf(resource),
    parts: parts.filter(({ on }) => on.includes(resource)),
    likenesses: notedLikenesses[resource] ?? [],
  };
}
