import type { Part, Path, Recipe } from "../../cluster/index.ts";
import { notedLikenesses, parts, recipesOf } from "../../cluster/index.ts";
import { kindOf } from "../../kubernetes/index.ts";
import type { BuiltIn } from "../protobuf/kinds/index.ts";
import { wholeOf } from "../protobuf/whole.ts";
import type { UnpackedField } from "../unpack.ts";
import { fieldsOf } from "../unpack.ts";
import type { Noted } from "./layout.ts";
import { wordsOf } from "./layout.ts";

/** How the items of a kind are packed, and made again. Of many kinds none ever is. */
export class Program implements Noted {
  readonly words: Int32Array;
  readonly scope: "namespaced" | "of the cluster";
  readonly recipes: readonly Recipe[];
  readonly parts: readonly Part[];
  readonly likenesses: readonly Path[];
  readonly #resource: BuiltIn;
  #fields: readonly UnpackedField[] | undefined;

  constructor(resource: BuiltIn) {
    this.recipes = recipesOf(resource);
    this.parts = parts.filter(({ on }) => on.includes(resource));
    this.likenesses = notedLikenesses[resource] ?? [];
    this.words = wordsOf(resource, this);
    this.scope = kindOf(resource).namespaced ? "namespaced" : "of the cluster";
    this.#resource = resource;
  }

  get fields(): readonly UnpackedField[] {
    this.#fields ??= fieldsOf(wholeOf(this.#resource));
    return this.#fields;
  }
}

const known = new Map<BuiltIn, Program>();

export function programOf(resource: BuiltIn): Program {
  const before = known.get(resource);
  if (before !== undefined) return before;
  const program = new Program(resource);
  known.set(resource, program);
  return program;
}
