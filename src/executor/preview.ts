import { type Sent, send } from "../connection/http/send.ts";
import {
  fieldsOf,
  nameOf,
  type Phrase,
  rawObject,
  say,
  toRequest,
  type Write,
  words,
} from "../model/index.ts";
import { answerOf, type No } from "./answer/answer.ts";
import type { Preview } from "./outcome.ts";
import type { World } from "./world.ts";

/** The very bytes of the write, which the server checks throughout and does not store. */
export async function previewOf({ client, edge }: World, write: Write): Promise<Preview> {
  const { method, path, query, contentType, body } = toRequest(write, "preview");
  const parcel = { method, contentType, body: new TextEncoder().encode(body) };
  const sent: Sent = await send(client, { path, query, parcel }, edge.signal);
  if (sent.came !== "answer") return { status: "unknown", detail: sent.problem.phrase };
  const answer = answerOf(sent.received, client.line.limits);
  if (answer.is === "yes") return { status: "allowed", detail: effectOf(write) };
  const status = statusOf(answer);
  if (status !== "refused") return { status, detail: answer.phrase };
  return { status, detail: answer.phrase, by: isSilent(answer) ? "no webhook" : "somebody" };
}

function statusOf(no: No): Preview["status"] {
  if (no.message.includes("does not support dry run")) return "impossible";
  return no.code >= 500 && !isSilent(no) ? "unknown" : "refused";
}

function isSilent({ message }: No): boolean {
  return message.includes("failed calling webhook");
}

/** The answer to a preview does not say that the object would be gone, so that is worked out here. */
function effectOf(write: Write): Phrase {
  switch (write.do) {
    case "replace": {
      const raw = rawObject(write.read);
      const isLast = raw !== undefined && fieldsOf(raw).finalizers.length === 1;
      return isLast
        ? say`The server would accept this. It is the last finalizer: ${nameOf(write.target.ref)} would then be deleted.`
        : words("The server would accept this.");
    }
    case "patch":
    case "delete":
    case "create":
      return words("The server would accept this.");
  }
}
