import type { Trouble } from "../trouble.ts";
import { heldClaims } from "./held-claims.ts";
import { heldVolumes } from "./held-volumes.ts";
import { leftBehind } from "./left-behind.ts";
import { unprotected } from "./unprotected.ts";
import { unusable } from "./unusable.ts";

export const troubles: readonly Trouble[] = [
  ...heldClaims,
  ...heldVolumes,
  ...unprotected,
  ...unusable,
  ...leftBehind,
];
