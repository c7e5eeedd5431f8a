import { type Phrase, say, words } from "../model/index.ts";
import type { Command, Invocation } from "./command.ts";
import type { Edge } from "./edge.ts";
import type { ExitCode } from "./exit-code.ts";
import { Failure } from "./failure.ts";
import { chunkSize, type Flag } from "./flags/index.ts";
import { printLine, printWarnings } from "./print.ts";
import { outlined } from "./rescue/beginning.ts";
import { accept, backupDir, confirm, dryRun, timeout } from "./rescue/flags.ts";
import { benchFor, settleEarlier } from "./rescue/perform.ts";
import { printRefusal, printUnread } from "./rescue/print.ts";
import { proposed } from "./rescue/proposed.ts";
import { refuseUnproven } from "./rescue/unproven.ts";
import type { Connected } from "./source.ts";
import { openBackup } from "./undo/backup.ts";
import { type Restored, restored } from "./undo/restored.ts";

/** The danger that a person accepts, so that a backup is used that somebody has edited. */
const editedBackup = "EditedBackup";

const flags: readonly Flag[] = [dryRun, accept, confirm, backupDir, timeout, chunkSize];

const limits: readonly Phrase[] = [
  words(
    "A deletion that has begun cannot be undone, and no finalizer can be put back on what is being deleted.",
  ),
  words("Data that a provisioner has destroyed does not come back with the object."),
];

export const undo: Command = {
  name: "undo",
  summary: "Make claims and volumes again from a backup that fix or rescue saved",
  description: `Makes claims and volumes that are gone again, from a backup: a folder that fix or rescue saved objects in, or one file
of it. Volumes are set to Retain first, and each claim is Bound to its own volume again.

It shows the plan and asks. It says what cannot be undone: a deletion that has begun, and data that was destroyed. A
backup that is not as it was saved is used only with --accept ${editedBackup}.`,
  usage: "BACKUP",
  examples: [
    {
      what: "From a folder that fix saved",
      line: "undo ~/.local/state/pvguard/backups/20261121T201500Z-9b2f",
    },
    {
      what: "Only see what would be done",
      line: "undo ~/.local/state/pvguard/backups/20261121T201500Z-9b2f --dry-run",
    },
  ],
  flags,
  words: { of: "none" },
  async run(invocation, edge) {
    const [path, ...others] = invocation.words;
    if (path === undefined || path === "" || others.length > 0)
      throw new Failure("usage", words("error: name one backup: a folder, or one file of it"));
    const connected = await edge.connect(invocation.flags);
    try {
      return await undone(path, connected, invocation, edge);
    } finally {
      printWarnings(connected.source, edge);
      connected.source.close();
    }
  },
};

async function undone(
  path: string,
  connected: Connected,
  invocation: Invocation,
  edge: Edge,
): Promise<ExitCode> {
  const { flags: given } = invocation;
  const accepted = given.texts(accept);
  const isApplied = given.choice(dryRun) === "none";
  if (isApplied) refuseUnproven(accepted, connected, edge);
  const bench = benchFor(connected, invocation, edge);
  if (isApplied) await settleEarlier(bench, edge);
  const { disk, directory } = edge.bench(given.text(backupDir));
  const backup = await openBackup(path, disk, directory);
  for (const warning of backup.warnings) printLine(edge.err, warning);
  if (backup.edited.length > 0 && !accepted.includes(editedBackup)) {
    printLine(
      edge.err,
      say`error: the backup was edited. If that is as it should be, add --accept ${editedBackup}. Nothing was sent.`,
    );
    return 5;
  }
  const found = await restored(backup.objects, accepted, connected.source, bench.executor);
  if (!("state" in found) || found.state === "refused") return withoutRescue(found, edge);
  for (const each of found.left) printLine(edge.err, each);
  const { rescue } = found;
  const planned = await outlined(rescue, connected.source);
  const on = {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    namespace: rescue.namespace.name,
    name: rescue.pairs[0]?.claim.name ?? "",
  };
  return await proposed(rescue, planned, on, undefined, connected, bench, invocation, edge, limits);
}

function withoutRescue(found: Exclude<Restored, { readonly state: "rescue" }>, edge: Edge): ExitCode {
  if ("state" in found) {
    printRefusal(found.refusal, edge.err);
    return 5;
  }
  switch (found.restore) {
    case "nothing-to-do":
      printLine(
        edge.out,
        words("Every claim and volume of the backup is there. There is nothing to make again."),
      );
      for (const each of found.left) printLine(edge.out, each);
      return 0;
    case "unknown":
      printUnread(found.unread, edge);
      return 3;
  }
}
