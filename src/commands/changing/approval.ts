import { FileProblem, orFileProblem, privateFile, privateFolder } from "../../changes/executor/index.ts";
import { isRecord, own, parsedJson, say, timestamp } from "../../kubernetes/index.ts";
import { Failure } from "../failure.ts";
import type { Bench } from "../surroundings.ts";

/** What a person said yes to at a terminal, so that an assistant may have it carried out, once. */
interface Approval {
  /** Of the plan that the person saw. */
  readonly digest: string;
  /** The dangers that the person accepted, by name. */
  readonly accepted: readonly string[];
}

/** For so long an approval counts, in milliseconds. A person who said yes is still there. */
export const approvalLasts = 10 * 60_000;

type Place = Pick<Bench, "files" | "directory" | "now">;

/** Keeps an approval beside the journal, where only this user can write. A `Failure` if it cannot be kept there. */
export async function keepApproval(approval: Approval, place: Place): Promise<void> {
  const { files, directory, now } = place;
  const path = pathOf(approval.digest, directory);
  const text = JSON.stringify({ ...approval, at: timestamp(now()) });
  await refusing(async () => {
    await privateFolder(files, directory);
    await privateFolder(files, folderIn(directory));
    if ((await privateFile(files, path)) === "file") await orFileProblem("removed", path, files.remove(path));
    await orFileProblem("written", path, files.create(path, Buffer.from(text)));
  });
}

/** Takes an approval of this plan away, so that it counts once. `undefined`: there is none that counts. */
export async function takeApproval(digest: string, place: Place): Promise<Approval | undefined> {
  const { files, directory, now } = place;
  if (!/^[0-9a-f]{64}$/.test(digest)) return undefined;
  const path = pathOf(digest, directory);
  return await refusing(async () => {
    if ((await orFileProblem("inspected", directory, files.inspect(directory))).is === "missing")
      return undefined;
    await privateFolder(files, directory);
    await privateFolder(files, folderIn(directory));
    if ((await privateFile(files, path)) === "missing") return undefined;
    // Of two that take it at the same time, one finds nothing to rename. What cannot be taken away could count twice.
    const taken = `${path}.taken`;
    await orFileProblem("taken", path, files.rename(path, taken));
    const text = Buffer.from(await orFileProblem("read", taken, files.read(taken))).toString("utf8");
    await orFileProblem("removed", taken, files.remove(taken));
    return approvalIn(parsedJson(text), digest, now());
  });
}

function approvalIn(value: unknown, digest: string, now: number): Approval | undefined {
  if (!isRecord(value) || own(value, "digest") !== digest) return undefined;
  const [accepted, at] = [own(value, "accepted"), own(value, "at")];
  const age = now - Date.parse(String(at));
  if (!(age >= 0 && age <= approvalLasts)) return undefined;
  return Array.isArray(accepted) && accepted.every((name) => typeof name === "string")
    ? { digest, accepted }
    : undefined;
}

function folderIn(directory: string): string {
  return `${directory}/approvals`;
}

function pathOf(digest: string, directory: string): string {
  return `${folderIn(directory)}/${digest}.json`;
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (problem) {
    if (problem instanceof FileProblem) throw new Failure("local-io", say`error: ${problem.phrase}`);
    throw problem;
  }
}
