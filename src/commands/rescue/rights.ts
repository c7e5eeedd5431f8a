import type { Outline } from "../../engine/rescue/index.ts";
import type { AccessQuestion, Executor } from "../../executor/index.ts";
import { type Act, kindNamed, type Refusal, type Resource, say, words } from "../../model/index.ts";

/** What the person may not do of a rescue. Asked before its first step, since half of it helps nobody. */
export async function missingRight({ steps }: Outline, executor: Executor): Promise<Refusal | undefined> {
  for (const { act } of steps) {
    const question = act === undefined ? undefined : questionOf(act);
    if (act === undefined || question === undefined) continue;
    const answer = await executor.ask(question);
    if (answer === "allowed") continue;
    return {
      reason: "NotAllowed",
      object: act.on,
      message: say`A step of this plan is not allowed: ${answer.denied}. Nothing was sent.`,
      instead: words(
        "Ask an administrator for that right. Setting the volume to Retain needs only patch on persistentvolumes.",
      ),
    };
  }
  return undefined;
}

const verbs: Record<Act["do"], AccessQuestion["verb"]> = {
  "drop-finalizer": "update",
  edit: "patch",
  delete: "delete",
  create: "create",
  wait: "get",
};

function questionOf(act: Act): AccessQuestion | undefined {
  const { apiVersion, kind, namespace, name } = act.on;
  const resource: Resource | undefined = kindNamed(apiVersion, kind)?.resource;
  if (resource === undefined) return undefined;
  return { verb: verbs[act.do], resource, namespace, name: act.do === "create" ? undefined : name };
}
