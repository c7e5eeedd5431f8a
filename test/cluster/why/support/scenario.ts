import type { World } from "./world.ts";

/** A situation made for real, and the answer that is right for it. */
export interface Scenario {
  readonly name: string;
  /** The verdict's reason in the answer of `why`. */
  readonly reason: string;
  /** What stands somewhere else in that answer, such as the reason of a hold between. */
  readonly says?: string;
  /** The names that `blockers` lists, as `pod/import`; absent where that is beside the point. */
  readonly blockers?: readonly string[];
  /** Makes the situation with real objects, and returns what to ask about, such as `pvc/data`. */
  make(world: World): Promise<string>;
}
