import { join, type Phrase, say } from "../../model/index.ts";
import { AccessError } from "./access-error.ts";
import {
  type ClusterEntry,
  type ContextEntry,
  type Kubeconfig,
  noCluster,
  noUser,
  type UserEntry,
} from "./config.ts";
import type { ConfigFlags } from "./flags.ts";
import { overrideCluster, overrideContext, overrideUser } from "./overrides.ts";
import { clusterProblems, userProblems } from "./validate.ts";

/** The one cluster and user that a kubeconfig and the flags together name. */
export interface Chosen {
  readonly contextName: string | undefined;
  readonly clusterName: string | undefined;
  readonly userName: string | undefined;
  readonly namespace: string | undefined;
  readonly cluster: ClusterEntry;
  readonly user: UserEntry;
}

/** Mirrors kubernetes/client-go tools/clientcmd/client_config.go `DirectClientConfig.ClientConfig` (v1.36). */
export function choose(config: Kubeconfig, flags: ConfigFlags): Chosen {
  const contextName = flags.context || config.currentContext;
  const context = overrideContext(contextOf(config, contextName), flags);
  const cluster = overrideCluster(clusterOf(config, context, flags), flags);
  const user = overrideUser(userOf(config, context, flags), flags);
  const chosen = {
    contextName,
    clusterName: context.cluster,
    userName: context.user,
    namespace: context.namespace,
    cluster,
    user,
  };
  refuse([...userProblems(user, context.user ?? ""), ...clusterProblems(cluster, context.cluster ?? "")]);
  return chosen;
}

function contextOf(config: Kubeconfig, name: string | undefined): ContextEntry {
  if (name === undefined) return {};
  const found = config.contexts.get(name);
  if (found !== undefined) return found;
  throw new AccessError(
    "config",
    say`Error in configuration: context was not found for specified context: ${name}`,
    known(config.contexts),
  );
}

function known(contexts: ReadonlyMap<string, ContextEntry>): Phrase | undefined {
  if (contexts.size === 0) return undefined;
  const names = join(
    [...contexts.keys()].sort().map((name) => say`${name}`),
    ", ",
  );
  return say`The kubeconfig has these contexts: ${names}.`;
}

function clusterOf(config: Kubeconfig, context: ContextEntry, flags: ConfigFlags): ClusterEntry {
  const name = context.cluster;
  const found = name === undefined ? undefined : config.clusters.get(name);
  if (found !== undefined) return found;
  if (flags.server) return noCluster;
  if (flags.cluster) throw new AccessError("config", say`error: no server found for cluster ${name ?? ""}`);
  if (name !== undefined) throw new AccessError("config", say`error: cluster ${name} does not exist`);
  return noCluster;
}

/** A user that only the context names may be missing, as in kubectl: the server then decides. */
function userOf(config: Kubeconfig, context: ContextEntry, flags: ConfigFlags): UserEntry {
  const name = context.user;
  const found = name === undefined ? undefined : config.users.get(name);
  if (found !== undefined) return found;
  if (flags.user) throw new AccessError("config", say`error: auth info ${flags.user} does not exist`);
  return noUser;
}

function refuse(problems: readonly Phrase[]): void {
  const [first, ...others] = problems;
  if (first === undefined) return;
  if (others.length === 0) throw new AccessError("config", say`error: ${first}`);
  const lines = join(
    problems.map((problem) => say`* ${problem}`),
    "\n",
  );
  throw new AccessError("config", say`Error in configuration: \n${lines}`);
}
