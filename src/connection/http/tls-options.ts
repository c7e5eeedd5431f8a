import { X509Certificate } from "node:crypto";
import { isIP, isIPv6 } from "node:net";
import type { ConnectionOptions, PeerCertificate, SecureContextOptions } from "node:tls";
import { checkServerIdentity, createSecureContext } from "node:tls";
import { say } from "../../kubernetes/index.ts";
import type { ClientCertificate, Connection } from "../kubeconfig/index.ts";
import { configError } from "../kubeconfig/index.ts";

/** TLS as this connection wants it. What is not said here must not be taken from the environment. */
type TlsOptions = ConnectionOptions &
  Required<
    Pick<ConnectionOptions, "rejectUnauthorized" | "secureContext" | "servername" | "checkServerIdentity">
  >;

export function tlsOptions(
  { trust, server, clusterName, user }: Connection,
  certificate: ClientCertificate | undefined,
  systemAuthorities: readonly string[] | undefined,
): TlsOptions {
  // Empty if nothing is verified: if `ca` is not set, Node.js reads all authorities that it knows.
  const authorities = trust.authorities ?? systemAuthorities ?? [];
  const ca = { ca: authorities as string | string[] };
  const trusting = checked(ca, say`unable to load root certificates of cluster ${clusterName ?? ""}`);
  const secureContext =
    certificate === undefined
      ? trusting
      : checked(
          { ...ca, cert: certificate.certificate, key: certificate.key },
          say`unable to load the client certificate of user ${user ?? ""}`,
        );
  const expected = trust.serverName ?? addressOf(server).host;
  return {
    rejectUnauthorized: trust.verification === "on",
    secureContext,
    ALPNProtocols: ["http/1.1"],
    servername: nameToAskFor(expected),
    checkServerIdentity: (_, presented) => identityProblem(expected, presented),
  };
}

function checked(options: SecureContextOptions, problem: ReturnType<typeof say>) {
  try {
    return createSecureContext(options);
  } catch (cause) {
    throw configError(say`${problem}: ${cause instanceof Error ? cause.message : ""}`);
  }
}

/**
 * Why the server that shows this certificate is not the one that is expected; `undefined` if it is. Node.js 22.23 takes every
 * IPv6 address for a name, and says of all certificates that they are not for it: then OpenSSL is asked.
 *
 * @param expected a name or an address, without brackets
 */
export function identityProblem(
  expected: string,
  presented: PeerCertificate,
  check: typeof checkServerIdentity = checkServerIdentity,
): Error | undefined {
  const problem = check(expected, presented);
  if (problem === undefined || !isIPv6(expected)) return problem;
  return new X509Certificate(presented.raw).checkIP(expected) === undefined ? problem : undefined;
}

/** Host and port as node:net wants them: an IPv6 address without brackets. */
export function addressOf(url: URL): { readonly host: string; readonly port: number } {
  const standard = url.protocol === "https:" ? 443 : 80;
  return { host: url.hostname.replace(/^\[|\]$/g, ""), port: Number(url.port) || standard };
}

/** By what a TLS server is asked for: an address cannot be asked for by name, though it is checked all the same. */
export function nameToAskFor(host: string): string {
  return isIP(host) === 0 ? host : "";
}

export function proxyAuthorization(proxy: URL): { readonly "Proxy-Authorization"?: string } {
  if (proxy.username === "") return {};
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return { "Proxy-Authorization": `Basic ${Buffer.from(pair, "utf8").toString("base64")}` };
}
