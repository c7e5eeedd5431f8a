import type { Notes } from "./notes.ts";

/** Hears of a value that was packed: where it is in the message of the item. */
export type Sink = (notes: Notes, bytes: Uint8Array, from: number, to: number) => void;
