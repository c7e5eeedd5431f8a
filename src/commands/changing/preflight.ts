import type { AccessQuestion, Executor, Preview } from "../../changes/executor/index.ts";
import type { ObjectRef, Phrase } from "../../kubernetes/index.ts";
import { distinct, kindNamed, words } from "../../kubernetes/index.ts";
import type { Act, Write } from "../../report/index.ts";
import type { Connected } from "../sources/source.ts";
import type { Webhooks } from "./webhooks.ts";
import { operations, webhooksNow } from "./webhooks.ts";

/** What a person is told while the server is asked. */
export const askingFirst = words("Asking the API server whether it would accept the changes");

/** What a person must be allowed, and for which object of a plan. */
interface Need {
  readonly object: ObjectRef;
  readonly questions: readonly AccessQuestion[];
}

/** A need that the server says no to, with its words. */
interface Denied {
  readonly object: ObjectRef;
  readonly said: Phrase;
}

/** Asks for each right once, and says for each object which are missing. */
export async function denied(needs: readonly Need[], executor: Executor): Promise<readonly Denied[]> {
  const all = distinct(needs.flatMap(({ questions }) => questions));
  const answers = await askedTogether(all, (question) => executor.ask(question));
  const no = new Map(
    all.flatMap((question, at) => {
      const answer = answers[at];
      return answer === undefined || answer === "allowed" ? [] : [[keyOf(question), answer.denied]];
    }),
  );
  return needs.flatMap(({ object, questions }) =>
    distinct(questions.map(keyOf)).flatMap((key) => {
      const said = no.get(key);
      return said === undefined ? [] : [{ object, said }];
    }),
  );
}

function keyOf(question: AccessQuestion): string {
  return JSON.stringify(question);
}

/** So many questions wait for the server at the same time. */
const atATime = 4;

/** Asks the server about all of these. The answers are in their order. */
export async function askedTogether<T, A>(
  items: readonly T[],
  ask: (item: T) => Promise<A>,
): Promise<readonly A[]> {
  const answers: A[] = [];
  for (let at = 0; at < items.length; at += atATime)
    answers.push(...(await Promise.all(items.slice(at, at + atATime).map(ask))));
  return answers;
}

const verbs: Record<Act["do"], AccessQuestion["verb"]> = {
  "drop-finalizer": "update",
  edit: "patch",
  delete: "delete",
  create: "create",
};

/** To do it, and to see what became of it. */
export function rightsFor({ do: what, on }: Pick<Act, "do" | "on">): readonly AccessQuestion[] {
  const { apiVersion, kind, namespace, name } = on;
  const resource = kindNamed(apiVersion, kind)?.resource;
  if (resource === undefined) return [];
  const get = { verb: "get", resource, namespace, name } as const;
  return [get, { ...get, verb: verbs[what], ...(what === "create" ? { name: undefined } : {}) }];
}

/** What the server says to a write that it does not store. */
export interface Answer {
  readonly said: Pick<Preview, "status" | "detail">;
  /** Why the write cannot be made, where the server does not allow it. */
  readonly no?: { readonly reason: string; readonly message: Phrase };
  /** Webhooks that may be why, and were not looked at. */
  readonly notLooked: readonly Phrase[];
  /** Who refused it. */
  readonly by?: Preview["by"];
}

const refusedBecause: Readonly<Record<Exclude<Preview["status"], "allowed">, string>> = {
  refused: "ServerRefuses",
  impossible: "NoPreview",
  unknown: "PreviewFailed",
};

/** Asks about the very same bytes without storing them, and then which webhook is behind a refusal. */
export async function answerTo(
  write: Write,
  executor: Executor,
  webhooks: () => Promise<Webhooks>,
  refused: (detail: Phrase) => Phrase,
): Promise<Answer> {
  const { status, detail, by } = await executor.preview(write);
  const said = { status, detail };
  if (status === "allowed") return { said, notLooked: [] };
  const no = { reason: refusedBecause[status], message: refused(detail) };
  // A webhook or a policy that refused may not even have asked those that do not answer.
  if (by === "cluster" || by === "guard") return { said, no, notLooked: [], by };
  const resource = write.do === "create" ? write.resource : write.target.resource;
  const { dead, notLooked } = await (await webhooks()).facing(operations[write.do], resource);
  const [why] = dead;
  return {
    said,
    no: why === undefined ? no : { reason: "WebhookUnreachable", message: why },
    notLooked,
  };
}

/** The webhooks, read once, when they are first asked for. */
export function webhooksOf({ client, source }: Connected): () => Promise<Webhooks> {
  let known: Promise<Webhooks> | undefined;
  return () => {
    known ??= webhooksNow(client, source);
    return known;
  };
}
