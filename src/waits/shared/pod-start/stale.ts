import type { mountBroken } from "../../../evidence/index.ts";
import type { PersistentVolume, Pod } from "../../../kubernetes/index.ts";
import { nameOf, say } from "../../../kubernetes/index.ts";
import { repairMount } from "../../../remedies/index.ts";
import type { StartHold, StartTrouble } from "./by-claim.ts";
import { driverOf, handleOf, nodeOf } from "./failing.ts";

/** It was mounted, and what served the mount is gone. */
export function stale(
  pod: Pod,
  volumes: readonly PersistentVolume[],
  broken: ReturnType<typeof mountBroken>,
): readonly StartTrouble[] {
  if (broken.is === "unread") return [];
  const { message = "", volume: name } = broken;
  const volume = volumes.find(({ metadata }) => metadata.name === name);
  if (volume === undefined) return [];
  const node = nodeOf(pod);
  const hold: StartHold = {
    reason: "StaleFileHandle",
    holder: { driver: driverOf(volume) },
    message: say`a container cannot start, because the mount of ${nameOf(volume)} on node/${node} no longer answers: ${message}`,
    evidence: broken.for,
    remedies: [repairMount(pod, { trouble: "stale-handle", volume: handleOf(volume), node })],
  };
  return [{ hold, volumes: [volume] }];
}
