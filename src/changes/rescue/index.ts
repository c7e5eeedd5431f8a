export { isYetToBeMade } from "../../analysis/index.ts";
export { type Beginning, begin, type Named } from "./begin.ts";
export { nextStep } from "./next.ts";
export { type Outline, type OutlineStep, outline } from "./outline.ts";
export { completed, remadeClaim, remadeVolume, toBeRead } from "./remade.ts";
export {
  deletesPods,
  deletionWasTried,
  type Next,
  type Pair,
  type Rescue,
  retainNotProven,
  type Saved,
  webhookUnreachable,
} from "./rescue.ts";
export { type Restoring, restoring } from "./restore.ts";
export { made, proven } from "./retain.ts";
