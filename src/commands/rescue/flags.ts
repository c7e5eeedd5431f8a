import {
  deletesPods,
  deletionWasTried,
  retainNotProven,
  webhookUnreachable,
} from "../../engine/rescue/index.ts";
import { rescueRenderers } from "../../render/index.ts";
import { insecureTls } from "../changing.ts";
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

export const dryRun = dryRunFlag("each request that can already be made");

export const accept = acceptFlag(" by its name, as a refusal shows it", [
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
  help: "The manifest of a volume that was deleted, as YAML or JSON: from a backup, or from an earlier 'kubectl get pv NAME -o yaml'.",
};

export const timeout: Text = {
  takes: "text",
  name: "timeout",
  default: "10m",
  help: "How long to wait for each change in the cluster, such as a pod that stops (e.g. 30s, 10m, 2h). Without a unit: seconds.",
};

export const anew: Switch = {
  takes: "nothing",
  name: "anew",
  help: "Start over, even if an earlier rescue of this object was not finished. What the earlier rescue scaled down is still scaled up at the end.",
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
