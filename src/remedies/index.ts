import type { RemedyEntry } from "../engine/index.ts";
import deletePod from "./delete-pod.ts";
import nudge from "./nudge.ts";
import setRetain from "./set-retain.ts";

/** Everything that pvguard can propose to do. */
export const remedies: readonly RemedyEntry[] = [deletePod, nudge, setRetain];
