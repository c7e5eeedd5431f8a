import { readlink, symlink, writeFile } from "node:fs/promises";
import { basename, delimiter, dirname, join, resolve, sep } from "node:path";
import type { Installed } from "./commands/index.ts";
import { codeOf, ioReason } from "./connection/io-reason.ts";

const name = "kubectl_complete-pvguard";

/**
 * Puts the program that kubectl asks for completion beside the one that runs. krew installs a single file, so it cannot
 * ship both: kubernetes-sigs/krew#812. On Windows, where links need a privilege, it is a small script.
 */
export async function installCompleter(program: string, platform: string): Promise<Installed> {
  const path = join(dirname(program), platform === "win32" ? `${name}.cmd` : name);
  if (!basename(program).startsWith("kubectl-pvguard")) {
    return { state: "refused", path, because: "this was not started as kubectl-pvguard" };
  }
  try {
    if (platform === "win32")
      await writeFile(path, `@"%~dp0${basename(program)}" __complete %*\r\n`, { flag: "wx" });
    else await symlink(basename(program), path);
    return { state: "installed", path };
  } catch (problem) {
    const code = codeOf(problem);
    if (code !== "EEXIST") return { state: "refused", path, because: ioReason(problem) };
    return (await isOurs(path, program))
      ? { state: "already", path }
      : { state: "refused", path, because: "another file has that name" };
  }
}

/** Our own link, or the one that npm made. */
async function isOurs(path: string, program: string): Promise<boolean> {
  const target = await readlink(path).catch(() => "");
  return target === basename(program) || basename(target) === "complete.cjs";
}

/**
 * Where the program was found under the name by which it was called, which can be a link: an executable is told only the name.
 * `undefined` if it cannot be found.
 */
export function programPath(
  name: string,
  path: string,
  workingDirectory: string,
  exists: (path: string) => boolean,
): string | undefined {
  if (name.includes(sep) || name.includes("/")) return resolve(workingDirectory, name);
  return path
    .split(delimiter)
    .map((folder) => resolve(workingDirectory, folder, name))
    .find(exists);
}
