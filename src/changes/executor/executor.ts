import type { Client } from "../../connection/http/client.ts";
import type { Sent } from "../../connection/http/send.ts";
import { send } from "../../connection/http/send.ts";
import type { ObjectRef, Phrase, Resource } from "../../kubernetes/index.ts";
import { fieldsOf, nameOf, own, rawObject, say, timestamp, words } from "../../kubernetes/index.ts";
import type { Write } from "../../report/index.ts";
import { toRequest } from "../../report/index.ts";
import type { No } from "./answer.ts";
import { answerOf, guardIn } from "./answer.ts";
import type { ApprovedPlan } from "./approve.ts";
import type { AccessQuestion } from "./ask.ts";
import { askAccess, askWho } from "./ask.ts";
import { openJournal, writeIn } from "./journal.ts";
import type { StateAfterWrite } from "./judge.ts";
import { judge } from "./judge.ts";
import type { ExecutorSurroundings, JournalLine, Outcome, Outside, Preview } from "./outside.ts";
import { patience, placeOf } from "./outside.ts";
import type { LiveRead } from "./read.ts";
import { lookAt, readObject } from "./read.ts";
import type { RunOptions } from "./run.ts";
import { runPlan } from "./run.ts";

/** The only thing that writes to a cluster. It is told what to write, and judges nothing. */
export interface Executor {
  /** One object, whole, from the server itself. */
  read(resource: Resource, ref: ObjectRef): Promise<LiveRead>;
  /** The same bytes with `dryRun=All`: authorization, admission and validation, and no storage. */
  preview(write: Write): Promise<Preview>;
  /** May we? A missing answer is a no. */
  ask(review: AccessQuestion): Promise<"allowed" | { readonly denied: Phrase }>;
  /** Whom the server takes us for; `undefined` when it does not say. */
  whoAmI(): Promise<string | undefined>;
  /**
   * Writes of earlier runs without a recorded result. Each is looked at, and what is seen is recorded. Throws a
   * `FileProblem` when the journal cannot be read.
   */
  settle(): Promise<readonly Settled[]>;
  /** One step after the other; ends at the first one that is neither done nor already so. */
  run(plan: ApprovedPlan, options: RunOptions): AsyncIterable<Outcome>;
}

export function openExecutor(client: Client, surroundings: ExecutorSurroundings): Executor {
  const outside: Outside = { client, surroundings };
  return {
    read: (resource, ref) => readObject(client, resource, ref),
    preview: (write) => previewOf(outside, write),
    ask: askingOnce((question) => askAccess(outside, question)),
    whoAmI: () => askWho(outside),
    settle: () => settleEarlier(outside),
    run: (plan, options) => runPlan(outside, plan, options),
  };
}

type Access = Awaited<ReturnType<Executor["ask"]>>;

/** What was allowed once is not asked again in one run. If that ends meanwhile, the server refuses the write itself. */
function askingOnce(ask: (question: AccessQuestion) => Promise<Access>): Executor["ask"] {
  const allowed = new Set<string>();
  return async (question) => {
    const key = JSON.stringify(question);
    if (allowed.has(key)) return "allowed";
    const answer = await ask(question);
    if (answer === "allowed") allowed.add(key);
    return answer;
  };
}

/** The very bytes of the write, which the server checks throughout and does not store. */
async function previewOf({ client, surroundings }: Outside, write: Write): Promise<Preview> {
  const { method, path, query, contentType, body } = toRequest(write, "preview");
  const parcel = { method, contentType, body: new TextEncoder().encode(body) };
  const sent: Sent = await send(client, { path, query, parcel }, surroundings.signal);
  if (sent.came !== "answer") return { status: "unknown", detail: sent.problem.phrase };
  const answer = answerOf(sent.received, client.line.limits);
  if (answer.is === "yes") return { status: "allowed", detail: effectOf(write) };
  const status = statusOf(answer);
  if (status !== "refused") return { status, detail: answer.phrase };
  return { status, detail: answer.phrase, by: voiceOf(answer) };
}

function voiceOf(no: No): Exclude<Preview["by"], undefined> {
  if (isSilent(no)) return "no webhook";
  return guardIn(no) === undefined ? "cluster" : "guard";
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

/** What became of a write of an earlier run without a recorded result. */
interface Settled {
  readonly object: ObjectRef;
  readonly detail: Phrase;
}

/** Looks at what earlier runs left open, and records what is seen. Sends nothing but reads. */
async function settleEarlier(outside: Outside): Promise<readonly Settled[]> {
  const { client, surroundings } = outside;
  const journal = await openJournal(surroundings.files, surroundings.directory);
  const settled: Settled[] = [];
  for (const line of journal.unfinished) {
    const write = isForHere(line, client.line.connection.server.href) ? writeIn(line) : undefined;
    if (write === undefined) continue;
    const [resource, object] = placeOf(write);
    const now = judge(write, "absent", await lookAt(client, resource, object, surroundings.signal));
    const isUnderWay =
      now.is === "as-before" && surroundings.now() - Date.parse(line.time) < patience.withoutAnswer;
    settled.push({ object, detail: isUnderWay ? notYet(line.time, object) : told(line.time, object, now) });
    if (now.is === "unread" || isUnderWay) continue;
    const result: JournalLine = {
      time: timestamp(surroundings.now()),
      event: "result",
      write: line.write,
      status: now.is,
    };
    await journal.record(result);
  }
  return settled;
}

/** What another server has under that name says nothing of it. */
function isForHere(line: JournalLine, server: string): boolean {
  const noted = own(line, "server");
  return noted === undefined || noted === server;
}

function notYet(time: string, object: ObjectRef): Phrase {
  return say`${begun(time, object)} The object has not changed so far. The server may still change it.`;
}

function begun(time: string, object: ObjectRef): Phrase {
  return say`An earlier run at ${time} was about to change ${nameOf(object)}, and did not see the result.`;
}

function told(time: string, object: ObjectRef, now: StateAfterWrite): Phrase {
  const run = begun(time, object);
  switch (now.is) {
    case "so":
      return say`${run} The change was made: ${now.detail}`;
    case "as-before":
      return say`${run} The change was not made: the object has not changed.`;
    case "otherwise":
      return say`${run} ${now.detail}`;
    case "unread":
      return say`${run} The result could not be read: ${now.phrase}`;
  }
}
