import type { Danger } from "../../engine/index.ts";
import { join, say, words } from "../../model/index.ts";
import type { Edge } from "../edge.ts";
import { Failure } from "../failure.ts";
import type { Connected } from "../source.ts";

/** The name of the danger that a person accepts, to write to a server that does not prove who it is. */
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
    say`error: the server's certificate is not verified (${join(because, ", ")}), so nothing was sent. To accept this for insecure-skip-tls-verify alone, add --accept ${words(insecureTls)}.`,
  );
}
