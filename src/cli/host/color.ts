import type { FlagValues } from "../../commands/index.ts";
import { color } from "../../commands/index.ts";
import type { Sink } from "../writer.ts";
import type { Host } from "./host.ts";

/** Whether text for this stream is coloured: the flag, then what the environment asks, then what the stream is. */
export function isColoured(flags: FlagValues, stream: Sink, { env }: Pick<Host, "env">): boolean {
  switch (flags.choice(color)) {
    case "always":
      return true;
    case "never":
      return false;
    case "auto":
      return wantedByEnvironment(env) ?? (stream.isTTY === true && env.TERM !== "dumb");
  }
}

function wantedByEnvironment(env: Host["env"]): boolean | undefined {
  // Present is enough, even if empty, as for kubectl.
  if (env.NO_COLOR !== undefined) return false;
  const forced = env.FORCE_COLOR ?? env.CLICOLOR_FORCE;
  if (forced !== undefined && forced !== "") return forced !== "0" && forced !== "false";
  return env.CLICOLOR === "0" ? false : undefined;
}
