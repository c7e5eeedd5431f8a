import { readWarnings } from "../../connection/http/answer.ts";
import type { Sent, Shipment } from "../../connection/http/send.ts";
import { send } from "../../connection/http/send.ts";
import type { Phrase, RawObject } from "../../kubernetes/index.ts";
import { own, recordIn, say, words } from "../../kubernetes/index.ts";
import type { Write } from "../../report/index.ts";
import { toRequest } from "../../report/index.ts";
import type { No } from "./answer.ts";
import { answerOf } from "./answer.ts";
import type { StateAfterWrite } from "./judge.ts";
import { judge } from "./judge.ts";
import type { ExecutorSurroundings, Flight, Outside, WriteEnd } from "./outside.ts";
import { ended, isInterrupted, mostResends, openEnd, patience, placeOf } from "./outside.ts";
import type { LiveRead } from "./read.ts";
import { lookUntil } from "./read.ts";
import type { Pause } from "./send-again.ts";
import { pauseAfter } from "./send-again.ts";

/**
 * Sends one write and finds out what became of it. It is sent once. It is sent again only if the server did nothing: it was
 * overloaded, or a policy of the guards refused. The object must have been read again, and must not have changed.
 */
export async function carryOut(
  outside: Outside,
  write: Write,
  before: RawObject | "absent",
): Promise<WriteEnd> {
  return await withGrace(outside.surroundings, patience.afterInterrupt, async (grace) => {
    const flight: Flight = { outside, write, before, grace };
    let waited = 0;
    for (let tried = 0; ; tried++) {
      const sent = await send(outside.client, shipmentOf(write), grace);
      note(outside, sent);
      const pause = pauseAfter(sent, outside.client.line.limits);
      const isEnough = pause === undefined || tried >= mostResends || waited + pause.for > patience.throttled;
      if (isEnough) return { ...(await endOf(flight, sent)), ...heardOf(sent) };
      waited += pause.for;
      const changed = await waitAndLook(flight, pause);
      if (changed !== undefined) return { ...changed, ...heardOf(sent) };
    }
  });
}

function shipmentOf(write: Write): Shipment {
  const { method, path, query, contentType, body } = toRequest(write, "apply");
  return { path, query, parcel: { method, contentType, body: new TextEncoder().encode(body) } };
}

async function endOf(flight: Flight, sent: Sent): Promise<WriteEnd> {
  switch (sent.came) {
    case "nothing-sent":
      return ended("refused", say`Nothing was sent: ${sent.problem.phrase}`);
    case "no-answer":
      return await afterSilence(flight, sent.problem.phrase);
    case "answer": {
      const answer = answerOf(sent.received, flight.outside.client.line.limits);
      return answer.is === "yes" ? await afterYes(flight, answer.body) : await afterNo(flight, answer);
    }
  }
}

/** `undefined`: the object is as it was, so that the same request still means the same. */
async function waitAndLook(flight: Flight, pause: Pause): Promise<WriteEnd | undefined> {
  const { outside } = flight;
  outside.surroundings.tell({ told: "note", note: pause.why });
  await outside.surroundings.sleep(pause.for, outside.surroundings.signal);
  if (isInterrupted(outside)) return ended("interrupted", words("Interrupted. Nothing was changed."));
  const now = await oneLook(flight);
  return now.is === "as-before" ? undefined : endSeen(now, pause.unread);
}

function note({ surroundings }: Outside, sent: Sent): void {
  if (sent.came !== "answer") return;
  for (const warning of readWarnings(sent.received.headers.warning))
    surroundings.tell({ told: "note", note: say`Warning from the server: ${warning}` });
}

/** What the journal keeps of an answer: with `Audit-Id` the server's own log can be searched. */
function heardOf(sent: Sent): Pick<WriteEnd, "code" | "auditId"> {
  if (sent.came !== "answer") return {};
  const { status, headers } = sent.received;
  const auditId = headers["audit-id"];
  return { code: status, ...(typeof auditId === "string" ? { auditId } : {}) };
}

/** The server said yes, which proves nothing: it says so too when it changed nothing. */
async function afterYes(flight: Flight, body: unknown): Promise<WriteEnd> {
  const judged = (seen: LiveRead) => (isTheCreated(flight, body, seen) ? created : judgeOf(flight, seen));
  const now = judged(await looked(flight, patience.withAnswer, (seen) => judged(seen).is === "so"));
  switch (now.is) {
    case "so":
      return ended("done", now.detail);
    case "as-before":
      return unproven(flight, words("The server accepted the request, but the object has not changed."));
    case "otherwise":
      return unproven(flight, say`The server accepted the request, but: ${now.detail}`);
    case "unread":
      return unseen(
        flight,
        say`The server accepted the request. The result could not be read: ${now.phrase}`,
      );
  }
}

/** It went out, and its result is unknown: the object itself is asked. It is never sent again. */
async function afterSilence(flight: Flight, why: Phrase): Promise<WriteEnd> {
  // Who has waited long enough is not kept waiting for a look.
  if (flight.grace.aborted)
    return unseen(
      flight,
      words(
        "Interrupted before the server answered. The request may have been carried out, or may still be.",
      ),
    );
  flight.outside.surroundings.tell({ told: "note", note: say`${why}. Checking the result of the request.` });
  const isDecided = (seen: LiveRead) => {
    const { is } = judgeOf(flight, seen);
    return is === "so" || (is === "otherwise" && flight.write.do !== "patch");
  };
  const now = judgeOf(flight, await looked(flight, patience.withoutAnswer, isDecided));
  switch (now.is) {
    case "so":
      return ended(
        "done",
        say`The server did not confirm it, but the request was carried out: ${now.detail}`,
      );
    case "as-before":
      return unseen(flight, say`${why}. The object has not changed so far. The server may still change it.`);
    case "otherwise":
      return flight.write.do === "patch"
        ? unseen(flight, say`${why}. ${now.detail}`)
        : ended(
            "refused",
            say`${why}. The request was not carried out, and cannot be carried out now: ${now.detail}`,
          );
    case "unread":
      return unseen(flight, say`${why}. The result could not be read: ${now.phrase}`);
  }
}

/** The server said no. Where that can be because the object changed, the object is read again, to say what did. */
async function afterNo(flight: Flight, no: No): Promise<WriteEnd> {
  if (isUndecided(no)) return await afterSilence(flight, no.phrase);
  const mayHaveChanged = [404, 409, 422].includes(no.code);
  if (!mayHaveChanged && flight.write.do !== "delete") return ended("refused", no.phrase);
  const now = await oneLook(flight);
  return mayHaveChanged ? endSeen(now, no.phrase) : afterDeniedDeletion(flight, no.phrase, now);
}

/**
 * The server asks its webhooks twice about the deletion of a pod, and has begun it before the second time.
 * kubernetes/kubernetes staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go Delete, 1.36.
 */
function afterDeniedDeletion(flight: Flight, why: Phrase, now: StateAfterWrite): WriteEnd {
  return now.is === "so"
    ? unproven(flight, say`The server refused the request (${why}), and yet: ${now.detail}`)
    : ended("refused", why);
}

/** What a look at the object says after the server did nothing. */
export function endSeen(now: StateAfterWrite, why: Phrase): WriteEnd {
  switch (now.is) {
    case "so":
      return ended("already", now.detail);
    case "otherwise":
      return ended("refused", now.detail);
    case "as-before":
    case "unread":
      return ended("refused", why);
  }
}

function judgeOf({ write, before }: Flight, seen: LiveRead): StateAfterWrite {
  return judge(write, before, seen);
}

function looked(
  { outside, write, grace }: Flight,
  milliseconds: number,
  isEnough: (seen: LiveRead) => boolean,
): Promise<LiveRead> {
  return lookUntil(outside, placeOf(write), { milliseconds, signal: grace }, isEnough);
}

async function oneLook(flight: Flight): Promise<StateAfterWrite> {
  return judgeOf(flight, await looked(flight, 0, () => true));
}

/** A server that fails can have stored it before, and a gateway that gives up says nothing of the server behind it. */
function isUndecided({ code, message, retryAfter }: No): boolean {
  if (code === 408) return true;
  if (code < 500 || (code === 503 && retryAfter !== undefined)) return false;
  return !/failed calling webhook "/.test(message);
}

const created: StateAfterWrite = { is: "so", detail: words("It was created.") };

function isTheCreated({ write }: Flight, body: unknown, seen: LiveRead): boolean {
  const uid = own(recordIn(body, "metadata"), "uid");
  return write.do === "create" && seen.state === "found" && seen.raw.ref.uid === uid;
}

function unproven({ write }: Flight, detail: Phrase): WriteEnd {
  return openEnd("unproven", detail, ...placeOf(write));
}

function unseen({ outside, write }: Flight, detail: Phrase): WriteEnd {
  return openEnd(isInterrupted(outside) ? "interrupted" : "unproven", detail, ...placeOf(write));
}

/** Does something with a signal that fires some time after the person interrupted, and not before. */
export async function withGrace<T>(
  { sleep, signal }: Pick<ExecutorSurroundings, "sleep" | "signal">,
  milliseconds: number,
  work: (grace: AbortSignal) => Promise<T>,
): Promise<T> {
  const [over, ended] = [new AbortController(), new AbortController()];
  const begin = () => void sleep(milliseconds, ended.signal).then(() => over.abort());
  if (signal?.aborted === true) begin();
  signal?.addEventListener("abort", begin, { once: true });
  try {
    return await work(over.signal);
  } finally {
    signal?.removeEventListener("abort", begin);
    ended.abort();
  }
}
