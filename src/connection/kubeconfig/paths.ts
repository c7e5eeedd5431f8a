import { posix, win32 } from "node:path";
import type { Resolve } from "./read-config.ts";
import { type Surroundings, variable } from "./surroundings.ts";

/** Which files make up the kubeconfig. A file that was asked for by name must be there; the others need not. */
export type ConfigFiles =
  | { readonly asked: "by-flag"; readonly paths: readonly [string] }
  | { readonly asked: "by-variable" | "by-default"; readonly paths: readonly string[] };

/** Mirrors kubernetes/client-go tools/clientcmd/loader.go `NewDefaultClientConfigLoadingRules` (v1.36). */
export function configFiles(flag: string | undefined, surroundings: Surroundings): ConfigFiles {
  const { env, home, platform } = surroundings;
  const path = platform === "windows" ? win32 : posix;
  const absolute = (file: string) => path.resolve(surroundings.workingDirectory, file);
  if (flag !== undefined && flag !== "") return { asked: "by-flag", paths: [absolute(flag)] };
  const listed = variable(env, "KUBECONFIG");
  if (listed !== undefined) {
    const files = listed.split(path.delimiter).filter((file) => file !== "");
    return { asked: "by-variable", paths: [...new Set(files.map(absolute))] };
  }
  return { asked: "by-default", paths: home === undefined ? [] : [path.join(home, ".kube", "config")] };
}

/** Paths in a kubeconfig are relative to the folder of the file that they stand in. */
export function resolveBeside(file: string, surroundings: Surroundings): Resolve {
  const path = surroundings.platform === "windows" ? win32 : posix;
  const resolve = (named: string) => path.resolve(path.dirname(file), named);
  return {
    path: resolve,
    command: (command) =>
      command.includes(path.sep) || (path.sep === "\\" && command.includes("/")) ? resolve(command) : command,
  };
}

/** Paths in flags are relative to the working directory. */
export function resolveHere(file: string, surroundings: Surroundings): string {
  const path = surroundings.platform === "windows" ? win32 : posix;
  return path.resolve(surroundings.workingDirectory, file);
}
