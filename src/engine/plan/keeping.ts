import type { Act, Edit } from "../../model/index.ts";

/** Nothing can be lost by it: it may be done also where not everything could be read. */
export function isKeeping(act: Act): boolean {
  if (act.do !== "edit") return false;
  return act.edits.every(
    (edit) =>
      edit.path.startsWith("/metadata/finalizers") ||
      edit.path.startsWith("/metadata/annotations/pvguard.dev~1ignore") ||
      setsRetain(edit),
  );
}

/** After it nothing destroys what the object stands for, whatever else happens. */
export function isRetaining(act: Act): boolean {
  return act.do === "edit" && act.edits.some(setsRetain);
}

function setsRetain(edit: Edit): boolean {
  return edit.op !== "remove" && edit.value === "Retain";
}
