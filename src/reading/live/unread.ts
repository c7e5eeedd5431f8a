import type { UnreadReason } from "../../cluster/index.ts";
import type { Answer } from "../../connection/http/answer.ts";
import type { AccessFailure } from "../../connection/kubeconfig/index.ts";
import { AccessError } from "../../connection/kubeconfig/index.ts";
import type { Phrase } from "../../kubernetes/index.ts";
import { flatten, say, words } from "../../kubernetes/index.ts";

/** A read that gave nothing. */
export interface NotRead {
  readonly read: false;
  readonly reason: UnreadReason;
  /** The server's own words: untrusted. */
  readonly detail: string;
  /** Of the server's answer, when there was one. */
  readonly status?: number;
  /** When the server, or the way to it, failed: what to say if nothing else could be read either. */
  readonly fault?: AccessError;
}

/** What an answer that reports a failure means for what was asked. */
export function notRead(answer: Answer): NotRead {
  const { status } = answer;
  const detail = detailOf(answer);
  const reason = status === 403 ? "Forbidden" : "Unavailable";
  // These are about what was asked for, and not about the way there.
  const isOrderly = status === 403 || status === 404 || status === 410;
  return { read: false, reason, detail, status, ...(isOrderly ? {} : { fault: refusal(answer) }) };
}

/** A failure of one request, unless it means that no request can succeed: that one is thrown. */
export function notReadBecause(problem: unknown): NotRead {
  if (!(problem instanceof AccessError) || !mayPass(problem.kind)) throw problem;
  const detail = flatten(problem.phrase, (data) => data);
  return { read: false, reason: "Unavailable", detail, fault: problem };
}

/** Whether a failure is of one request only, so that another can still succeed. */
export function mayPass(kind: AccessFailure): boolean {
  switch (kind) {
    case "timeout":
    case "broken":
    case "redirect":
    case "protocol":
    case "too-large":
    case "throttled":
    case "server":
      return true;
    case "config":
    case "credentials":
    case "unauthorized":
    case "refused":
    case "unresolved":
    case "untrusted":
    case "proxy":
    case "unreachable":
    case "interrupted":
    case "rejected":
      return false;
  }
}

/** An answer that reports a failure, as an error. */
export function refusal(answer: Answer): AccessError {
  const { status } = answer;
  const kind = status === 429 ? "throttled" : status >= 500 ? "server" : "rejected";
  return new AccessError(kind, fromServer(answer));
}

/** As kubectl prints an error of the API server. */
function fromServer(answer: Answer): Phrase {
  const reason = answer.failure?.reason || `HTTP ${answer.status}`;
  return say`Error from server (${reason}): ${detailOf(answer) || words("the server gave no reason")}`;
}

function detailOf({ failure, text, status }: Answer): string {
  return failure?.message || text || `HTTP ${status}`;
}
