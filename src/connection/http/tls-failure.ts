import { X509Certificate } from "node:crypto";
import { type Phrase, say, words } from "../../model/index.ts";
import { AccessError, type Connection } from "../kubeconfig/index.ts";

/** Go's words for what is wrong with a certificate, as kubectl prints them; `undefined` if TLS was not what failed. */
export function tlsFailure(
  cause: unknown,
  code: string,
  connection: Connection,
  now: number,
): AccessError | undefined {
  const clock = say`This computer's clock reads ${new Date(now).toISOString()}.`;
  switch (code) {
    case "SELF_SIGNED_CERT_IN_CHAIN":
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
    case "UNABLE_TO_GET_ISSUER_CERT":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
    case "CERT_SIGNATURE_FAILURE":
    case "CERT_UNTRUSTED":
    case "INVALID_CA":
      return unverified(words("certificate signed by unknown authority"), unknownAuthority(connection));
    case "CERT_HAS_EXPIRED":
      return unverified(words("certificate has expired or is not yet valid: it has expired"), clock);
    case "CERT_NOT_YET_VALID":
      return unverified(words("certificate has expired or is not yet valid: it is not yet valid"), clock);
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return wrongName(cause, connection);
    case "EPROTO":
    case "ERR_SSL_WRONG_VERSION_NUMBER":
    case "ERR_SSL_PACKET_LENGTH_TOO_LONG":
      return untrusted(words("http: server gave HTTP response to HTTPS client"));
  }
  return /^ERR_SSL_.*ALERT/.test(code) ? rejectedByServer(code) : undefined;
}

function untrusted(what: Phrase, hint?: Phrase): AccessError {
  return new AccessError("untrusted", say`Unable to connect to the server: ${what}`, hint);
}

function unverified(what: Phrase, hint: Phrase): AccessError {
  return untrusted(say`tls: failed to verify certificate: x509: ${what}`, hint);
}

function unknownAuthority({ trust, clusterName }: Connection): Phrase {
  const cluster = clusterName === undefined ? words("this cluster") : say`cluster ${clusterName}`;
  return trust.authorities === undefined
    ? say`No certificate-authority is set for ${cluster}, so only public authorities are trusted.`
    : say`The certificate-authority of ${cluster} did not sign this server's certificate: it is a different server, or the authority was renewed.`;
}

function wrongName(cause: unknown, { server, trust }: Connection): AccessError {
  const names = namesIn(cause).join(", ");
  const asked = trust.serverName ?? server.hostname;
  return unverified(
    say`certificate is valid for ${names}, not ${asked}`,
    words("If this is the right server, set tls-server-name to a name in its certificate."),
  );
}

function namesIn(cause: unknown): readonly string[] {
  const presented = cause instanceof Error && "cert" in cause ? cause.cert : undefined;
  if (typeof presented !== "object" || presented === null || !("subjectaltname" in presented)) return [];
  return String(presented.subjectaltname)
    .split(", ")
    .map((name) => name.replace(/^(DNS|IP Address):/, ""));
}

function rejectedByServer(code: string): AccessError {
  const alert = code
    .replace(/^ERR_SSL_(SSLV3|TLSV1|TLSV13)_ALERT_/, "")
    .toLowerCase()
    .replaceAll("_", " ");
  return new AccessError("unauthorized", say`Unable to connect to the server: remote error: tls: ${alert}`);
}

/** Whether a client certificate has run out, which the server does not say when it refuses it. */
export function expiredSince(certificate: string, now: number): number | undefined {
  try {
    const until = Date.parse(new X509Certificate(certificate).validTo);
    return until < now ? until : undefined;
  } catch {
    return undefined;
  }
}
