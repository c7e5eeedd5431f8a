import { isRecord, own, parsedJson, say, words } from "../../kubernetes/index.ts";
import type { AccessError } from "./access-error.ts";
import { configError, unable } from "./access-error.ts";
import type { AuthProviderEntry } from "./config.ts";
import type { Credential, Credentials, Tokens } from "./credentials.ts";
import { bearer } from "./credentials.ts";
import type { Surroundings } from "./machine.ts";
import { readPem, systemAuthorities } from "./pem.ts";

/**
 * Asks the identity provider for new tokens, with a `refresh-token`.
 *
 * @param authorities in PEM: one of them must have signed for the provider
 */
type RefreshToken = (config: ReadonlyMap<string, string>, authorities: readonly string[]) => Promise<Tokens>;

/** Credentials from the old `auth-provider` field, of which kubectl has kept only `oidc`. */
export function authProvider(
  entry: AuthProviderEntry,
  surroundings: Surroundings,
  refresh: RefreshToken = async (...asked) => (await import("./new-tokens.ts")).newTokens(...asked),
): Credentials {
  if (entry.name === "oidc") return oidc(entry.config, surroundings, refresh);
  const removed = ["gcp", "azure"].includes(entry.name)
    ? say`The ${entry.name} auth plugin has been removed. Please use a credential plugin instead.`
    : say`no Auth Provider found for name ${entry.name}`;
  throw configError(removed);
}

function oidc(
  given: ReadonlyMap<string, string>,
  surroundings: Surroundings,
  refresh: RefreshToken,
): Credentials {
  let config = given;

  async function refreshed(): Promise<string> {
    if (!config.has("refresh-token")) throw unusable("the id-token has expired and no refresh-token is set");
    const authorities = await authoritiesOf(config, surroundings);
    const { idToken, refreshToken } = await refresh(config, authorities).catch((problem: unknown) => {
      throw unusable(problem instanceof Error ? problem.message : String(problem));
    });
    const before = config.get("refresh-token");
    config = new Map([...config, ["id-token", idToken], ["refresh-token", refreshToken ?? before ?? ""]]);
    if (config.get("refresh-token") !== before) surroundings.warn(newRefreshToken);
    return idToken;
  }

  async function current(): Promise<Credential> {
    const token = config.get("id-token");
    const valid = token !== undefined && surroundings.now() < expiryOf(token) - 10_000;
    return { authorization: bearer(valid && token !== undefined ? token : await refreshed()) };
  }

  return { current, renew: async () => "same" };
}

/** kubectl would write it there. */
const newRefreshToken = words(
  "Warning: the identity provider issued a new refresh token. pvguard does not write it to the kubeconfig, so kubectl may ask you to log in again.",
);

function unusable(detail: string): AccessError {
  return unable("credentials", say`failed to refresh token: ${detail}`);
}

/** When a JSON Web Token expires, in milliseconds; 0 when it does not say. */
function expiryOf(token: string): number {
  const claims = parsedJson(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
  const expiry = isRecord(claims) ? own(claims, "exp") : undefined;
  return typeof expiry === "number" ? expiry * 1000 : 0;
}

/** Mirrors kubernetes/client-go plugin/pkg/client/auth/oidc/oidc.go `newOIDCAuthProvider` (v1.36): whom to trust. */
async function authoritiesOf(
  config: ReadonlyMap<string, string>,
  surroundings: Surroundings,
): Promise<readonly string[]> {
  const data = config.get("idp-certificate-authority-data");
  const file = config.get("idp-certificate-authority");
  const from = data ? { data } : file ? { file } : undefined;
  if (from === undefined) return await systemAuthorities(surroundings);
  return [await readPem(from, "idp-certificate-authority", config.get("idp-issuer-url") ?? "", surroundings)];
}
