import { join, say } from "../../model/index.ts";
import type { Edge } from "../edge.ts";
import { Failure } from "../failure.ts";
import type { Connected } from "../source.ts";

/** Nothing is changed on a server that did not prove who it is. */
export function refuseUnproven({ proof }: Connected, { hazards }: Edge): void {
  const because = [
    ...(proof === "skipped" ? [say`insecure-skip-tls-verify`] : []),
    ...hazards.map((hazard) => say`${hazard}`),
  ];
  if (because.length === 0) return;
  throw new Failure(
    "refused",
    say`error: the server does not have to prove who it is (${join(because, ", ")}): nothing is changed there`,
  );
}
