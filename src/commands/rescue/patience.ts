import { say } from "../../model/index.ts";
import { secondsIn } from "../duration.ts";
import { Failure } from "../failure.ts";
import type { FlagValues } from "../flags/index.ts";
import { timeout } from "./flags.ts";

/** Milliseconds that one wait may take. Throws `Failure` where --timeout is no time. */
export function patienceIn(flags: FlagValues): number {
  const given = flags.text(timeout) ?? "";
  const seconds = secondsIn(/^\d+$/.test(given) ? `${given}s` : given);
  if (seconds === undefined)
    throw new Failure(
      "usage",
      say`error: --timeout must be a duration such as 30s, 10m or 2h, not "${given}"`,
    );
  return seconds * 1000;
}
