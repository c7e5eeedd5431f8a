import { isRecord, own, type Phrase, say, words } from "../../model/index.ts";
import type { No } from "../answer/answer.ts";
import type { LiveRead } from "../read/live-read.ts";
import { lookUntil } from "../read/look-until.ts";
import { isInterrupted, patience } from "../world.ts";
import { type Judgement, judge } from "./judge.ts";
import { ended, type Flight, openEnd, placeOf, type WriteEnd } from "./write-end.ts";

/** The server said yes, which proves nothing: it says so too when it changed nothing. */
export async function afterYes(flight: Flight, body: unknown): Promise<WriteEnd> {
  const judged = (seen: LiveRead) => (isTheCreated(flight, body, seen) ? created : judgeOf(flight, seen));
  const now = judged(await looked(flight, patience.withAnswer, (seen) => judged(seen).is === "so"));
  switch (now.is) {
    case "so":
      return ended("done", now.detail);
    case "as-before":
      return openEnd(
        "unproven",
        words("The server accepted the request, but the object has not changed."),
        ...placeOf(flight.write),
      );
    case "otherwise":
      return openEnd(
        "unproven",
        say`The server accepted the request, but: ${now.detail}`,
        ...placeOf(flight.write),
      );
    case "unread":
      return unseen(
        flight,
        say`The server accepted the request. The result could not be read: ${now.phrase}`,
      );
  }
}

/** It went out, and its result is unknown: the object itself is asked. It is never sent again. */
export async function afterSilence(flight: Flight, why: Phrase): Promise<WriteEnd> {
  // Who has waited long enough is not kept waiting for a look.
  if (flight.grace.aborted)
    return unseen(
      flight,
      words(
        "Interrupted before the server answered. The request may have been carried out, or may still be.",
      ),
    );
  flight.world.edge.tell({ told: "note", note: say`${why}. Checking the result of the request.` });
  const isDecided = (seen: LiveRead) => {
    const { is } = judgeOf(flight, seen);
    return is === "so" || (is === "otherwise" && flight.write.do !== "patch");
  };
  const now = judgeOf(flight, await looked(flight, patience.withoutAnswer, isDecided));
  switch (now.is) {
    case "so":
      return ended("done", say`The server did not answer, but the request was carried out: ${now.detail}`);
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
export async function afterNo(flight: Flight, no: No): Promise<WriteEnd> {
  if (isUndecided(no)) return await afterSilence(flight, no.phrase);
  const mayHaveChanged = [404, 409, 422].includes(no.code);
  if (!mayHaveChanged && flight.write.do !== "delete") return ended("refused", no.phrase);
  const now = judgeOf(flight, await looked(flight, 0, () => true));
  return mayHaveChanged ? afterLook(now, no.phrase) : afterDeniedDeletion(flight, no.phrase, now);
}

/**
 * The server asks its webhooks twice about the deletion of a pod, and has begun it before the second time.
 * kubernetes/kubernetes staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go Delete, 1.36.
 */
function afterDeniedDeletion({ write }: Flight, why: Phrase, now: Judgement): WriteEnd {
  if (now.is !== "so") return ended("refused", why);
  return openEnd(
    "unproven",
    say`The server refused the request (${why}), and yet: ${now.detail}`,
    ...placeOf(write),
  );
}

/** What a look at the object says after the server did nothing. */
export function afterLook(now: Judgement, why: Phrase): WriteEnd {
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

export function judgeOf({ write, before }: Flight, seen: LiveRead): Judgement {
  return judge(write, before, seen);
}

export function looked(
  { world, write, grace }: Flight,
  milliseconds: number,
  isEnough: (seen: LiveRead) => boolean,
): Promise<LiveRead> {
  const [resource, ref] = placeOf(write);
  return lookUntil(world, resource, ref, milliseconds, grace, isEnough);
}

/** A server that fails can have stored it before, and a gateway that gives up says nothing of the server behind it. */
function isUndecided({ code, message, retryAfter }: No): boolean {
  if (code === 408) return true;
  if (code < 500 || (code === 503 && retryAfter !== undefined)) return false;
  return !/failed calling webhook "/.test(message);
}

/** A gateway's 503 and a server's 429 with a time to come back both say that nothing was done. */
export function comesBackIn({ code, retryAfter }: No): number | undefined {
  return code === 429 || code === 503 ? retryAfter : undefined;
}

const created: Judgement = { is: "so", detail: words("It was created.") };

function isTheCreated({ write }: Flight, body: unknown, seen: LiveRead): boolean {
  const metadata = isRecord(body) ? own(body, "metadata") : undefined;
  const uid = isRecord(metadata) ? own(metadata, "uid") : undefined;
  return write.do === "create" && seen.state === "found" && seen.raw.ref.uid === uid;
}

function unseen({ world, write }: Flight, detail: Phrase): WriteEnd {
  return openEnd(isInterrupted(world) ? "interrupted" : "unproven", detail, ...placeOf(write));
}
