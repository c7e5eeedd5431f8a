import { posix, win32 } from "node:path";
import type { Phrase } from "../../kubernetes/index.ts";
import { join, say, words } from "../../kubernetes/index.ts";
import type { AccessError } from "./access-error.ts";
import { configError } from "./access-error.ts";
import type { Kubeconfig, Resolve } from "./config.ts";
import { readConfig } from "./config.ts";
import { Malformed, parseYaml } from "./fields.ts";
import type { FileRead, Surroundings } from "./machine.ts";
import { variable } from "./machine.ts";

interface LoadedConfig {
  readonly config: Kubeconfig;
  readonly paths: readonly string[];
  /** Files that were named and are not there. */
  readonly missing: readonly string[];
}

/** Mirrors kubernetes/client-go tools/clientcmd/loader.go `ClientConfigLoadingRules.Load` (v1.36). */
export async function loadKubeconfig(
  flag: string | undefined,
  surroundings: Surroundings,
): Promise<LoadedConfig> {
  const paths = flag ? [resolveHere(flag, surroundings)] : usualPaths(surroundings);
  const reads = await Promise.all(paths.map((path) => surroundings.readFile(path)));
  const missing = paths.filter((_, position) => reads[position]?.state === "missing");
  // A file that was asked for by name must be there; the others need not.
  if (flag && missing[0] !== undefined) {
    throw configError(say`stat ${missing[0]}: no such file or directory`);
  }
  const configs = paths.flatMap((path, position) => {
    const config = configIn(path, reads[position], surroundings);
    return config === undefined ? [] : [config];
  });
  return { config: merge(configs), paths, missing };
}

/** Mirrors kubernetes/client-go tools/clientcmd/loader.go `NewDefaultClientConfigLoadingRules` (v1.36). */
function usualPaths(surroundings: Surroundings): readonly string[] {
  const { env, home } = surroundings;
  const { delimiter, join } = pathsOf(surroundings);
  const listed = variable(env, "KUBECONFIG");
  if (listed === undefined) return home === undefined ? [] : [join(home, ".kube", "config")];
  const files = listed.split(delimiter).filter((file) => file !== "");
  return [...new Set(files.map((file) => resolveHere(file, surroundings)))];
}

export function pathsOf({ platform }: Pick<Surroundings, "platform">): typeof posix {
  return platform === "windows" ? win32 : posix;
}

/** Paths in flags are relative to the working directory. */
export function resolveHere(file: string, surroundings: Surroundings): string {
  return pathsOf(surroundings).resolve(surroundings.workingDirectory, file);
}

/** Paths in a kubeconfig are relative to the folder of the file that they stand in. */
function resolveBeside(file: string, surroundings: Surroundings): Resolve {
  const { dirname, resolve, sep } = pathsOf(surroundings);
  const path = (named: string) => resolve(dirname(file), named);
  const isPath = (command: string) => command.includes(sep) || (sep === "\\" && command.includes("/"));
  return { path, command: (command) => (isPath(command) ? path(command) : command) };
}

function configIn(path: string, read: FileRead | undefined, surroundings: Surroundings) {
  if (read === undefined || read.state === "missing") return undefined;
  if (read.state === "unreadable") throw unloadable(path, say`${read.detail}`);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(read.bytes);
    return readConfig(parseYaml(text), resolveBeside(path, surroundings));
  } catch (problem) {
    const isTold = problem instanceof Malformed;
    throw unloadable(path, isTold ? say`${problem.message}` : words("the text is not UTF-8"));
  }
}

function unloadable(path: string, problem: Phrase): AccessError {
  return configError(say`error loading config file ${path}: ${problem}`);
}

/** The first file that sets a name, or the current context, wins. */
function merge(configs: readonly Kubeconfig[]): Kubeconfig {
  const lastFirst = configs.toReversed();
  return {
    currentContext: configs.find(({ currentContext }) => currentContext !== undefined)?.currentContext,
    clusters: new Map(lastFirst.flatMap(({ clusters }) => [...clusters])),
    users: new Map(lastFirst.flatMap(({ users }) => [...users])),
    contexts: new Map(lastFirst.flatMap(({ contexts }) => [...contexts])),
  };
}

/** What to say when nothing names a server. */
export function noKubeconfig({ paths, missing }: LoadedConfig): AccessError {
  if (paths.length === 0) return configError(words("no kubeconfig found, and no home directory to search"));
  const found = paths.filter((path) => !missing.includes(path));
  return configError(
    found.length === 0
      ? say`no kubeconfig found: searched ${listed(paths)}`
      : say`no cluster, user or context found in the kubeconfig ${listed(found)}`,
  );
}

function listed(paths: readonly string[]): Phrase {
  return join(
    paths.map((path) => say`${path}`),
    ", ",
  );
}
