import type { Chosen } from "./choose.ts";
import { noUser } from "./config.ts";
import type { ConfigFlags } from "./flags.ts";
import { overrideCluster, overrideUser } from "./overrides.ts";
import { type Surroundings, variable } from "./surroundings.ts";

const account = "/var/run/secrets/kubernetes.io/serviceaccount";

/**
 * The service account of the Pod that this runs in; `undefined` outside of a cluster.
 * Mirrors kubernetes/client-go tools/clientcmd/client_config.go `inClusterClientConfig` (v1.36).
 */
export async function inCluster(flags: ConfigFlags, surroundings: Surroundings): Promise<Chosen | undefined> {
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
    cluster: overrideCluster({ server, certificateAuthority, verification: "on", compression: "on" }, flags),
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
