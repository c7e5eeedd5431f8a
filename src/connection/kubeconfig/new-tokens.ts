/** Loaded only when a token must be refreshed: the library for that is large. */

import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import https from "node:https";
import type { ClientAuth, CustomFetch, ServerMetadata } from "openid-client";
import {
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  None,
  refreshTokenGrant,
} from "openid-client";
import type { Tokens } from "./credentials.ts";

/**
 * New tokens for a user. Mirrors kubernetes/client-go plugin/pkg/client/auth/oidc/oidc.go `idToken` (v1.36), except that
 * the new tokens are not written to the kubeconfig.
 *
 * @param config what the kubeconfig says of the provider; it has a `refresh-token`
 * @param authorities in PEM
 */
export async function newTokens(
  config: ReadonlyMap<string, string>,
  authorities: readonly string[],
): Promise<Tokens> {
  const [clientId, issuer] = [config.get("client-id"), config.get("idp-issuer-url")];
  if (!clientId || !issuer) throw new Error("client-id and idp-issuer-url must be set");
  return await refreshed(clientId, new URL(issuer), config, fetchTrusting(authorities)).catch(tell);
}

async function refreshed(
  clientId: string,
  issuer: URL,
  config: ReadonlyMap<string, string>,
  fetch: CustomFetch,
): Promise<Tokens> {
  const found = await discovery(issuer, clientId, undefined, None(), { [customFetch]: fetch });
  const provider = found.serverMetadata();
  const [first, second] = waysToProve(config.get("client-secret"), provider);

  async function grant(proof: ClientAuth): Promise<Tokens> {
    const client = new Configuration(provider, clientId, undefined, proof);
    client[customFetch] = fetch;
    const answer = await refreshTokenGrant(client, config.get("refresh-token") ?? "");
    if (answer.id_token === undefined) throw new Error("the identity provider answered without an id_token");
    return { idToken: answer.id_token, refreshToken: answer.refresh_token };
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
  if (!secret) return [None()];
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

/** As `fetch`, of servers that one of these authorities signed for: Node's own takes no authorities. */
function fetchTrusting(authorities: readonly string[]): CustomFetch {
  const agent = new https.Agent({ ca: [...authorities] });
  return async (url, { method, headers, body, signal }) => {
    const request = https.request(url, { agent, method, headers, ...(signal ? { signal } : {}) });
    // Once there is an answer, what goes wrong is told by its body.
    request.on("error", () => {});
    request.end(body ? String(body) : undefined);
    const [answer]: IncomingMessage[] = await once(request, "response");
    const pieces: Buffer[] = [];
    let bytes = 0;
    for await (const piece of answer as AsyncIterable<Buffer>) {
      bytes += piece.length;
      pieces.push(piece);
      if (bytes > mostBytes) throw new Error(`${url} answers with more than ${mostBytes} bytes`);
    }
    const told = Object.entries(answer?.headersDistinct ?? {}).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    // With some statuses there may be no body. A status that there is not is a `RangeError`.
    const whole = bytes === 0 ? null : Buffer.concat(pieces);
    return new Response(whole, { status: answer?.statusCode ?? 0, headers: told });
  };
}
