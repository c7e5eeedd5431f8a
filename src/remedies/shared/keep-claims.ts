import { kubectl } from "../../engine/index.ts";
import type { CommandLine, ObjectRef } from "../../model/index.ts";

const patch = '{"spec":{"persistentVolumeClaimRetentionPolicy":{"whenScaled":"Retain"}}}';

/** Makes a StatefulSet keep the claims of the pods that it removes when scaled down. */
export function keepClaims(set: ObjectRef): CommandLine {
  return kubectl`patch ${set} --type=merge -p ${patch}`;
}
