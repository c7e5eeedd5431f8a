/** Loaded only when a token must be refreshed: the libraries for that are large. */

import https from "node:https";
import { OpenIDConnectAuth } from "@kubernetes/client-node/dist/oidc_auth.js";
import {
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  None,
  refreshTokenGrant,
  type ServerMetadata,
} from "openid-client";
import type { Tokens } from "../auth-provider.ts";

/**
 * New tokens for a user.
 *
 * The client library asks the identity provider without its authority and without the client's secret (2.0.1,
 * kubernetes-client/javascript#360): so it is handed a client that knows both.
 *
 * Mirrors kubernetes/client-go plugin/pkg/client/auth/oidc/oidc.go `idToken` (v1.36), except that the new tokens are
 * not written to the kubeconfig.
 *
 * @param config what the kubeconfig says of the provider; it has a `refresh-token`
 * @param authorities in PEM
 */
export async function newTokens(
  config: ReadonlyMap<string, string>,
  authorities: readonly string[],
): Promise<Tokens> {
  const headers: NodeJS.Dict<string> = {};
  const client = {
    refresh: async (token: string) => await refreshed(token, config, authorities).catch(tell),
  };
  const authProvider = { name: "oidc", config: Object.fromEntries(withToken(config)) };
  await new OpenIDConnectAuth().applyAuthentication({ name: "", authProvider }, { headers }, client);
  const { Authorization } = headers;
  if (Authorization === undefined) throw new Error("client-id and idp-issuer-url must be set");
  return {
    idToken: Authorization.replace(/^Bearer /, ""),
    refreshToken: authProvider.config["refresh-token"],
  };
}

/** The library refreshes only a token that it can see has expired: one without a claim `exp`. */
function withToken(config: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const neverValid = "e30.eyJleHAiOjF9.e30";
  return new Map([...config, ["id-token", neverValid]]);
}

/** What the client library takes from a client. */
interface Granted {
  readonly id_token: string;
  readonly refresh_token: string | undefined;
  readonly expires_at: number | undefined;
}

async function refreshed(
  token: string,
  config: ReadonlyMap<string, string>,
  authorities: readonly string[],
): Promise<Granted> {
  const fetch = fetchTrusting(authorities);
  const clientId = config.get("client-id") ?? "";
  const issuer = new URL(config.get("idp-issuer-url") ?? "");
  const found = await discovery(issuer, clientId, undefined, None(), { [customFetch]: fetch });
  const provider = found.serverMetadata();
  const [first, second] = waysToProve(config.get("client-secret"), provider);

  async function grant(proof: ClientAuth): Promise<Granted> {
    const client = new Configuration(provider, clientId, undefined, proof);
    client[customFetch] = fetch;
    const { id_token, refresh_token, expires_in } = await refreshTokenGrant(client, token);
    if (id_token === undefined) throw new Error("the identity provider answered without an id_token");
    return { id_token, refresh_token, expires_at: expires_in };
  }

  return await grant(first).catch((problem: unknown) => {
    if (second === undefined || !isProofRefused(problem)) throw problem;
    return grant(second);
  });
}

/** How the client shows that it has its secret: as the provider says, and if that is refused, the other way. */
function waysToProve(
  secret: string | undefined,
  { token_endpoint_auth_methods_supported: supported }: ServerMetadata,
): readonly [ClientAuth, ClientAuth?] {
  if (secret === undefined || secret === "") return [None()];
  const ways = [ClientSecretBasic(secret), ClientSecretPost(secret)] as const;
  return supported?.includes("client_secret_basic") === false ? [ways[1], ways[0]] : ways;
}

/** RFC 6749 5.2. */
function isProofRefused(problem: unknown): boolean {
  if (typeof problem !== "object" || problem === null) return false;
  return (
    ("error" in problem && problem.error === "invalid_client") ||
    ("status" in problem && problem.status === 401)
  );
}

/** In the provider's own words, where it has some. What comes of the network the library only calls "something went wrong". */
function tell(problem: unknown): never {
  if (!(problem instanceof Error)) throw problem;
  if (!("error" in problem)) throw problem.cause instanceof Error ? problem.cause : problem;
  const description = "error_description" in problem ? ` ${JSON.stringify(problem.error_description)}` : "";
  throw new Error(`oauth2: ${JSON.stringify(problem.error)}${description}`, { cause: problem });
}

/** So many bytes of an answer are taken; a token is a few thousand. */
const mostBytes = 1024 * 1024;

interface Asking {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

type Fetch = (url: string, asking: Asking) => Promise<Response>;

/**
 * As `fetch`, of servers that one of these authorities signed for: Node's own takes no authorities.
 *
 * @param authorities in PEM
 */
function fetchTrusting(authorities: readonly string[]): Fetch {
  const agent = new https.Agent({ ca: [...authorities] });
  return async (url, asking) => responseOf(await answerTo(url, asking, agent));
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: NodeJS.Dict<string[]>;
  readonly body: Buffer;
}

function answerTo(
  url: string,
  { method, headers, body, signal }: Asking,
  agent: https.Agent,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { agent, method, headers, ...(signal === undefined ? {} : { signal }) };
    const request = https.request(url, options, (answer) => {
      const pieces: Buffer[] = [];
      let bytes = 0;
      answer.on("data", (piece: Buffer) => {
        bytes += piece.length;
        pieces.push(piece);
        if (bytes > mostBytes) request.destroy(new Error(`${url} answers with more than ${mostBytes} bytes`));
      });
      answer.on("error", reject);
      answer.on("end", () =>
        resolve({ status: answer.statusCode, headers: answer.headersDistinct, body: Buffer.concat(pieces) }),
      );
    });
    request.on("error", reject);
    request.end(body === undefined || body === null ? undefined : String(body));
  });
}

/** Throws a `RangeError` for a status that there is not. */
function responseOf({ status = 0, headers, body }: Answer): Response {
  const told = Object.entries(headers).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  // With some statuses there may be no body.
  return new Response(body.length === 0 ? null : body, { status, headers: told });
}
