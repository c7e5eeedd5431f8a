import { say, secondsIn } from "../../kubernetes/index.ts";
import { Failure, usageError } from "../failure.ts";
import type { Choice, FlagValues } from "../flags/index.ts";
import { config, selector, text } from "../flags/index.ts";
import type { ListenAddress } from "../surroundings.ts";

export const listen = text("listen", "The address to serve on (127.0.0.1:8080, [::1]:8080, :8080)", {
  default: "127.0.0.1:8080",
});

export const interval = text("interval", "Audit this often (30s, 5m, 1h)", { default: "5m" });

/** The APIs for the results of checks, by the formats of `audit`. */
type PolicyFormat = "policyreport" | "openreports";

export const policyReports: Choice<"none" | PolicyFormat> = {
  takes: "choice",
  name: "policy-reports",
  values: ["none", "policyreport", "openreports"],
  default: "none",
  bare: "policyreport",
  help: "Also write each report to the cluster, as PolicyReports or as Reports of openreports.io",
};

/** The API to write to, if any. Reports of a part of the cluster would replace those of the whole. */
export function policyFormatOf(flags: FlagValues): PolicyFormat | undefined {
  const format = flags.choice(policyReports);
  if (format === "none") return undefined;
  const narrowed = [config.namespace, selector].find((flag) => flags.isGiven(flag));
  if (narrowed !== undefined)
    throw usageError(`--policy-reports needs an audit of the whole cluster: remove --${narrowed.name}`);
  return format;
}

/** In seconds. An audit reads whole lists: more often would be a load for the server. */
const shortest = 10;

/** In milliseconds. */
export function intervalOf(flags: FlagValues): number {
  const value = flags.text(interval) ?? "";
  const seconds = secondsIn(value);
  if (seconds !== undefined && seconds >= shortest) return seconds * 1000;
  throw new Failure(
    "usage",
    say`error: --interval must be a duration of at least ${shortest}s, such as 30s, 5m or 1h, not "${value}"`,
  );
}

export function addressOf(flags: FlagValues): ListenAddress {
  const value = flags.text(listen) ?? "";
  const [, six, name, digits] = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]/\s]*)):(\d{1,5})$/.exec(value) ?? [];
  const port = Number(digits ?? Number.NaN);
  if (port <= 65_535) return { host: six ?? (name || undefined), port };
  throw new Failure(
    "usage",
    say`error: --listen must be an address and a port, such as 127.0.0.1:8080 or :8080, not "${value}"`,
  );
}
