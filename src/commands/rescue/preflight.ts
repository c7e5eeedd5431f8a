import type { AccessQuestion } from "../../changes/executor/index.ts";
import { webhookUnreachable } from "../../changes/index.ts";
import type { Phrase } from "../../kubernetes/index.ts";
import { distinct, kindNamed, say, words } from "../../kubernetes/index.ts";
import type { Act, Refusal, RescueStep } from "../../report/index.ts";
import type { Answer } from "../changing/preflight.ts";
import { answerTo, denied, rightsFor, webhooksOf } from "../changing/preflight.ts";
import { operations } from "../changing/webhooks.ts";
import type { RescueRun } from "./run.ts";

/** What the server says before anything is changed. */
interface Asked {
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
  steps: readonly RescueStep[],
  accepted: readonly string[],
  run: RescueRun,
): Promise<Asked> {
  const rights = await missingRights(steps, run);
  if (rights.length > 0) return { steps, refusals: rights, notLooked: [] };
  const webhooks = webhooksOf(run.connected);
  const asked: { readonly step: RescueStep; readonly answer: Answer | undefined }[] = [];
  for (const [at, step] of steps.entries()) {
    const answer = await answerFor(step, accepted, run, webhooks);
    asked.push({ step, answer: at === 0 ? answer : laterForGuard(step, answer) });
  }
  const instead = say`Nothing was changed. Fix this first.${keptMeanwhile(steps)}`;
  return {
    steps: asked.map(({ step, answer }) => (answer === undefined ? step : { ...step, said: answer.said })),
    refusals: asked.flatMap(({ step: { object }, answer }) =>
      answer?.no === undefined ? [] : [{ ...answer.no, object, instead }],
    ),
    notLooked: distinct(asked.flatMap(({ answer }) => answer?.notLooked ?? [])),
  };
}

async function answerFor(
  { planned, title, notYet }: RescueStep,
  accepted: readonly string[],
  { executor }: RescueRun,
  webhooks: ReturnType<typeof webhooksOf>,
): Promise<Answer | undefined> {
  if (planned === undefined) return undefined;
  if (planned.when === "now")
    return await answerTo(
      planned.step,
      executor,
      webhooks,
      (detail) => say`The server was asked first, and would refuse this step: ${title}. ${detail}`,
    );
  const facing = accepted.includes(webhookUnreachable)
    ? undefined
    : await webhooksFacing(planned.act, webhooks);
  const [why] = facing?.dead ?? [];
  return {
    said: { status: "unknown", detail: notYet ?? [] },
    // The server's dry run cannot have the last word here, so that a person may have it.
    ...(why === undefined ? {} : { no: { reason: webhookUnreachable, message: unreachable(title, why) } }),
    notLooked: facing?.notLooked ?? [],
  };
}

/** A guard looks at the volume and the pods of a claim. The steps before its deletion change these. */
function laterForGuard({ stage }: RescueStep, answer: Answer | undefined): Answer | undefined {
  if (stage !== "delete-claim" || answer?.by !== "guard") return answer;
  const detail = words(
    "The guard of pvguard refuses it until the volume is set to Retain and no pod uses the claim.",
  );
  return { said: { status: "unknown", detail }, notLooked: answer.notLooked };
}

async function webhooksFacing({ do: what, on }: Act, webhooks: ReturnType<typeof webhooksOf>) {
  const resource = kindNamed(on.apiVersion, on.kind)?.resource;
  return resource && (await webhooks()).facing(operations[what], resource);
}

function unreachable(title: Phrase, why: Phrase): Phrase {
  return say`The server would refuse a later step: ${title}. ${why} It cannot be checked yet whether the webhook's selectors skip this object. If they do, add --accept ${webhookUnreachable}.`;
}

/** The first step alone keeps the data. */
function keptMeanwhile(steps: readonly RescueStep[]): Phrase {
  const first = steps.find(({ stage }) => stage === "retain");
  return first === undefined
    ? []
    : say` To keep the disk safe meanwhile, run: kubectl pvguard fix pv/${first.object.name} --remedy set-retain`;
}

/** What the person may not do of a rescue. Asked before its first step, since half a rescue is of no use. */
async function missingRights(
  steps: readonly RescueStep[],
  { evidence, executor }: RescueRun,
): Promise<readonly Refusal[]> {
  const lists = evidence().map((list): AccessQuestion => ({ verb: "list", ...list }));
  const needs = steps.map(({ object, act }, at) => ({
    object,
    questions: [...(act === undefined ? [] : rightsFor(act)), ...(at === 0 ? lists : [])],
  }));
  const missing = distinct(await denied(needs, executor), ({ said }) => JSON.stringify(said));
  return missing.map(({ object, said }) => ({
    reason: "NotAllowed",
    object,
    message: say`You are not allowed to do a step of this plan: ${said} Nothing was sent.`,
    instead: words(
      "Ask an administrator for this permission. To set the volume to Retain you only need patch on persistentvolumes.",
    ),
  }));
}
