export { deletesPods } from "../permission/index.ts";
export { type StepsAhead, stepsAhead } from "./ahead.ts";
export { begin } from "./begin.ts";
export { nextOfRescue } from "./next.ts";
export { draftOfRescue, draftOfStep } from "./plan.ts";
export { remadeClaim, remadeVolume, withManifests } from "./remade.ts";
export {
  deletionWasTried,
  objectsOf,
  type Pair,
  type Rescue,
  type RescueStart,
  retainNotProven,
  type Saved,
  webhookUnreachable,
} from "./rescue.ts";
export { restoring } from "./restore.ts";
export { afterActStep, withProvenRetain } from "./retain.ts";
export type { ActStep, Next, WaitStep } from "./steps.ts";
