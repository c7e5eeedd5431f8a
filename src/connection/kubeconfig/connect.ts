import { say } from "../../kubernetes/index.ts";
import { AccessError, configError, unable } from "./access-error.ts";
import { authProvider } from "./auth-provider.ts";
import type { Chosen } from "./choose.ts";
import { choose } from "./choose.ts";
import { isEmptyKubeconfig, noCluster, noUser } from "./config.ts";
import type { Connection } from "./connection.ts";
import { impersonationHeaders } from "./connection.ts";
import type { Credential, Credentials } from "./credentials.ts";
import { basic, bearer, fixed } from "./credentials.ts";
import { execPlugin } from "./exec-plugin.ts";
import type { ConfigFlags } from "./flags.ts";
import { overrideCluster, overrideUser, parseTimeout } from "./flags.ts";
import { loadKubeconfig, noKubeconfig, resolveHere } from "./load.ts";
import type { Surroundings } from "./machine.ts";
import { variable } from "./machine.ts";
import { readPem } from "./pem.ts";
import { proxyFor } from "./proxy.ts";

/** How to reach the cluster that the flags, the kubeconfig or the Pod around us name. Nothing is sent yet. */
export async function connect(given: ConfigFlags, surroundings: Surroundings): Promise<Connection> {
  const flags = withAbsolutePaths(given, surroundings);
  const chosen = await chooseCluster(flags, surroundings);
  const server = serverUrl(chosen);
  const authorities = await authoritiesOf(chosen, surroundings);
  return {
    server,
    trust: {
      verification: chosen.cluster.insecureSkipTlsVerify ? "skipped" : "on",
      authorities,
      serverName: chosen.cluster.tlsServerName,
    },
    proxy: proxyFor(server, chosen, surroundings.env),
    compression: chosen.cluster.disableCompression ? "off" : "on",
    impersonation: impersonationHeaders(chosen.user),
    // As kubectl does: over plain HTTP no credentials are sent.
    credentials:
      server.protocol === "https:" ? await credentialsOf(chosen, authorities, surroundings) : fixed({}),
    requestTimeout: parseTimeout(flags.requestTimeout),
    contextName: chosen.contextName,
    serverFrom: flags.server || flags.cluster ? "flag" : "context",
    clusterName: chosen.clusterName,
    user: chosen.user.as ?? chosen.userName,
    namespace: chosen.namespace ?? "default",
  };
}

function withAbsolutePaths(flags: ConfigFlags, surroundings: Surroundings): ConfigFlags {
  const here = (file: string | undefined) => (file ? resolveHere(file, surroundings) : undefined);
  return {
    ...flags,
    certificateAuthority: here(flags.certificateAuthority),
    clientCertificate: here(flags.clientCertificate),
    clientKey: here(flags.clientKey),
  };
}

async function chooseCluster(flags: ConfigFlags, surroundings: Surroundings): Promise<Chosen> {
  const loaded = await loadKubeconfig(flags.kubeconfig, surroundings);
  if (isEmptyKubeconfig(loaded.config) && !flags.context) {
    const pod = await inCluster(flags, surroundings);
    if (pod !== undefined) return pod;
  }
  const chosen = choose(loaded.config, flags);
  if (chosen.cluster.server !== undefined) return chosen;
  const server = variable(surroundings.env, "KUBERNETES_MASTER");
  if (server !== undefined) return { ...chosen, cluster: { ...chosen.cluster, server } };
  if (isEmptyKubeconfig(loaded.config)) throw noKubeconfig(loaded);
  if (chosen.clusterName === undefined) {
    throw configError(say`the kubeconfig has no current context, and no --context was given`);
  }
  throw configError(say`no server found for cluster ${chosen.clusterName}`);
}

function serverUrl({ cluster }: Chosen): URL {
  const text = cluster.server ?? "";
  const url = parseUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  if (url === undefined || url.hostname === "") {
    throw configError(say`the server ${text} is not a URL`);
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw unable("config", say`unsupported protocol scheme ${url.protocol.slice(0, -1)}`);
  }
  url.search = "";
  url.hash = "";
  return url;
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

async function authoritiesOf(
  { cluster, clusterName }: Chosen,
  surroundings: Surroundings,
): Promise<string | undefined> {
  const { certificateAuthority } = cluster;
  if (certificateAuthority === undefined) return undefined;
  return await readPem(certificateAuthority, "certificate-authority", clusterName ?? "", surroundings);
}

const account = "/var/run/secrets/kubernetes.io/serviceaccount";

/**
 * The service account of the Pod that this runs in; `undefined` outside of a cluster.
 * Mirrors kubernetes/client-go tools/clientcmd/client_config.go `inClusterClientConfig` (v1.36).
 */
async function inCluster(flags: ConfigFlags, surroundings: Surroundings): Promise<Chosen | undefined> {
  const host = variable(surroundings.env, "KUBERNETES_SERVICE_HOST");
  const port = variable(surroundings.env, "KUBERNETES_SERVICE_PORT");
  if (host === undefined || port === undefined) return undefined;
  const token = await surroundings.readFile(`${account}/token`);
  if (token.state === "missing") return undefined;
  const server = `https://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const certificateAuthority = { file: `${account}/ca.crt` };
  return {
    contextName: undefined,
    clusterName: undefined,
    userName: undefined,
    namespace: flags.namespace || (await ownNamespace(surroundings)),
    cluster: overrideCluster({ ...noCluster, server, certificateAuthority }, flags),
    user: overrideUser({ ...noUser, tokenFile: `${account}/token` }, flags),
  };
}

async function ownNamespace(surroundings: Surroundings): Promise<string | undefined> {
  const named = variable(surroundings.env, "POD_NAMESPACE");
  if (named !== undefined) return named;
  const file = await surroundings.readFile(`${account}/namespace`);
  if (file.state !== "read") return undefined;
  return new TextDecoder().decode(file.bytes).trim() || undefined;
}

/** The first of a user's ways to log in that is set, with the client certificate, if there is one, beside it. */
async function credentialsOf(
  chosen: Chosen,
  certificateAuthority: string | undefined,
  surroundings: Surroundings,
): Promise<Credentials> {
  const certificate = await certificateOf(chosen, surroundings);
  const origin = authorizationOf(chosen, certificateAuthority, surroundings);
  return {
    current: async () => ({ ...certificate, ...(await origin.current()) }),
    renew: (refused) => origin.renew(refused),
  };
}

async function certificateOf(
  { user, userName = "" }: Chosen,
  surroundings: Surroundings,
): Promise<Pick<Credential, "certificate">> {
  const { clientCertificate, clientKey } = user;
  if (clientCertificate === undefined || clientKey === undefined) return {};
  const certificate = await readPem(clientCertificate, "client-cert", userName, surroundings);
  const key = await readPem(clientKey, "client-key", userName, surroundings);
  return { certificate: { certificate, key } };
}

/** Mirrors kubernetes/client-go tools/clientcmd `getUserIdentificationPartialConfig` and transport/round_trippers.go (v1.36). */
function authorizationOf(
  { cluster, user }: Chosen,
  certificateAuthority: string | undefined,
  surroundings: Surroundings,
): Credentials {
  const { token, username, password } = user;
  if (user.tokenFile !== undefined) return tokenFile(user.tokenFile, token, surroundings);
  if (token !== undefined) return fixed({ authorization: bearer(token) });
  if (username !== undefined || password !== undefined) {
    return fixed({ authorization: basic(username ?? "", password ?? "") });
  }
  if (user.exec !== undefined) return execPlugin(user.exec, cluster, certificateAuthority, surroundings);
  return user.authProvider === undefined ? fixed({}) : authProvider(user.authProvider, surroundings);
}

const rereadAfter = 60_000;

/**
 * A token in a file that another program keeps fresh. It is read again each minute and after a 401; a token that was read
 * once stays good while the file cannot be read. Mirrors kubernetes/client-go transport/token_source.go (v1.36).
 */
function tokenFile(path: string, fallback: string | undefined, surroundings: Surroundings): Credentials {
  let last: { readonly token: string; readonly at: number } | undefined;

  async function current(): Promise<Credential> {
    const now = surroundings.now();
    if (last === undefined || now - last.at >= rereadAfter) {
      last = { token: (await tokenIn(path, surroundings)) ?? last?.token ?? missing(), at: now };
    }
    return { authorization: bearer(last.token) };
  }

  function missing(): string {
    if (fallback !== undefined) return fallback;
    throw new AccessError("credentials", say`error: could not read a token from file ${path}`);
  }

  async function renew(refused: Credential): Promise<"renewed" | "same"> {
    const token = await tokenIn(path, surroundings);
    if (token === undefined || bearer(token) === refused.authorization) return "same";
    last = { token, at: surroundings.now() };
    return "renewed";
  }

  return { current, renew };
}

async function tokenIn(path: string, surroundings: Surroundings): Promise<string | undefined> {
  const read = await surroundings.readFile(path);
  if (read.state !== "read") return undefined;
  return new TextDecoder().decode(read.bytes).trim() || undefined;
}
