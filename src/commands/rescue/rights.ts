import type { Outline, OutlineStep } from "../../engine/rescue/index.ts";
import type { AccessQuestion, Executor } from "../../executor/index.ts";
import { type Act, distinct, kindNamed, type Refusal, say, words } from "../../model/index.ts";
import type { ReadList } from "../preflight/evidence.ts";

/** What the person may not do of a rescue. Asked before its first step, since half a rescue is of no use. */
export async function missingRights(
  { steps }: Outline,
  evidence: readonly ReadList[],
  executor: Executor,
): Promise<readonly Refusal[]> {
  const [first] = steps;
  if (first === undefined) return [];
  const refusals: Refusal[] = [];
  const questions = [
    ...steps.flatMap((step) => questionsOf(step).map((question) => ({ question, step }))),
    ...evidence.map((list) => ({ question: { verb: "list", ...list } as const, step: first })),
  ];
  for (const question of distinct(questions.map((each) => each.question))) {
    const answer = await executor.ask(question);
    if (answer === "allowed") continue;
    const asked = questions.find((each) => JSON.stringify(each.question) === JSON.stringify(question));
    refusals.push({
      reason: "NotAllowed",
      object: (asked?.step ?? first).on,
      message: say`You are not allowed to do a step of this plan: ${answer.denied} Nothing was sent.`,
      instead: words(
        "Ask an administrator for this permission. To set the volume to Retain you only need patch on persistentvolumes.",
      ),
    });
  }
  return refusals;
}

const verbs: Record<Act["do"], AccessQuestion["verb"]> = {
  "drop-finalizer": "update",
  edit: "patch",
  delete: "delete",
  create: "create",
  wait: "get",
};

/** To do it, and to see what became of it. */
function questionsOf({ act }: OutlineStep): readonly AccessQuestion[] {
  if (act === undefined) return [];
  const { apiVersion, kind, namespace, name } = act.on;
  const resource = kindNamed(apiVersion, kind)?.resource;
  if (resource === undefined) return [];
  const get = { verb: "get", resource, namespace, name } as const;
  return [get, { verb: verbs[act.do], resource, namespace, name: act.do === "create" ? undefined : name }];
}
