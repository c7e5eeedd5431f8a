import type { Phrase } from "../../kubernetes/index.ts";
import { flatten, say } from "../../kubernetes/index.ts";

/**
 * Why a cluster could not be asked. `config`: the kubeconfig or a flag. `credentials`: what should have given a
 * credential did not. `refused` up to `protocol`: no usable answer came. `throttled` and `server`: the server answers,
 * and not with what was asked. `rejected`: the request itself was refused as bad.
 */
export type AccessFailure =
  | "config"
  | "credentials"
  | "unauthorized"
  | "refused"
  | "unresolved"
  | "untrusted"
  | "proxy"
  | "unreachable"
  | "timeout"
  | "broken"
  | "redirect"
  | "protocol"
  | "too-large"
  | "throttled"
  | "server"
  | "rejected"
  | "interrupted";

/** `phrase` is the whole line as kubectl would print it, with what came from outside kept apart. */
export class AccessError extends Error {
  readonly kind: AccessFailure;
  readonly phrase: Phrase;
  /** What a person can do about it. */
  readonly hint: Phrase | undefined;

  constructor(kind: AccessFailure, phrase: Phrase, hint?: Phrase) {
    super(flatten(phrase, (data) => JSON.stringify(data)));
    this.name = "AccessError";
    this.kind = kind;
    this.phrase = phrase;
    this.hint = hint;
  }
}

/** What is wrong with the kubeconfig or a flag. */
export function configError(problem: Phrase): AccessError {
  return new AccessError("config", say`error: ${problem}`);
}

export function unable(kind: AccessFailure, why: Phrase, hint?: Phrase): AccessError {
  return new AccessError(kind, say`Unable to connect to the server: ${why}`, hint);
}

/** What should have given a credential did not. */
export function noCredential(problem: Phrase, hint?: Phrase): AccessError {
  return unable("credentials", say`getting credentials: ${problem}`, hint);
}
