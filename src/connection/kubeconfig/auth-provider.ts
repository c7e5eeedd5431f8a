import { say } from "../../model/index.ts";
import { AccessError } from "./access-error.ts";
import type { AuthProviderEntry } from "./config.ts";
import { bearer, type Credential, type Credentials } from "./credentials.ts";
import type { Surroundings } from "./surroundings.ts";

/** Asks the identity provider for a new token. */
type RefreshToken = (config: ReadonlyMap<string, string>) => Promise<string | undefined>;

/** Credentials from the old `auth-provider` field, of which kubectl has kept only `oidc`. */
export function authProvider(
  entry: AuthProviderEntry,
  surroundings: Surroundings,
  refresh: RefreshToken = refreshWithClientLibrary,
): Credentials {
  if (entry.name === "oidc") return oidc(entry.config, surroundings, refresh);
  const removed = ["gcp", "azure"].includes(entry.name)
    ? say`error: The ${entry.name} auth plugin has been removed. Please use a credential plugin instead.`
    : say`error: no Auth Provider found for name ${entry.name}`;
  throw new AccessError("config", removed);
}

function oidc(
  config: ReadonlyMap<string, string>,
  surroundings: Surroundings,
  refresh: RefreshToken,
): Credentials {
  let token = config.get("id-token");

  async function refreshed(): Promise<string> {
    const got = await refresh(config).catch((problem: unknown) => {
      throw unusable(problem instanceof Error ? problem.message : String(problem));
    });
    if (got === undefined) throw unusable("the id-token has expired and no refresh-token is set");
    token = got;
    return got;
  }

  async function current(): Promise<Credential> {
    const valid = token !== undefined && surroundings.now() < expiryOf(token) - 10_000;
    return { authorization: bearer(valid && token !== undefined ? token : await refreshed()) };
  }

  return { current, renew: async () => "same" };
}

function unusable(detail: string): AccessError {
  return new AccessError(
    "credentials",
    say`Unable to connect to the server: failed to refresh token: ${detail}`,
  );
}

/** When a JSON Web Token expires, in milliseconds; 0 when it does not say. */
function expiryOf(token: string): number {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
    if (typeof claims !== "object" || claims === null || !("exp" in claims)) return 0;
    return typeof claims.exp === "number" ? claims.exp * 1000 : 0;
  } catch {
    return 0;
  }
}

async function refreshWithClientLibrary(config: ReadonlyMap<string, string>): Promise<string | undefined> {
  if (!config.has("refresh-token")) return undefined;
  const { KubeConfig } = await import("./client-node.ts");
  const kubeconfig = new KubeConfig();
  kubeconfig.loadFromOptions({
    clusters: [{ name: "c", server: "https://localhost", skipTLSVerify: false }],
    users: [{ name: "u", authProvider: { name: "oidc", config: forLibrary(config) } }],
    contexts: [{ name: "x", cluster: "c", user: "u" }],
    currentContext: "x",
  });
  const options: { headers?: NodeJS.Dict<unknown> } = {};
  await kubeconfig.applyToHTTPSOptions(options);
  const header = options.headers?.Authorization;
  return typeof header === "string" ? header.replace(/^Bearer /, "") : undefined;
}

/** The library hands the issuer on as it is, and the one below it takes no text: client-node 2.0.1 oidc_auth.js getClient. */
function forLibrary(config: ReadonlyMap<string, string>): { readonly [key: string]: string | URL } {
  const issuer = config.get("idp-issuer-url");
  const entries = Object.fromEntries(withToken(config));
  return issuer === undefined ? entries : { ...entries, "idp-issuer-url": new URL(issuer) };
}

/** The library refreshes only a token that it can see has expired: one without a claim `exp`. */
function withToken(config: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const neverValid = "e30.eyJleHAiOjF9.e30";
  return new Map([...config, ["id-token", neverValid]]);
}
