import { say, words } from "../../kubernetes/index.ts";
import { configError } from "./access-error.ts";
import type { ClusterEntry, ContextEntry, UserEntry } from "./config.ts";

/** kubectl's common flags, as `genericclioptions.ConfigFlags` names them. */
export interface ConfigFlags {
  readonly kubeconfig?: string | undefined;
  readonly context?: string | undefined;
  readonly cluster?: string | undefined;
  readonly user?: string | undefined;
  readonly namespace?: string | undefined;
  readonly server?: string | undefined;
  readonly tlsServerName?: string | undefined;
  readonly insecureSkipTlsVerify?: boolean | undefined;
  readonly certificateAuthority?: string | undefined;
  readonly clientCertificate?: string | undefined;
  readonly clientKey?: string | undefined;
  readonly token?: string | undefined;
  readonly as?: string | undefined;
  readonly asUid?: string | undefined;
  readonly asGroup?: readonly string[] | undefined;
  /** Each `key=value`; a key may come more than once. */
  readonly asUserExtra?: readonly string[] | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly requestTimeout?: string | undefined;
  readonly disableCompression?: boolean | undefined;
  /** Accepted as kubectl does; discovery is kept in memory only. */
  readonly cacheDir?: string | undefined;
}

/*
 * What the flags change in the entries of a kubeconfig. Mirrors kubernetes/client-go tools/clientcmd/client_config.go
 * `getContext`, `getCluster` and `getAuthInfo` (v1.36).
 */

export function overrideContext(context: ContextEntry, flags: ConfigFlags): ContextEntry {
  return {
    cluster: given(flags.cluster) ?? context.cluster,
    user: given(flags.user) ?? context.user,
    namespace: given(flags.namespace)?.replace(/^(namespaces?|ns)\//, "") ?? context.namespace,
  };
}

export function overrideCluster(cluster: ClusterEntry, flags: ConfigFlags): ClusterEntry {
  const server = given(flags.server);
  const authority = given(flags.certificateAuthority);
  const skips = flags.insecureSkipTlsVerify === true;
  const trust =
    authority === undefined && !skips
      ? {}
      : {
          insecureSkipTlsVerify: skips,
          certificateAuthority: authority === undefined ? undefined : { file: authority },
        };
  return {
    ...cluster,
    ...trust,
    server: server ?? cluster.server,
    // The name belongs to the server that it was given with.
    tlsServerName: given(flags.tlsServerName) ?? (server === undefined ? cluster.tlsServerName : undefined),
    disableCompression: flags.disableCompression === true || cluster.disableCompression,
  };
}

export function overrideUser(user: UserEntry, flags: ConfigFlags): UserEntry {
  const certificate = given(flags.clientCertificate);
  const key = given(flags.clientKey);
  const token = given(flags.token);
  return {
    ...user,
    clientCertificate: certificate === undefined ? user.clientCertificate : { file: certificate },
    clientKey: key === undefined ? user.clientKey : { file: key },
    token: token ?? user.token,
    tokenFile: token === undefined ? user.tokenFile : undefined,
    username: given(flags.username) ?? user.username,
    password: given(flags.password) ?? user.password,
    as: given(flags.as) ?? user.as,
    asUid: given(flags.asUid) ?? user.asUid,
    asGroups: flags.asGroup?.length ? flags.asGroup : user.asGroups,
    asUserExtra: flags.asUserExtra?.length ? extraOf(flags.asUserExtra) : user.asUserExtra,
  };
}

function extraOf(pairs: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const extra = new Map<string, string[]>();
  for (const pair of pairs) {
    const at = pair.indexOf("=");
    if (at < 1) throw configError(say`--as-user-extra must be key=value, not ${pair}`);
    const key = pair.slice(0, at);
    extra.set(key, [...(extra.get(key) ?? []), pair.slice(at + 1)]);
  }
  return extra;
}

function given(value: string | undefined): string | undefined {
  return value === "" ? undefined : value;
}

/** Milliseconds, or `undefined` for no limit of the user's own. Mirrors kubernetes/client-go `ParseTimeout` (v1.36). */
export function parseTimeout(flag: string | undefined): number | undefined {
  if (flag === undefined || flag === "" || flag === "0") return undefined;
  if (/^\d+$/.test(flag)) return Number(flag) * 1000;
  const units = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 } as const;
  const parts = [...flag.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join("") !== flag) {
    throw configError(
      words(
        "Invalid timeout value. Timeout must be a single integer in seconds, or an integer followed by a corresponding time unit (e.g. 1s | 2m | 3h)",
      ),
    );
  }
  const total = parts.reduce((sum, [, count, unit]) => {
    return sum + Number(count) * units[unit as keyof typeof units];
  }, 0);
  return total === 0 ? undefined : total;
}
