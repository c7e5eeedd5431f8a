import type { AnyRuleEntry } from "../engine/index.ts";
import attachmentHeld from "./attachment-held.ts";
import claimHeld from "./claim-held.ts";
import finishedPodHoldsClaim from "./finished-pod-holds-claim.ts";
import namespaceHeld from "./namespace-held.ts";
import podWaitsForDeletedClaim from "./pod-waits-for-deleted-claim.ts";
import snapshotContentHeld from "./snapshot-content-held.ts";
import snapshotHeld from "./snapshot-held.ts";
import volumeHeld from "./volume-held.ts";

/** Every audit rule, by code. */
export const rules: readonly AnyRuleEntry[] = [
  claimHeld,
  volumeHeld,
  attachmentHeld,
  snapshotHeld,
  snapshotContentHeld,
  namespaceHeld,
  finishedPodHoldsClaim,
  podWaitsForDeletedClaim,
];
