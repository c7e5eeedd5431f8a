import type { Act } from "../../model/index.ts";

/** Nothing can go by it: it may be done also where not everything could be looked at. */
export function isKeeping(act: Act): boolean {
  if (act.do !== "edit") return false;
  return act.edits.every(
    ({ path, ...edit }) =>
      path.startsWith("/metadata/finalizers") ||
      path.startsWith("/metadata/annotations/pvguard.dev~1ignore") ||
      (edit.op !== "remove" && edit.value === "Retain"),
  );
}
