import { kubectlTarget } from "../../engine/index.ts";
import type { CommandLine, ObjectRef } from "../../model/index.ts";

const patch = '{"spec":{"persistentVolumeClaimRetentionPolicy":{"whenScaled":"Retain"}}}';

/** Has a StatefulSet leave the claims of pods that it drops. */
export function keepClaims(set: ObjectRef): CommandLine {
  return { argv: ["kubectl", "patch", ...kubectlTarget(set), "--type=merge", "-p", patch] };
}
