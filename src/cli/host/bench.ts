import { type Bench, Failure, nodeDisk } from "../../commands/index.ts";
import { words } from "../../model/index.ts";
import type { Host } from "./host.ts";
import { homeOf, sleep } from "./surroundings.ts";

/** What the executor needs of the process that it runs in. */
export function benchOf(directory: string | undefined, host: Host): Bench {
  return {
    disk: nodeDisk(host.userNumber),
    directory: placeFor(directory, host),
    version: host.about.version,
    now: () => host.now(),
    random: () => host.random(),
    sleep: host.sleep ?? sleep,
    signal: host.interrupted,
  };
}

/** XDG Base Directory Specification 0.8: state that outlives a restart; a relative path there counts as none. */
function placeFor(directory: string | undefined, host: Host): string {
  if (directory !== undefined && directory !== "")
    return isAbsolute(directory) ? directory : `${host.cwd()}/${directory}`;
  const state = host.env.XDG_STATE_HOME ?? "";
  if (isAbsolute(state)) return `${state}/pvguard`;
  const home = homeOf(host);
  if (home !== undefined) return `${home}/.local/state/pvguard`;
  throw new Failure(
    "refused",
    words(
      "error: no home directory found for the backups: specify a directory with --backup-dir. Nothing was sent.",
    ),
  );
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path);
}

/** Node's own switch that lets every server pass for every other. */
export function hazardsOf({ env }: Host): readonly string[] {
  return env.NODE_TLS_REJECT_UNAUTHORIZED === "0" ? ["NODE_TLS_REJECT_UNAUTHORIZED=0"] : [];
}
