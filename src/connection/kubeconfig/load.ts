import { join, type Phrase, say, words } from "../../model/index.ts";
import { AccessError } from "./access-error.ts";
import { emptyKubeconfig, type Kubeconfig } from "./config.ts";
import { FieldError } from "./fields.ts";
import { type ConfigFiles, configFiles, resolveBeside } from "./paths.ts";
import { readConfig } from "./read-config.ts";
import type { FileRead, Surroundings } from "./surroundings.ts";
import { parseYaml, YamlError } from "./yaml.ts";

interface LoadedConfig {
  readonly config: Kubeconfig;
  readonly files: ConfigFiles;
  /** Files that were named and are not there. */
  readonly missing: readonly string[];
}

/** Mirrors kubernetes/client-go tools/clientcmd/loader.go `ClientConfigLoadingRules.Load` (v1.36). */
export async function loadKubeconfig(
  flag: string | undefined,
  surroundings: Surroundings,
): Promise<LoadedConfig> {
  const files = configFiles(flag, surroundings);
  const reads = await Promise.all(files.paths.map((path) => surroundings.readFile(path)));
  const missing = files.paths.filter((_, position) => reads[position]?.state === "missing");
  if (files.asked === "by-flag" && missing.length > 0) {
    throw new AccessError("config", say`error: stat ${files.paths[0]}: no such file or directory`);
  }
  const configs = reads.flatMap((read, position) => {
    const config = configIn(files.paths[position] ?? "", read, surroundings);
    return config === undefined ? [] : [config];
  });
  return { config: merge(configs), files, missing };
}

function configIn(path: string, read: FileRead, surroundings: Surroundings): Kubeconfig | undefined {
  switch (read.state) {
    case "missing":
      return undefined;
    case "unreadable":
      throw new AccessError("config", say`error: error loading config file ${path}: ${read.detail}`);
    case "read":
      return parse(path, read.bytes, surroundings);
  }
}

function parse(path: string, bytes: Uint8Array, surroundings: Surroundings): Kubeconfig {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return readConfig(parseYaml(text), resolveBeside(path, surroundings));
  } catch (problem) {
    throw new AccessError("config", say`error: error loading config file ${path}: ${whatIsWrong(problem)}`);
  }
}

function whatIsWrong(problem: unknown): Phrase {
  if (problem instanceof FieldError) return say`${problem.path} ${problem.problem}`;
  if (problem instanceof YamlError) {
    return problem.place === undefined ? say`${problem.reason}` : say`${problem.place}: ${problem.reason}`;
  }
  return words("the text is not UTF-8");
}

/** The first file that sets a name, or the current context, wins. */
function merge(configs: readonly Kubeconfig[]): Kubeconfig {
  return configs.reduce(
    (merged, config) => ({
      currentContext: merged.currentContext ?? config.currentContext,
      clusters: new Map([...config.clusters, ...merged.clusters]),
      users: new Map([...config.users, ...merged.users]),
      contexts: new Map([...config.contexts, ...merged.contexts]),
    }),
    emptyKubeconfig,
  );
}

/** What to say when nothing names a server. */
export function noKubeconfig({ files, missing }: LoadedConfig): AccessError {
  const found = files.paths.filter((path) => !missing.includes(path));
  if (files.paths.length === 0) {
    return new AccessError("config", words("error: no kubeconfig found, and no home directory to search"));
  }
  return found.length === 0
    ? new AccessError("config", say`error: no kubeconfig found: searched ${listed(files.paths)}`)
    : new AccessError(
        "config",
        say`error: no cluster, user or context found in the kubeconfig ${listed(found)}`,
      );
}

function listed(paths: readonly string[]): Phrase {
  return join(
    paths.map((path) => say`${path}`),
    ", ",
  );
}
