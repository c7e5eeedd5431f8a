/** What was reported from real clusters: what pvguard says before, and that it comes out so. */
import { after, before, test } from "node:test";
import { hasUser } from "../support/e2e.ts";
import type { Program } from "../why/support/program.ts";
import { buildProgram } from "../why/support/program.ts";
import {
  destroyedAfterTtl,
  rescuedFromItsNamespace,
  rescuedFromScaleDown,
  volumeDeletedFirst,
  watched,
} from "./data.ts";
import type { Ground } from "./ground.ts";
import { newGround } from "./ground.ts";
import {
  deletionsInCircle,
  dependentOfAnotherKind,
  finalizerBlocks,
  notByForce,
  rescueDoesNotWait,
} from "./held.ts";
import { noClass, noFirstPod, noResizer, quotaRefusesClaim } from "./waiting.ts";

const outcomes: Readonly<Record<string, (ground: Ground) => Promise<void>>> = {
  "a claim that goes with its namespace can be rescued before it is marked": rescuedFromItsNamespace,
  "a claim that goes with a scale-down can be rescued before it is marked": rescuedFromScaleDown,
  "a watch does not call a disk destroyed that is whole": watched,
  "a Job is deleted after its TTL, and the disk with it": destroyedAfterTtl,
  "a volume that was deleted under its claim": volumeDeletedFirst,
  "a pod that ended after a plain deletion was not deleted by force": notByForce,
  "a dependent of a kind that is not read holds a foreground deletion": dependentOfAnotherKind,
  "foreground deletions in a circle end only by a person": deletionsInCircle,
  "a finalizer of a third party is a blocker": finalizerBlocks,
  "a rescue does not wait for a finalizer that nothing removes": rescueDoesNotWait,
  "a claim without a first pod does not end by itself": noFirstPod,
  "an expansion without an external-resizer": noResizer,
  "a quota refuses the claim of a StatefulSet": quotaRefusesClaim,
  "the class of a claim cannot be set later": noClass,
};

/** The controllers of a cluster that a person named may run on another machine. */
const skip = hasUser("view-only") ? false : "the data would be deleted on another machine";

let program: Program;
before(async () => {
  program = await buildProgram();
});
after(() => program?.remove());

for (const [name, play] of Object.entries(outcomes))
  test(name, { skip }, async (context) => play(await newGround(context, program)));
