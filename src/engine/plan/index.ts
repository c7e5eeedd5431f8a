export { proposalsByRule } from "./by-rule.ts";
export { justificationOf } from "./justification.ts";
export { type Proposals, proposals } from "./proposals.ts";
export { type Draft, drafted, type Proposal, propose } from "./propose.ts";
export type { Wish } from "./wish.ts";
