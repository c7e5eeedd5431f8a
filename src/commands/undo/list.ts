import { type Disk, DiskProblem, listBackups, readBackup } from "../../executor/index.ts";
import { join, nameOf, type Phrase, say } from "../../model/index.ts";
import type { Invocation } from "../command.ts";
import type { Edge } from "../edge.ts";
import type { ExitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import { printLine } from "../print.ts";
import { backupDir } from "../rescue/flags.ts";

/** More objects than this of one backup are counted. */
const mostNamed = 4;

/** What was saved before changes, the newest first, each with the command that uses it. Reads no cluster. */
export async function listUndoable({ flags }: Invocation, edge: Edge): Promise<ExitCode> {
  const { disk, directory } = edge.bench(flags.text(backupDir));
  try {
    const folders = [...(await listBackups(disk, directory))].reverse();
    if (folders.length === 0) printLine(edge.out, say`No backups in ${directory}.`);
    for (const folder of folders) await tell(folder, disk, edge);
    return 0;
  } catch (problem) {
    if (problem instanceof DiskProblem) throw new Failure("local-io", say`error: ${problem.phrase}`);
    throw problem;
  }
}

async function tell(folder: string, disk: Disk, edge: Edge): Promise<void> {
  const entries = await readBackup(disk, folder).catch(() => []);
  const names: readonly Phrase[] = entries.flatMap((entry) =>
    "object" in entry ? [nameOf(entry.object.ref)] : [],
  );
  if (names.length === 0) return;
  const left = names.length - mostNamed;
  const more = left > 0 ? say` and ${left} more` : [];
  printLine(edge.out, say`${join(names.slice(0, mostNamed), ", ")}${more}`);
  printLine(edge.out, say`  kubectl pvguard undo ${folder} --dry-run`);
}
