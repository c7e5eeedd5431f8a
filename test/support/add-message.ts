import type { Draft } from "../../src/object-store/index.ts";
import { delimited } from "./protobuf/writer.ts";

interface List {
  draft(): Draft | undefined;
  take(draft: Draft): readonly object[];
}

/** One message to a list that is packed. */
export function addMessage(items: List, message: Buffer): "taken" | "incomplete" {
  return addAll(items, delimited(2, message)).length === 0 ? "taken" : "incomplete";
}

/** A page that is there as a whole. Gives what was not taken. */
export function addAll(items: List, page: Uint8Array): readonly object[] {
  const draft = items.draft();
  if (draft === undefined) throw new Error("the list has ended");
  try {
    draft.add(page);
    return items.take(draft);
  } finally {
    draft.drop();
  }
}
