import {
  deletesPods,
  deletionWasTried,
  retainNotProven,
  webhookUnreachable,
} from "../../engine/rescue/index.ts";
import { rescueRenderers } from "../../render/index.ts";
import type { Choice, Count, Flag, Switch, Text, Texts } from "../flags/index.ts";
import { chunkSize, outputFlag } from "../flags/index.ts";
import { insecureTls } from "./unproven.ts";

export const dryRun: Choice<"none" | "client" | "server"> = {
  takes: "choice",
  name: "dry-run",
  values: ["none", "client", "server"],
  default: "none",
  bare: "client",
  help: 'Must be "none", "client" or "server". With client, only print the plan. With server, also ask the server what it would do with each request that can be made already, without storing it.',
};

export const accept: Texts = {
  takes: "texts",
  name: "accept",
  known: [deletesPods, deletionWasTried, retainNotProven, webhookUnreachable, insecureTls],
  help: "Accept a danger, by the name that a refusal gives it. Can be repeated. There is no name for all of them.",
};

export const confirm: Text = {
  takes: "text",
  name: "confirm",
  help: "Do not ask, if this is the digest of the plan, as --dry-run prints it.",
};

export const backupDir: Text = {
  takes: "text",
  name: "backup-dir",
  completes: "files",
  help: "Where backups, the journal and the state of a rescue go, instead of $XDG_STATE_HOME/pvguard or ~/.local/state/pvguard.",
};

export const volumeManifest: Text = {
  takes: "text",
  name: "volume-manifest",
  completes: "files",
  help: "The manifest of a volume that is gone, as JSON: from a backup, or from 'kubectl get pv NAME -o json' of an earlier day",
};

export const timeout: Count = {
  takes: "number",
  name: "timeout",
  default: 600,
  help: "Seconds to wait for one thing in the cluster, such as a pod that stops",
};

export const anew: Switch = {
  takes: "nothing",
  name: "anew",
  help: "Forget a rescue of this object that was begun and not finished, and begin again.",
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
