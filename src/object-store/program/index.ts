import { kindOf, type Part, type Path, type Recipe } from "../../model/index.ts";
import type { UnpackedField } from "../forms.ts";
import type { BuiltIn } from "../protobuf/kinds/index.ts";
import { wholeOf } from "../protobuf/whole.ts";
import { fieldSetIn, type ReadFieldSet } from "./field-set.ts";
import { fieldsOf } from "./fields.ts";
import { wordsOf } from "./made.ts";
import { type Noted, notedOf } from "./noted-of.ts";

export type { ReadFieldSet } from "./field-set.ts";

/** How the items of a kind are packed, and made again. Of many kinds none ever is. */
export class Program implements Noted {
  readonly words: Int32Array;
  readonly scope: "namespaced" | "of the cluster";
  readonly recipes: readonly Recipe[];
  readonly parts: readonly Part[];
  readonly likenesses: readonly Path[];
  readonly #resource: BuiltIn;
  #fields: readonly UnpackedField[] | undefined;
  #fieldSet: { readonly read: ReadFieldSet | undefined } | undefined;

  constructor(resource: BuiltIn) {
    const { recipes, parts, likenesses } = notedOf(resource);
    this.words = wordsOf(resource);
    this.scope = kindOf(resource).namespaced ? "namespaced" : "of the cluster";
    this.recipes = recipes;
    this.parts = parts;
    this.likenesses = likenesses;
    this.#resource = resource;
  }

  get fields(): readonly UnpackedField[] {
    this.#fields ??= fieldsOf(wholeOf(this.#resource));
    return this.#fields;
  }

  get readFieldSet(): ReadFieldSet | undefined {
    this.#fieldSet ??= { read: fieldSetIn(wholeOf(this.#resource)) };
    return this.#fieldSet.read;
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
