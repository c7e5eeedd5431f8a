import type { Schedule } from "./schedules.ts";
import type { Action, Ending } from "./world.ts";
import { other, protection, uid } from "./world.ts";

/** What is wrong with how a schedule ended; nothing when the contract was kept. */
export function broken(
  schedule: Schedule<Action>,
  finalizers: readonly string[],
  ending: Ending,
): readonly string[] {
  return [
    ...foreign(ending),
    ...wrongFinalizer(schedule, finalizers, ending),
    ...inUse(schedule, ending),
    ...lies(ending),
  ];
}

/** What a rival created is there, and as it was created. */
function foreign({ created, left }: Ending): readonly string[] {
  if (created === undefined) return [];
  if (left?.metadata.uid !== created.metadata.uid) return ["a foreign object is lost"];
  return left.metadata.resourceVersion === created.metadata.resourceVersion
    ? []
    : ["a foreign object was changed"];
}

function wrongFinalizer(
  schedule: Schedule<Action>,
  finalizers: readonly string[],
  { left }: Ending,
): readonly string[] {
  const did = (action: Action) => schedule.some(([, each]) => each === action);
  if (!finalizers.includes(other) || did("release") || did("finish")) return [];
  return left?.metadata.finalizers?.includes(other) ? [] : ["a wrong finalizer was removed"];
}

/** A pod that was there when it was checked forbids every write. */
function inUse(schedule: Schedule<Action>, { writes }: Ending): readonly string[] {
  const wasBound = schedule.some(([gate, action]) => action === "bind" && gate === "before the check");
  return wasBound && writes > 0 ? ["written although a pod uses the claim"] : [];
}

function lies({ said, left, writes }: Ending): readonly string[] {
  const isThere = left?.metadata.uid === uid && left.metadata.finalizers?.includes(protection) === true;
  return [
    ...(writes > 1 ? ["written more than once"] : []),
    ...((said === "done" || said === "already") && isThere ? ["said to be done, and it is not"] : []),
    ...(["done", "already", "refused"].includes(said) ? [] : [`ended as ${said}`]),
  ];
}
