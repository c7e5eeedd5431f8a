import { say, words } from "../../kubernetes/index.ts";
import { Failure } from "../failure.ts";
import type { FlagValues } from "../flags/index.ts";
import { from } from "../flags/index.ts";
import type { Surroundings } from "../surroundings.ts";

/** The names under which systems let a file be opened that a process has open already. */
const ofThisProcess = /(?:^|\/)(?:dev\/(?:stdin|tty|fd\/\d+)|proc\/[^/]+\/(?:task\/\d+\/)?fd\/\d+)$/;

/**
 * Standard input has the messages of the client: who reads it under another name takes them away. Judged by the name alone, so a
 * symbolic link to it is not seen.
 */
export function isStandardInput(path: string): boolean {
  return path === "" || path === "-" || ofThisProcess.test(straightened(path));
}

/** Without `//`, `/./` and `x/..`. */
function straightened(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0) parts.pop();
    else if (part !== "..") parts.push(part);
  }
  return parts.join("/");
}

/**
 * Nothing but files and folders is read: a pipe without a writer would never end, and standard input has the messages of the
 * client.
 *
 * @throws Failure `usage`
 */
export async function requireFiles(
  flags: FlagValues,
  { isEndless }: Pick<Surroundings, "isEndless">,
): Promise<void> {
  for (const path of flags.texts(from)) {
    if (isStandardInput(path))
      throw new Failure("usage", words("error: from must name files: standard input is not read"));
    if (await isEndless(path))
      throw new Failure("usage", say`error: from must name files or folders: ${path} is a pipe or a device`);
  }
}
