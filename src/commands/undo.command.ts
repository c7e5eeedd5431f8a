import type { FileSystem } from "../changes/executor/index.ts";
import { FileProblem, listBackups, readBackup } from "../changes/executor/index.ts";
import type { RescueStart } from "../changes/index.ts";
import { restoring } from "../changes/index.ts";
import { createCluster } from "../cluster/index.ts";
import { claimNamed } from "../controllers/index.ts";
import type { Danger } from "../define/index.ts";
import type { Phrase } from "../kubernetes/index.ts";
import { join, nameKey, nameOf, say, words } from "../kubernetes/index.ts";
import type { Command, Invocation } from "./command.ts";
import type { ExitCode } from "./failure.ts";
import { Failure } from "./failure.ts";
import type { Flag } from "./flags/index.ts";
import { chunkSize, confirm, dryRun, noInput } from "./flags/index.ts";
import { printLine } from "./print.ts";
import { accept, backupDir, output, timeout } from "./rescue/flags.ts";
import { proposed } from "./rescue/proposed.ts";
import type { RescueRun } from "./rescue/run.ts";
import { runFor } from "./rescue/run.ts";
import { endedWithout, started } from "./rescue/start.ts";
import type { Surroundings } from "./surroundings.ts";
import { openBackup } from "./undo/backup.ts";

/** The danger that a person accepts to use a backup that was edited. */
const editedBackup = "EditedBackup" satisfies Danger;

const flags: readonly Flag[] = [dryRun, accept, confirm, backupDir, timeout, output, chunkSize];

const limits: readonly Phrase[] = [
  words(
    "A deletion that has begun cannot be undone, and no finalizer can be added to an object that is being deleted.",
  ),
  words("Data that a provisioner has deleted does not come back when the object is recreated."),
];

const backup = "~/.local/state/pvguard/backups/20261121T201500Z-c6de3dda-5f0e91a7";

export const undo: Command = {
  name: "undo",
  summary: "Recreate objects from a backup that fix or rescue saved",
  description: `Recreates claims and volumes that no longer exist, from a backup that fix or
rescue saved, and binds each claim to its own volume again.`,
  details: `A backup is a folder in which fix or rescue saved objects, or one file in it.
undo sets the volumes to Retain first.

undo shows the plan and asks for confirmation. It lists what cannot be undone:
a deletion that has begun, and data that was deleted. It uses an edited backup
only with --accept ${editedBackup}.

With -o FORMAT=FILE, undo also writes its plan and the result to a file, at
its end, and prints the text.

Exit codes: 0 done, or nothing to do; 2 wrong usage, or no backup was found; 3
not decided, because something could not be read; 4 the server could not be
reached; 5 refused, nothing (more) was sent; 6 the result is not proven.`,
  usage: "[BACKUP]",
  examples: [
    { what: "List the backups that can be used", line: "undo" },
    {
      what: "See what would be done; sends nothing",
      line: `undo ${backup} --dry-run`,
    },
    {
      what: "Recreate what no longer exists, from a backup that fix saved",
      line: `undo ${backup}`,
    },
    {
      what: "Recreate one object of the backup",
      line: `undo ${backup}/persistentvolume-pv-data-1f0e-v42.json`,
    },
  ],
  common: ["dry-run", "accept", "confirm", "output"],
  flags,
  words: { of: "files" },
  insteadOf: noInput("undo", "The only file it reads is the backup: 'kubectl pvguard undo BACKUP'."),
  run: (invocation, surroundings) =>
    invocation.words.length === 0 && invocation.flags.texts(output).every((text) => text === "")
      ? listUndoable(invocation, surroundings)
      : runFor(
          {
            command: "undo",
            asked: backupIn,
            on: (name) => ({ apiVersion: "", kind: "Backup", name }),
            run: undone,
          },
          invocation,
          surroundings,
        ),
};

function backupIn({ words: given }: Invocation): string {
  const [path, ...others] = given;
  if (path === undefined || path === "" || others.length > 0)
    throw new Failure("usage", words("error: specify one backup: a folder, or one file in it"));
  return path;
}

async function undone(path: string, run: RescueRun): Promise<ExitCode> {
  const { bench, invocation, account, surroundings } = run;
  const accepted = invocation.flags.texts(accept);
  const { objects, warnings, edited, lost } = await openBackup(path, bench.files, bench.directory);
  for (const warning of warnings) account.note(warning);
  if (edited.length > 0 && !accepted.includes(editedBackup)) {
    account.note(
      say`error: the backup was edited. If the edits are intended, add --accept ${editedBackup}. Nothing was sent.`,
    );
    return 5;
  }
  const saved = new Map(objects.map((raw) => [nameKey(raw.ref), raw.text]));
  const start = await surroundings.busy(words("Reading"), () =>
    started((snapshot) => restoring(objects, accepted, createCluster(snapshot)), { saved }, run),
  );
  if (start.start === "nothing-to-do" && lost.length > 0) {
    account.note(
      words(
        "error: some files of the backup are lost, so it is unknown what they contained and whether those objects still exist. All other objects of the backup exist. Nothing was sent.",
      ),
    );
    return 3;
  }
  if (start.start !== "rescue") return endedWithout(withoutFile(start), account);
  for (const each of start.told) account.note(each);
  const { rescue } = start;
  const on = claimNamed(rescue.namespace.name, rescue.pairs[0]?.claim.name ?? "");
  return await proposed({ rescue, on, scaledDown: [], limits }, run);
}

type WithoutRescue = Exclude<RescueStart, { start: "rescue" }>;

/** undo takes no manifest but those of the backup. */
function withoutFile(start: WithoutRescue): WithoutRescue {
  if (start.start !== "refused" || start.refusal.reason !== "VolumeGone") return start;
  const instead = words(
    "Its manifest is not in the backup that you named. If it is in the same folder, name the folder instead of one file.",
  );
  return { ...start, refusal: { ...start.refusal, instead } };
}

/** More objects than this of one backup are counted. */
const mostNamed = 4;

/** What was saved before changes, the newest first, each with the command that uses it. Reads no cluster. */
async function listUndoable({ flags }: Invocation, surroundings: Surroundings): Promise<ExitCode> {
  const { files, directory } = surroundings.bench(flags.text(backupDir));
  try {
    const folders = [...(await listBackups(files, directory))].reverse();
    if (folders.length === 0) printLine(surroundings.out, say`No backups in ${directory}.`);
    for (const folder of folders) await tell(folder, files, surroundings);
    return 0;
  } catch (problem) {
    if (problem instanceof FileProblem) throw new Failure("local-io", say`error: ${problem.phrase}`);
    throw problem;
  }
}

async function tell(folder: string, files: FileSystem, surroundings: Surroundings): Promise<void> {
  const entries = await readBackup(files, folder).catch(() => []);
  const names: readonly Phrase[] = entries.flatMap((entry) =>
    "object" in entry ? [nameOf(entry.object.ref)] : [],
  );
  if (names.length === 0) return;
  const left = names.length - mostNamed;
  const more = left > 0 ? say` and ${left} more` : [];
  printLine(surroundings.out, say`${join(names.slice(0, mostNamed), ", ")}${more}`);
  printLine(surroundings.out, say`  kubectl pvguard undo ${folder} --dry-run`);
}
