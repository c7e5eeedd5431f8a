import type { DataFate } from "../../model/index.ts";
import type { Style } from "../palette.ts";

/** In two or three words what becomes of the data: what is ahead is not told as if it had happened. */
export const dataAhead: Record<DataFate, { readonly name: string; readonly style: Style }> = {
  destroyed: { name: "will be destroyed", style: "bad" },
  exposed: { name: "will be exposed", style: "bad" },
  leaked: { name: "will be left behind", style: "careful" },
  "already-gone": { name: "already gone", style: "bad" },
  unknown: { name: "not known", style: "careful" },
  kept: { name: "stays", style: "good" },
  none: { name: "none", style: "aside" },
};
