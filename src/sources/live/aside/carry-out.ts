import { type Client, client as dial } from "../../../connection/http/client.ts";
import type { LiveSurroundings } from "../../../connection/http/surroundings.ts";
import { AccessError } from "../../../connection/kubeconfig/index.ts";
import { kindOf } from "../../../model/index.ts";
import { buffersOf, PackedItems } from "../../packed/index.ts";
import { Malformed } from "../../protobuf/index.ts";
import { encodings } from "../encodings.ts";
import { readList } from "../list.ts";
import { type Page, passedOver, refusedMessage } from "../page.ts";
import type { Outcome, Said, Task, Told } from "./messages.ts";
import { connectionOf, plainFailure } from "./plain.ts";

/** Says something to the first thread. The buffers are handed over: here they are gone. */
export type Say = (said: Said, buffers?: readonly ArrayBuffer[]) => void;

/** What a second thread needs beyond its task. */
export type ThreadSurroundings = Omit<LiveSurroundings, "notice" | "userAgent" | "limits">;

/** The answer is none that is packed. */
class NotProtobuf extends Error {}

/** What a second thread does with what it is told. */
export function secondThread(surroundings: ThreadSurroundings, say: Say): (told: Told) => void {
  let client: Client | undefined;
  return (told) => {
    switch (told.do) {
      case "halve":
        client?.turns.halve();
        return;
      case "read": {
        const { connection, userAgent, limits } = told.task;
        const notice: LiveSurroundings["notice"] = (line) => say({ says: "notice", line });
        client = dial(connectionOf(connection), { ...surroundings, userAgent, limits, notice });
        client.whenThrottled(() => say({ says: "throttled" }));
        void carryOut(told.task, client, say);
      }
    }
  };
}

async function carryOut(task: Task, client: Client, say: Say): Promise<void> {
  const outcome = await read(task, client, say).catch(outcomeOf);
  const warnings = [...client.warnings];
  client.close();
  say({ says: "end", outcome, warnings }, outcome.came === "list" ? buffersOf(outcome.list) : []);
}

async function read({ resource, apiVersion, address, chunkSize }: Task, client: Client, say: Say) {
  const { kind } = kindOf(resource);
  const implied = { apiVersion, kind };
  let items = new PackedItems(resource, implied);
  let skipped: string[] = [];

  function refusedIn(page: Page): readonly Buffer[] {
    if (page.draft !== undefined) return items.take(page.draft);
    if (page.messages === undefined) throw new NotProtobuf();
    return items.addAll(page.messages);
  }

  function take(page: Page): void {
    const { remaining } = page;
    for (const message of refusedIn(page))
      skipped.push(passedOver(refusedMessage(resource, message, implied)));
    const { length } = items;
    say({
      says: "progress",
      read: length,
      expected: remaining === undefined ? undefined : length + remaining,
    });
  }

  function restart(): void {
    items = new PackedItems(resource, implied);
    skipped = [];
  }

  const format = encodings("protobuf").for(resource);
  const outcome = await readList(client, address, {
    kind: `${kind}List`,
    chunkSize,
    format,
    turn: "next",
    draft: () => items.draft(client.line.limits.object),
    take,
    restart,
  });
  if (outcome.read)
    return { came: "list", list: items.settled(), skipped, moment: outcome.moment } satisfies Outcome;
  const { reason, detail, status, fault } = outcome;
  return {
    came: "refusal",
    reason,
    detail,
    status,
    fault: fault && plainFailure(fault),
  } satisfies Outcome;
}

/** A fresh credential can be had by the first thread alone, and what else came is for it to find out. */
function outcomeOf(problem: unknown): Outcome {
  if (problem instanceof Malformed) return { came: "malformed", problem: problem.message };
  if (problem instanceof AccessError && problem.kind !== "unauthorized")
    return { came: "failure", failure: plainFailure(problem) };
  return { came: "undecided" };
}
