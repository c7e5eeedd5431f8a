import type { JsonBounds } from "../../connection/http/json-body.ts";
import type { Sent } from "../../connection/http/send.ts";
import type { Phrase } from "../../kubernetes/index.ts";
import { say, words } from "../../kubernetes/index.ts";
import type { No } from "./answer.ts";
import { answerOf, guardIn } from "./answer.ts";
import { patience } from "./outside.ts";

/** A wait, after which a write may be sent again if its object has not changed. */
export interface Pause {
  /** Milliseconds. */
  readonly for: number;
  readonly why: Phrase;
  /** What is said if the object could not be read again. */
  readonly unread: Phrase;
}

/**
 * Only where the server did nothing. A policy sees the volumes and pods as the API server last heard of them, so it learns a
 * moment later of what this run changed. kubernetes/kubernetes
 * staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/generic/policy_dispatcher.go CollectParams, 1.36.
 */
export function pauseAfter(sent: Sent, limits: JsonBounds): Pause | undefined {
  if (sent.came !== "answer") return undefined;
  const answer = answerOf(sent.received, limits);
  if (answer.is === "yes") return undefined;
  const asked = waitAskedFor(answer);
  if (asked !== undefined) {
    const seconds = Math.ceil(asked / 1000);
    return {
      for: asked,
      why: say`The API server asks to retry in ${seconds} ${words(seconds === 1 ? "second" : "seconds")}.`,
      unread: words("The server was overloaded, and the object could not be read again."),
    };
  }
  if (guardIn(answer) !== "policy") return undefined;
  return {
    for: patience.guardHears,
    why: words(
      "A guard refused the request. It may not have seen the latest changes yet, so it is asked again.",
    ),
    unread: answer.phrase,
  };
}

/** A gateway's 503 and a server's 429 with a time to come back both say that nothing was done. */
export function waitAskedFor({ code, retryAfter }: No): number | undefined {
  return code === 429 || code === 503 ? retryAfter : undefined;
}
