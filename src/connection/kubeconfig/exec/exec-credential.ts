import { say, words } from "../../../model/index.ts";
import { AccessError } from "../access-error.ts";
import { bearer, type Credential } from "../credentials.ts";
import { FieldError, Fields } from "../fields.ts";
import type { ExecVersion } from "./exec-info.ts";

export interface ExecCredential {
  readonly credential: Credential;
  /** Milliseconds since the epoch. */
  readonly expires: number | undefined;
}

/**
 * The credential in a plugin's answer. What the plugin printed is a secret and never part of a message.
 * Mirrors kubernetes/client-go plugin/pkg/client/auth/exec/exec.go `refreshCredsLocked` (v1.36).
 */
export function readExecCredential(output: Uint8Array, apiVersion: ExecVersion): ExecCredential {
  const answer = fieldsOf(output);
  try {
    return credentialIn(answer, apiVersion);
  } catch (problem) {
    if (problem instanceof FieldError) throw undecodable(`${problem.path} ${problem.problem}`);
    throw problem;
  }
}

function fieldsOf(output: Uint8Array): Fields {
  try {
    return new Fields(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(output)), "");
  } catch {
    throw undecodable("the credential plugin did not print an ExecCredential");
  }
}

function undecodable(problem: string): AccessError {
  return failed(say`decoding stdout: ${problem}`);
}

function credentialIn(answer: Fields, apiVersion: ExecVersion): ExecCredential {
  const returned = answer.text("apiVersion") ?? "";
  if (answer.text("kind") !== "ExecCredential" || returned !== apiVersion) {
    throw failed(
      say`exec plugin is configured to use API version ${apiVersion}, plugin returned version ${returned}`,
    );
  }
  const status = answer.fields("status");
  if (status === undefined) throw failed(words("exec plugin didn't return a status field"));
  const token = status.text("token");
  const certificate = status.text("clientCertificateData");
  const key = status.text("clientKeyData");
  if ((certificate === undefined) !== (key === undefined)) {
    throw failed(words("exec plugin returned only certificate or key, not both"));
  }
  if (token === undefined && certificate === undefined) {
    throw failed(words("exec plugin didn't return a token or cert/key pair"));
  }
  return {
    credential: {
      ...(token === undefined ? {} : { authorization: bearer(token) }),
      ...(certificate === undefined || key === undefined ? {} : { certificate: { certificate, key } }),
    },
    expires: expiry(status),
  };
}

function expiry(status: Fields): number | undefined {
  const text = status.text("expirationTimestamp");
  if (text === undefined) return undefined;
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new FieldError(status.pathOf("expirationTimestamp"), "must be a time");
  return at;
}

export function failed(problem: ReturnType<typeof words>, hint?: ReturnType<typeof words>): AccessError {
  return new AccessError(
    "credentials",
    say`Unable to connect to the server: getting credentials: ${problem}`,
    hint,
  );
}
