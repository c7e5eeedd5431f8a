import { X509Certificate } from "node:crypto";
import type { Phrase } from "../../kubernetes/index.ts";
import { say, words } from "../../kubernetes/index.ts";
import type { Connection } from "../kubeconfig/index.ts";
import { AccessError, configError, unable } from "../kubeconfig/index.ts";

/** The error of a request as kubectl would say it. `now` is the local clock, which can be what is wrong. */
export function failureOf(problem: unknown, connection: Connection, now: number): AccessError {
  if (problem instanceof AccessError) return problem;
  const cause = problem instanceof Break ? problem.cause : problem;
  if (cause instanceof AccessError) return cause;
  if (cause instanceof ProxyFailure) return proxyFailure(cause, connection);
  if (cause instanceof TimeLimit) return timeFailure(cause, connection);
  const code = codeOf(cause);
  if (code.startsWith("HPE_")) return notHttp(cause, connection);
  return (
    networkFailure(code, connection) ??
    tlsFailure(cause, code, connection, now) ??
    unable("broken", say`${hostAndPort(connection.server)}: ${code || String(cause)}`)
  );
}

function networkFailure(code: string, connection: Connection): AccessError | undefined {
  const server = hostAndPort(connection.server);
  const hint =
    connection.contextName === undefined || connection.serverFrom === "flag"
      ? undefined
      : say`Context ${connection.contextName} of the kubeconfig names this server.`;
  switch (code) {
    case "ABORT_ERR":
      return new AccessError("interrupted", words("interrupted"));
    case "ECONNREFUSED": {
      const refused = say`The connection to the server ${server} was refused - did you specify the right host or port?`;
      return new AccessError("refused", refused, hint);
    }
    case "ENOTFOUND":
    case "EAI_AGAIN": {
      const until = words(code === "EAI_AGAIN" ? " (temporary)" : "");
      const { hostname } = connection.server;
      return unable("unresolved", say`the host name ${hostname} does not resolve${until}`, hint);
    }
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "EADDRNOTAVAIL":
      return unable("unreachable", say`no route to ${server} (${code})`, hint);
    case "ETIMEDOUT":
      return unable("unreachable", say`${server} does not answer (${code})`, hint);
    case "ECONNRESET":
    case "ECONNABORTED":
    case "EPIPE":
    case "Z_BUF_ERROR":
    case "Z_DATA_ERROR":
      return unable("broken", say`the connection to ${server} was lost (${code})`);
    case "ERR_BUFFER_TOO_LARGE":
      return new AccessError("too-large", words("the server's answer is larger than pvguard's limit"));
    case "ERR_INVALID_CHAR":
      return configError(
        words("a credential or a user name contains a character that is not allowed in an HTTP header"),
      );
  }
  return undefined;
}

function hostAndPort(url: URL): string {
  return url.port === "" ? `${url.hostname}:${url.protocol === "https:" ? 443 : 80}` : url.host;
}

/** Where several addresses were tried, the error holds one for each. */
export function codeOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.errors.length > 0) return codeOf(cause.errors[0]);
  return cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "";
}

function timeFailure({ phase, milliseconds }: TimeLimit, { server }: Connection): AccessError {
  const seconds = milliseconds / 1000;
  const host = hostAndPort(server);
  switch (phase) {
    case "connect":
      return unable("unreachable", say`no connection to ${host} within ${seconds}s`);
    case "handshake":
      return unable("unreachable", say`no TLS connection with ${host} within ${seconds}s`);
    case "headers":
    case "request":
      return unable("timeout", say`no answer from ${host} within ${seconds}s`);
    case "body":
      return unable("timeout", say`the answer of ${host} stopped for ${seconds}s`);
  }
}

function proxyFailure({ cause, status }: ProxyFailure, { proxy }: Connection): AccessError {
  const name = say`the proxy ${proxy?.url.origin ?? ""} (from ${proxy?.from ?? ""})`;
  if (status === 407) return unable("proxy", say`${name} requires authentication`);
  if (status !== undefined) return unable("proxy", say`${name} answered ${status}`);
  const code = codeOf(cause);
  if (code === "ECONNREFUSED") return unable("proxy", say`${name} refused the connection`);
  return unable(
    "proxy",
    say`${name} cannot be reached (${code || (cause instanceof Error ? cause.message : "")})`,
  );
}

/** A TLS record where an HTTP answer should be: alerts begin with 0x15, handshakes with 0x16. */
function notHttp(cause: unknown, { server }: Connection): AccessError {
  const raw = cause instanceof Error && "rawPacket" in cause ? cause.rawPacket : undefined;
  const speaksTls = raw instanceof Uint8Array && (raw[0] === 0x15 || raw[0] === 0x16);
  return speaksTls
    ? speaksHttps(server)
    : unable("protocol", say`${hostAndPort(server)} does not answer in HTTP`);
}

export function speaksHttps(server: URL): AccessError {
  return unable("protocol", say`${hostAndPort(server)} requires HTTPS, but the kubeconfig has http`);
}

/** Go's words for what is wrong with a certificate, as kubectl prints them; `undefined` if TLS was not what failed. */
function tlsFailure(
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
      return unable("untrusted", words("http: server gave HTTP response to HTTPS client"));
  }
  if (!/^ERR_SSL_.*ALERT/.test(code)) return undefined;
  const alert = code.replace(/^ERR_SSL_(SSLV3|TLSV1|TLSV13)_ALERT_/, "").toLowerCase();
  return unable("unauthorized", say`remote error: tls: ${alert.replaceAll("_", " ")}`);
}

function unverified(what: Phrase, hint: Phrase): AccessError {
  return unable("untrusted", say`tls: failed to verify certificate: x509: ${what}`, hint);
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

/** Whether a client certificate has run out, which the server does not say when it refuses it. */
export function expiredSince(certificate: string, now: number): number | undefined {
  try {
    const until = Date.parse(new X509Certificate(certificate).validTo);
    return until < now ? until : undefined;
  } catch {
    return undefined;
  }
}

export type Phase = "connect" | "handshake" | "headers" | "body";

/** A time limit passed. */
export class TimeLimit extends Error {
  readonly phase: Phase | "request";
  readonly milliseconds: number;

  constructor(phase: Phase | "request", milliseconds: number) {
    super(`no answer within ${milliseconds} ms (${phase})`);
    this.phase = phase;
    this.milliseconds = milliseconds;
  }
}

/** What `exchange` throws: the cause, and how far the request had come. */
export class Break extends Error {
  override readonly cause: unknown;
  readonly phase: Phase;
  /** The connection had served an earlier request: the server may have closed it meanwhile. */
  readonly connection: "new" | "used";

  constructor(cause: unknown, phase: Phase, connection: "new" | "used") {
    super("the exchange broke off");
    this.cause = cause;
    this.phase = phase;
    this.connection = connection;
  }
}

/** The proxy itself could not be used; `cause` is the connection's error, if it was that. */
export class ProxyFailure extends Error {
  override readonly cause: unknown;
  /** The status of its answer to CONNECT. */
  readonly status: number | undefined;

  constructor(cause: unknown, status?: number) {
    super("the proxy failed");
    this.cause = cause;
    this.status = status;
  }
}
