import type { Phrase } from "../../kubernetes/index.ts";
import { join, say } from "../../kubernetes/index.ts";
import { AccessError, configError } from "./access-error.ts";
import type { ClusterEntry, ContextEntry, ExecEntry, Kubeconfig, UserEntry } from "./config.ts";
import { noCluster, noContext, noUser } from "./config.ts";
import type { ConfigFlags } from "./flags.ts";
import { overrideCluster, overrideContext, overrideUser } from "./flags.ts";

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
  refuse([...userProblems(user, context.user ?? ""), ...clusterProblems(cluster, context.cluster ?? "")]);
  const { cluster: clusterName, user: userName, namespace } = context;
  return { contextName, clusterName, userName, namespace, cluster, user };
}

function contextOf(config: Kubeconfig, name: string | undefined): ContextEntry {
  if (name === undefined) return noContext;
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
  if (flags.cluster) throw configError(say`no server found for cluster ${name ?? ""}`);
  if (name !== undefined) throw configError(say`cluster ${name} does not exist`);
  return noCluster;
}

/** A user that only the context names may be missing, as in kubectl: the server then decides. */
function userOf(config: Kubeconfig, context: ContextEntry, flags: ConfigFlags): UserEntry {
  const name = context.user;
  const found = name === undefined ? undefined : config.users.get(name);
  if (found !== undefined) return found;
  if (flags.user) throw configError(say`auth info ${flags.user} does not exist`);
  return noUser;
}

function refuse(problems: readonly Phrase[]): void {
  const [first, ...others] = problems;
  if (first === undefined) return;
  if (others.length === 0) throw configError(say`${first}`);
  const lines = join(
    problems.map((problem) => say`* ${problem}`),
    "\n",
  );
  throw new AccessError("config", say`Error in configuration: \n${lines}`);
}

/** Contradictions in a cluster. Mirrors kubernetes/client-go tools/clientcmd/validation.go `validateClusterInfo` (v1.36). */
function clusterProblems(cluster: ClusterEntry, name: string): readonly Phrase[] {
  return cluster.insecureSkipTlsVerify && cluster.certificateAuthority !== undefined
    ? [say`specifying a root certificates file with the insecure flag is not allowed (cluster ${name})`]
    : [];
}

/** Contradictions in a user. Mirrors kubernetes/client-go tools/clientcmd/validation.go `validateAuthInfo` (v1.36). */
function userProblems(user: UserEntry, name: string): readonly Phrase[] {
  const problems: Phrase[] = [];
  if (user.clientCertificate !== undefined && user.clientKey === undefined) {
    problems.push(
      say`client-key-data or client-key must be specified for ${name} to use the clientCert authentication method.`,
    );
  }
  if (user.exec !== undefined) problems.push(...execProblems(user.exec, user, name));
  if (user.token !== undefined && (user.username ?? user.password) !== undefined) {
    problems.push(
      say`more than one authentication method found for ${name}; found [token basicAuth], only one is allowed`,
    );
  }
  const parts = user.asUid !== undefined || user.asGroups.length > 0 || user.asUserExtra.size > 0;
  if (parts && user.as === undefined) {
    problems.push(say`requesting uid, groups or user-extra for ${name} without impersonating a user`);
  }
  return problems;
}

function execProblems(exec: ExecEntry, user: UserEntry, name: string): readonly Phrase[] {
  const problems: Phrase[] = [];
  if (user.authProvider !== undefined) {
    problems.push(say`authProvider cannot be provided in combination with an exec plugin for ${name}`);
  }
  if (exec.command === undefined) {
    problems.push(say`command must be specified for ${name} to use exec authentication plugin`);
  }
  if (exec.apiVersion === undefined) {
    problems.push(say`apiVersion must be specified for ${name} to use exec authentication plugin`);
  }
  if (exec.env.some(([variable]) => variable === "")) {
    problems.push(say`env variable name must be specified for ${name} to use exec authentication plugin`);
  }
  return problems;
}
