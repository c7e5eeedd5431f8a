export { proposalsByRule } from "./by-rule.ts";
export type { Wish } from "./choose.ts";
export {
  type Draft,
  drafted,
  justificationOf,
  type Proposal,
  type Proposals,
  proposals,
  propose,
} from "./propose.ts";
