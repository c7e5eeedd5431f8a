import { delimiter, resolve, sep } from "node:path";

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
