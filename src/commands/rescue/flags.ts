import {
  deletesPods,
  deletionWasTried,
  retainNotProven,
  webhookUnreachable,
} from "../../engine/rescue/index.ts";
import { rescueRenderers } from "../../render/index.ts";
import type { Flag, Switch, Text } from "../flags/index.ts";
import { acceptFlag, backupDirFlag, chunkSize, confirm, dryRunFlag, outputFlag } from "../flags/index.ts";
import { insecureTls } from "./unproven.ts";

export const dryRun = dryRunFlag("each request that can be made already");

export const accept = acceptFlag(", by the name that a refusal gives it", [
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
  help: "The manifest of a volume that is gone, as YAML or JSON: from a backup, or from 'kubectl get pv NAME -o yaml' of an earlier day",
};

export const timeout: Text = {
  takes: "text",
  name: "timeout",
  default: "10m",
  help: "The length of time to wait for one thing in the cluster, such as a pod that stops (e.g. 30s, 10m, 2h). Without a unit: seconds.",
};

export const anew: Switch = {
  takes: "nothing",
  name: "anew",
  help: "Begin again, although a rescue of this object was begun and not finished. What that one has scaled down is still started at the end.",
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
