import { type ConnectionOptions, createSecureContext, type SecureContextOptions } from "node:tls";
import { say } from "../../model/index.ts";
import { AccessError, type ClientCertificate, type Connection } from "../kubeconfig/index.ts";
import { addressOf, nameToAskFor } from "./address.ts";
import { identityProblem } from "./server-identity.ts";

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
  const trusting = checked(ca, say`error: unable to load root certificates of cluster ${clusterName ?? ""}`);
  const secureContext =
    certificate === undefined
      ? trusting
      : checked(
          { ...ca, cert: certificate.certificate, key: certificate.key },
          say`error: unable to load the client certificate of user ${user ?? ""}`,
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
    throw new AccessError("config", say`${problem}: ${cause instanceof Error ? cause.message : ""}`);
  }
}
