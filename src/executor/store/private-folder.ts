import { say, words } from "../../model/index.ts";
import type { Disk, Inspected } from "./disk.ts";
import { DiskProblem, tried } from "./problem.ts";

/** Makes a folder that is ours alone, or makes sure that it is. Throws a `DiskProblem` when others could write there. */
export async function privateFolder(disk: Disk, path: string): Promise<void> {
  if ((await tried("inspected", path, disk.inspect(path))).is === "missing")
    await tried("created", path, disk.makeDirectory(path));
  requirePrivate(path, await tried("inspected", path, disk.inspect(path)), "directory");
}

/** A file that is there already must be one that only we could have written. */
export async function privateFile(disk: Disk, path: string): Promise<"missing" | "file"> {
  const found = await tried("inspected", path, disk.inspect(path));
  if (found.is === "missing") return "missing";
  requirePrivate(path, found, "file");
  return "file";
}

function requirePrivate(path: string, found: Inspected, wanted: "file" | "directory"): void {
  if (found.is === "link")
    throw new DiskProblem(say`${path} is a symbolic link, and pvguard does not follow it`);
  if (found.is !== wanted) throw new DiskProblem(say`${path} is not a ${words(wanted)}`);
  if (found.owned === "by-another") throw new DiskProblem(say`${path} belongs to another user`);
  if (((found.mode ?? 0) & 0o022) !== 0)
    throw new DiskProblem(
      say`other users can write to ${path} (mode ${(found.mode ?? 0).toString(8)}): run chmod go-w on it`,
    );
}
