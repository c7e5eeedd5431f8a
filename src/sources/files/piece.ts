/** What a YAML or JSON text is made of, in its order. */
export type Piece =
  | { readonly piece: "document"; readonly value: unknown; readonly line: number }
  /** An element of the `items` of the document that the next `list` describes, or of an array. */
  | { readonly piece: "item"; readonly value: unknown; readonly line: number }
  /** The end of a document whose items came before. `value` is the document with no items. */
  | { readonly piece: "list"; readonly value: unknown; readonly line: number };
