import { readWarnings } from "../../connection/http/answer.ts";
import { type Sent, type Shipment, send } from "../../connection/http/send.ts";
import { type Phrase, type RawObject, say, toRequest, type Write, words } from "../../model/index.ts";
import { answerOf } from "../answer/answer.ts";
import { isInterrupted, patience, resends, type World } from "../world.ts";
import { afterLook, afterNo, afterSilence, afterYes, comesBackIn, judgeOf, looked } from "./aftermath.ts";
import { withGrace } from "./grace.ts";
import { ended, type Flight, type WriteEnd } from "./write-end.ts";

/**
 * Sends one write and finds out what became of it. It is sent once. It is sent again only if the server says that it
 * did nothing and when to retry, and if the object was read again and has not changed.
 */
export async function carryOut(world: World, write: Write, before: RawObject | "absent"): Promise<WriteEnd> {
  return await withGrace(world.edge, patience.afterInterrupt, async (grace) => {
    const flight: Flight = { world, write, before, grace };
    let waited = 0;
    for (let tried = 0; ; tried++) {
      const sent = await send(world.client, shipmentOf(write), grace);
      note(world, sent);
      const pause = pauseOf(flight, sent);
      const isEnough = pause === undefined || tried >= resends || waited + pause > patience.throttled;
      if (isEnough) return { ...(await endOf(flight, sent)), ...heardOf(sent) };
      waited += pause;
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
      const answer = answerOf(sent.received, flight.world.client.line.limits);
      return answer.is === "yes" ? await afterYes(flight, answer.body) : await afterNo(flight, answer);
    }
  }
}

/** Milliseconds to wait before it may be sent again. */
function pauseOf({ world }: Flight, sent: Sent): number | undefined {
  if (sent.came !== "answer") return undefined;
  const answer = answerOf(sent.received, world.client.line.limits);
  return answer.is === "no" ? comesBackIn(answer) : undefined;
}

/** `undefined`: the object is as it was, so that the same request still means the same. */
async function waitAndLook(flight: Flight, pause: number): Promise<WriteEnd | undefined> {
  const { world } = flight;
  world.edge.tell({ told: "note", note: throttled(pause) });
  await world.edge.sleep(pause, world.edge.signal);
  if (isInterrupted(world)) return ended("interrupted", words("Interrupted. Nothing was changed."));
  const now = judgeOf(flight, await looked(flight, 0, () => true));
  return now.is === "as-before"
    ? undefined
    : afterLook(now, words("The server was overloaded, and the object could not be read again."));
}

function throttled(milliseconds: number): Phrase {
  return say`The API server asks to retry in ${Math.ceil(milliseconds / 1000)} seconds.`;
}

function note({ edge }: World, sent: Sent): void {
  if (sent.came !== "answer") return;
  for (const warning of readWarnings(sent.received.headers.warning))
    edge.tell({ told: "note", note: say`Warning from the server: ${warning}` });
}

/** What the journal keeps of an answer: with `Audit-Id` the server's own log can be searched. */
function heardOf(sent: Sent): Pick<WriteEnd, "code" | "auditId"> {
  if (sent.came !== "answer") return {};
  const { status, headers } = sent.received;
  const auditId = headers["audit-id"];
  return { code: status, ...(typeof auditId === "string" ? { auditId } : {}) };
}
