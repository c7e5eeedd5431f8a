import type { Danger } from "../../engine/index.ts";
import {
  deletesPods,
  deletionWasTried,
  retainNotProven,
  webhookUnreachable,
} from "../../engine/rescue/index.ts";
import { join, say, words } from "../../model/index.ts";
import { rescueRenderers } from "../../render/index.ts";
import type { Edge } from "../edge.ts";
import { Failure } from "../failure.ts";
import {
  acceptFlag,
  backupDirFlag,
  chunkSize,
  confirm,
  dryRunFlag,
  type Flag,
  outputFlag,
  type Switch,
  type Text,
} from "../flags/index.ts";
import type { Connected } from "../source.ts";

/** The name of the danger that a person accepts, to write to a server that does not prove who it is. */
const insecureTls = "InsecureTLS" satisfies Danger;

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

export const dryRun = dryRunFlag;

export const accept = acceptFlag([
  deletesPods,
  deletionWasTried,
  retainNotProven,
  webhookUnreachable,
  insecureTls,
]);

export const backupDir = backupDirFlag("backups, the journal and the state of a rescue");

export const volumeManifest: Text = {
  takes: "text",
  name: "volume-manifest",
  completes: "files",
  help: "The manifest of a deleted volume, e.g. from a backup",
};

export const timeout: Text = {
  takes: "text",
  name: "timeout",
  default: "10m",
  help: "How long to wait for each change (30s, 10m, 2h)",
};

export const anew: Switch = {
  takes: "nothing",
  name: "anew",
  help: "Start over, even if an earlier rescue was not finished. What it scaled down is still scaled up at the end",
};

export const output = outputFlag(["text", ...rescueRenderers.map(({ name }) => name)]);

export const rescueFlags: readonly Flag[] = [
  dryRun,
  accept,
  confirm,
  backupDir,
  volumeManifest,
  timeout,
  anew,
  output,
  chunkSize,
];
