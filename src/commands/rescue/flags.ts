import { deletesPods, deletionWasTried, retainNotProven, webhookUnreachable } from "../../changes/index.ts";
import { rescueRenderers } from "../../render/index.ts";
import { insecureTls } from "../changing/session.ts";
import type { Flag, Switch, Text } from "../flags/index.ts";
import {
  acceptFlag,
  backupDirFlag,
  chunkSize,
  confirm,
  dryRun,
  inputFlags,
  outputsFlag,
} from "../flags/index.ts";

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

export const startOver: Switch = {
  takes: "nothing",
  name: "start-over",
  help: "Start over, even if an earlier rescue was not finished. What it scaled down is still scaled up at the end",
};

export const output = outputsFlag(["text", ...rescueRenderers.map(({ name }) => name)]);

export const rescueFlags: readonly Flag[] = [
  dryRun,
  accept,
  confirm,
  backupDir,
  volumeManifest,
  timeout,
  startOver,
  output,
  ...inputFlags,
  chunkSize,
];
