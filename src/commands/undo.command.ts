import { digestOf } from "../executor/index.ts";
import { type Phrase, say, words } from "../model/index.ts";
import type { Command, Invocation } from "./command.ts";
import type { Edge } from "./edge.ts";
import type { ExitCode } from "./exit-code.ts";
import { Failure } from "./failure.ts";
import { chunkSize, type Flag } from "./flags/index.ts";
import { printLine } from "./print.ts";
import { outlined } from "./rescue/beginning.ts";
import { confirmed } from "./rescue/confirmation.ts";
import { accept, backupDir, confirm, dryRun, timeout } from "./rescue/flags.ts";
import { type Bench, benchFor, perform } from "./rescue/perform.ts";
import { wholePlan } from "./rescue/plans.ts";
import { printPlan, printRefusal, printUnread } from "./rescue/print.ts";
import { refuseUnproven } from "./rescue/unproven.ts";
import type { Connected } from "./source.ts";
import { type Backup, openBackup } from "./undo/backup.ts";
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
    refuseUnproven(connected, edge);
    const bench = benchFor(connected, invocation, edge);
    const { disk, directory } = edge.bench(invocation.flags.text(backupDir));
    const backup = await openBackup(path, disk, directory);
    for (const warning of backup.warnings) printLine(edge.err, warning);
    const isAccepted = invocation.flags.texts(accept).includes(editedBackup);
    if (backup.edited.length > 0 && !isAccepted) {
      printLine(
        edge.err,
        say`error: the backup was edited. If that is as it should be, add --accept ${editedBackup}. Nothing was sent.`,
      );
      return 5;
    }
    return await proposed(backup, connected, bench, invocation, edge);
  },
};

async function proposed(
  backup: Backup,
  connected: Connected,
  bench: Bench,
  invocation: Invocation,
  edge: Edge,
): Promise<ExitCode> {
  const { source, server, context, user } = connected;
  const found = await restored(backup.objects, invocation.flags.texts(accept), source, bench.executor);
  if (!("state" in found) || found.state === "refused") return withoutRescue(found, edge);
  for (const each of found.left) printLine(edge.err, each);
  const { rescue } = found;
  const planned = await outlined(rescue, source);
  if (planned.end.next === "unknown") {
    printUnread(planned.end.unread, edge);
    return 3;
  }
  if (planned.end.next === "refuse" && planned.steps.length === 0) {
    printRefusal(planned.end.refusal, edge.err);
    return 5;
  }
  const [first] = rescue.pairs;
  const on = {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    namespace: rescue.namespace.name,
    name: first?.claim.name ?? "",
  };
  const plan = wholePlan(on, rescue, planned, { server, context, user, now: edge.now() });
  const digest = digestOf(plan);
  printPlan(plan, digest, rescue, planned, edge);
  for (const limit of limits) printLine(edge.out, limit);
  if (invocation.flags.choice(dryRun) === "client") return 0;
  const answer = await confirmed(plan, invocation.flags.text(confirm), undefined, edge);
  if (answer === "yes") return await perform(rescue, digest, connected, bench, invocation, edge);
  printLine(edge.err, say`${answer}`);
  return edge.interrupted.aborted ? 130 : 5;
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
