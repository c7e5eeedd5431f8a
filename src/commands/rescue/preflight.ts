import type { AccessQuestion, Executor } from "../../changes/executor/index.ts";
import type { Outline, OutlineStep } from "../../changes/index.ts";
import { webhookUnreachable } from "../../changes/index.ts";
import type { Phrase } from "../../kubernetes/index.ts";
import { distinct, kindNamed, say, words } from "../../kubernetes/index.ts";
import type { Act, Refusal, RescueStep, Write } from "../../report/index.ts";
import { denied, refusedBecause } from "../changing.ts";
import type { Connected, ReadList } from "../source.ts";
import type { Webhooks } from "../webhooks.ts";
import { nothingToLookAt, operations, webhooksNow } from "../webhooks.ts";

/** What the server says before anything is changed. */
export interface Asked {
  readonly steps: readonly RescueStep[];
  readonly refusals: readonly Refusal[];
  /** What could not be looked at beforehand. */
  readonly notLooked: readonly Phrase[];
}

/**
 * Asks for the rights first, then for the very bytes of each request that can be made already, without storing them. The
 * others will have to pass webhooks: one that does not answer would leave the rescue half done.
 */
export async function preflight(
  outline: Outline,
  steps: readonly RescueStep[],
  evidence: readonly ReadList[],
  accepted: readonly string[],
  { client, source }: Connected,
  executor: Executor,
): Promise<Asked> {
  const rights = await missingRights(outline, evidence, executor);
  if (rights.length > 0) return { steps, refusals: rights, notLooked: [] };
  const webhooks = await webhooksNow(client, source);
  const asked: Asked[] = [];
  for (const step of steps) asked.push(await askedOf(step, webhooks, accepted, executor));
  const meanwhile = keptMeanwhile(steps);
  return {
    steps: asked.flatMap((each) => each.steps),
    refusals: asked.flatMap(({ refusals }) => refusals).map((refusal) => withAdvice(refusal, meanwhile)),
    notLooked: distinct(asked.flatMap(({ notLooked }) => notLooked)),
  };
}

async function askedOf(
  step: RescueStep,
  webhooks: Webhooks,
  accepted: readonly string[],
  executor: Executor,
): Promise<Asked> {
  const { planned } = step;
  const alone: Asked = { steps: [step], refusals: [], notLooked: [] };
  if (planned === undefined) return alone;
  if (planned.when === "later") return await notAsked(step, planned.act, webhooks, accepted);
  return planned.step.do === "wait" ? alone : await previewed(step, planned.step, webhooks, executor);
}

async function previewed(
  step: RescueStep,
  write: Write,
  webhooks: Webhooks,
  executor: Executor,
): Promise<Asked> {
  const { status, detail, by } = await executor.preview(write);
  const steps = [{ ...step, said: { status, detail } }];
  if (status === "allowed") return { steps, refusals: [], notLooked: [] };
  const resource = write.do === "create" ? write.resource : write.target.resource;
  const { dead, notLooked } =
    by === "somebody" ? nothingToLookAt : await webhooks.facing(operations[write.do], resource);
  const [why] = dead;
  const message =
    why ?? say`The server was asked first, and would refuse this step: ${step.title}. ${detail}`;
  const reason = why === undefined ? refusedBecause[status] : webhookUnreachable;
  return { steps, refusals: [{ reason, object: step.object, message }], notLooked };
}

/** The server's dry run cannot have the last word here, so that a person may have it. */
async function notAsked(
  step: RescueStep,
  act: Act,
  webhooks: Webhooks,
  accepted: readonly string[],
): Promise<Asked> {
  const { notYet } = step;
  const steps = [
    notYet === undefined ? step : { ...step, said: { status: "unknown", detail: notYet } as const },
  ];
  const resource = kindNamed(act.on.apiVersion, act.on.kind)?.resource;
  if (resource === undefined || act.do === "wait" || accepted.includes(webhookUnreachable))
    return { steps, refusals: [], notLooked: [] };
  const { dead, notLooked } = await webhooks.facing(operations[act.do], resource);
  const refusals = dead.slice(0, 1).map((why) => ({
    reason: webhookUnreachable,
    object: step.object,
    message: say`The server would refuse a later step: ${step.title}. ${why} It cannot be checked yet whether the webhook's selectors skip this object. If they do, add --accept ${webhookUnreachable}.`,
  }));
  return { steps, refusals, notLooked };
}

/** The first step alone keeps the data. */
function keptMeanwhile(steps: readonly RescueStep[]): Phrase {
  const names = steps.flatMap(({ stage, object }) => (stage === "retain" ? [object.name] : []));
  const [first] = names;
  return first === undefined
    ? []
    : say` To keep the disk safe meanwhile, run: kubectl pvguard fix pv/${first} --remedy set-retain`;
}

function withAdvice(refusal: Refusal, meanwhile: Phrase): Refusal {
  return { ...refusal, instead: [...words("Nothing was changed. Fix this first."), ...meanwhile] };
}

/** What the person may not do of a rescue. Asked before its first step, since half a rescue is of no use. */
async function missingRights(
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
  for (const { question, said } of await denied(
    questions.map((each) => each.question),
    executor,
  )) {
    const asked = questions.find((each) => JSON.stringify(each.question) === JSON.stringify(question));
    refusals.push({
      reason: "NotAllowed",
      object: (asked?.step ?? first).on,
      message: say`You are not allowed to do a step of this plan: ${said} Nothing was sent.`,
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
