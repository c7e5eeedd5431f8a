import type { AccessQuestion, Executor } from "../../changes/executor/index.ts";
import { actIn } from "../../changes/executor/index.ts";
import { writeFor } from "../../changes/index.ts";
import type { RawObject } from "../../kubernetes/index.ts";
import { join, kindNamed, say, words } from "../../kubernetes/index.ts";
import type { Act, Edit, PlanItem, PlannedWrite, Refusal, Write, WriteResult } from "../../report/index.ts";
import { answerTo, askedTogether, denied, rightsFor, webhooksOf } from "../changing/preflight.ts";
import type { Connected } from "../sources/source.ts";
import type { Planned } from "./planning.ts";

/** What the server says before anything is changed. */
export interface Preflight {
  readonly refusals: readonly Refusal[];
  readonly previews: readonly WriteResult[];
}

/** Asks for the rights first, then for the bytes. */
export async function preflight(
  planned: Planned,
  connected: Connected,
  executor: Executor,
): Promise<Preflight> {
  const rights = await missingRights(planned, executor);
  return rights.length > 0
    ? { refusals: rights, previews: [] }
    : await previewed(planned, connected, executor);
}

/** To write, to see what became of it, and to see everything that the plan rests on. */
export async function missingRights(
  { plan, evidence }: Planned,
  executor: Executor,
): Promise<readonly Refusal[]> {
  const lists = evidence.map((list): AccessQuestion => ({ verb: "list", ...list }));
  const needs = plan.items.map(({ steps, because: { object } }) => ({
    object,
    questions: [...steps.flatMap((step) => rightsFor(actIn(step))), ...lists],
  }));
  const instead =
    "Ask an administrator for this permission: docs/rbac.yaml has a ClusterRole with what fix needs.";
  return (await denied(needs, executor)).map(({ object, said }) => ({
    reason: "NotAllowed",
    object,
    message: said,
    instead: words(instead),
  }));
}

/** Asks for the very same bytes without storing them. */
export async function previewed(
  planned: Planned,
  connected: Connected,
  executor: Executor,
): Promise<Preflight> {
  const writes = planned.plan.items.flatMap((planItem, item) =>
    planItem.steps.flatMap((step) => {
      const write = step.when === "now" ? step.step : withThoseBefore(step.act, step, planItem, planned);
      return write === undefined ? [] : [{ item, object: planItem.because.object, step, write }];
    }),
  );
  const refused = (detail: WriteResult["detail"]) =>
    say`The server was asked first, and would refuse this step: ${detail}`;
  const webhooks = webhooksOf(connected);
  const answers = await askedTogether(writes, async (each) => ({
    ...each,
    ...(await answerTo(each.write, executor, webhooks, refused)),
  }));
  return {
    previews: answers.map(({ item, step, said: { status, detail } }) => {
      const isAlone = step.when === "now" || status !== "allowed";
      return { item, step, status, detail: isAlone ? detail : withBefore };
    }),
    refusals: answers.flatMap(({ object, no, notLooked }) => {
      const instead = say`Nothing was changed. Fix this first.${join([[], ...notLooked], " ")}`;
      return no === undefined ? [] : [{ ...no, object, instead }];
    }),
  };
}

const withBefore = words("The server would accept this together with the steps before it.");

/** A later change of an object is asked about in one request with the changes that come before it. */
function withThoseBefore(act: Act, step: PlannedWrite, item: PlanItem, { read }: Planned): Write | undefined {
  if (act.do !== "edit") return undefined;
  const raw = read.get(item)?.find(({ ref }) => ref.uid === act.on.uid);
  const resource = kindNamed(act.on.apiVersion, act.on.kind)?.resource;
  if (raw === undefined || resource === undefined) return undefined;
  const before = item.steps.slice(0, item.steps.indexOf(step)).flatMap((each) => editsOf(each, raw));
  const [first = act.edits[0], ...rest] = [...before, ...act.edits];
  const write = writeFor({ ...act, edits: [first, ...rest] }, raw, resource);
  return "reason" in write ? undefined : write;
}

function editsOf(planned: PlannedWrite, { ref }: RawObject): readonly Edit[] {
  const act = actIn(planned);
  return act.do === "edit" && act.on.uid === ref.uid ? act.edits : [];
}
