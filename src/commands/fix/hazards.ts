import type { Danger } from "../../engine/index.ts";
import { say, words } from "../../model/index.ts";
import type { Edge } from "../edge.ts";
import { Failure } from "../failure.ts";
import type { Connected } from "../source.ts";
import type { Wanted } from "./wanted.ts";

/** Nothing is written to a server that did not have to prove who it is, unless the person accepts that by name. */
export function refuseHazards({ accepted }: Wanted, { proof }: Connected, { hazards }: Edge): void {
  const [hazard] = hazards;
  if (hazard !== undefined)
    throw new Failure(
      "refused",
      say`error: ${hazard} is set, so any server could answer in place of the cluster. Nothing was sent.`,
    );
  if (proof !== "skipped" || accepted.includes("InsecureTLS" satisfies Danger)) return;
  throw new Failure(
    "refused",
    words(
      "error: insecure-skip-tls-verify is set, so a different server could answer in place of the cluster. Nothing was sent. To continue without verification, add --accept InsecureTLS",
    ),
  );
}
