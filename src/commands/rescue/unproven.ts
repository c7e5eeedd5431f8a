import type { Danger } from "../../engine/index.ts";
import { join, say, words } from "../../model/index.ts";
import type { Edge } from "../edge.ts";
import { Failure } from "../failure.ts";
import type { Connected } from "../source.ts";

/** The name of the danger that a person accepts, so that a server is written to that proves nothing. */
export const insecureTls = "InsecureTLS" satisfies Danger;

/** Nothing is changed on a server that did not prove who it is. */
export function refuseUnproven(accepted: readonly string[], { proof }: Connected, { hazards }: Edge): void {
  const because = [
    ...(proof === "skipped" && !accepted.includes(insecureTls) ? [say`insecure-skip-tls-verify`] : []),
    ...hazards.map((hazard) => say`${hazard}`),
  ];
  if (because.length === 0) return;
  throw new Failure(
    "refused",
    say`error: the server does not have to prove who it is (${join(because, ", ")}): nothing is changed there. For insecure-skip-tls-verify alone: --accept ${words(insecureTls)}`,
  );
}
