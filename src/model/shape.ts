/**
 * A shape names the fields of a Kubernetes kind that pvguard reads. The TypeScript type of the kind, the check of
 * untrusted input and the allow-list of a snapshot are all derived from it, so that they can never disagree.
 *
 * A leaf is a word; `[S]` is a list of S; `{ "*": S }` is a map with free keys; any other object names its fields.
 * Every field is optional, as it is in the API.
 */
export type Shape = Leaf | readonly [Shape] | { readonly [field: string]: Shape };

/** `text`: a string. `quantity`: the same, and a number stands for its digits. `integer`: a whole number. `flag`: a boolean. `present`: only whether it is there. */
export type Leaf = "text" | "quantity" | "integer" | "flag" | "present";

interface LeafTypes {
  readonly text: string;
  readonly quantity: string;
  readonly integer: number;
  readonly flag: boolean;
  readonly present: true;
}

/** The TypeScript type of values that follow a shape. */
export type Shaped<S> = S extends Leaf
  ? LeafTypes[S]
  : S extends readonly [infer E]
    ? readonly Shaped<E>[]
    : S extends { readonly "*": infer V }
      ? { readonly [key: string]: Shaped<V> | undefined }
      : { readonly [K in keyof S]?: Shaped<S[K]> | undefined };
