export { justificationOf } from "./justification.ts";
export { type Draft, drafted, type Proposal, propose } from "./propose.ts";
export type { Wish } from "./wish.ts";
