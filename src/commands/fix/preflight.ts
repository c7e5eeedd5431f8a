import type { AccessQuestion, Executor } from "../../changes/executor/index.ts";
import { stepOf } from "../../changes/index.ts";
import type { ObjectRef, Phrase, RawObject, Resource } from "../../kubernetes/index.ts";
import { distinct, join, kindNamed, kindOf, say, words } from "../../kubernetes/index.ts";
import type { Edit, PlanItem, PlannedStep, Refusal, StepSaid, Write } from "../../report/index.ts";
import { askedTogether, denied, refusedBecause } from "../changing.ts";
import type { Connected } from "../source.ts";
import { webhooksBehind } from "../webhooks.ts";
import type { Planned } from "./planning.ts";

/** What the server says before anything is changed. */
export interface Preflight {
  readonly refusals: readonly Refusal[];
  readonly previews: readonly StepSaid[];
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

/** Asks for the very same bytes without storing them, and then which webhook is behind a refusal. */
export async function previewed(
  planned: Planned,
  connected: Connected,
  executor: Executor,
): Promise<Preflight> {
  const writes = planned.plan.items.flatMap((planItem, item) =>
    planItem.steps.flatMap((step) => {
      const write = writeOf(step) ?? withThoseBefore(step, planItem, planned);
      return write === undefined ? [] : [{ item, object: planItem.because.object, step, write }];
    }),
  );
  const refusals: Refusal[] = [];
  const previews: StepSaid[] = [];
  const answers = await askedTogether(writes, async (each) => ({
    ...each,
    ...(await executor.preview(each.write)),
  }));
  for (const { item, object, step, write, status, detail, by } of answers) {
    const isAlone = step.when === "now" || status !== "allowed";
    previews.push({ item, step, status, detail: isAlone ? detail : withBefore });
    if (status === "allowed") continue;
    const { dead, notLooked } = await webhooksBehind(by, write, connected);
    const [why] = dead;
    const unsaid = join([[], ...notLooked], " ");
    refusals.push({
      reason: why === undefined ? refusedBecause[status] : "WebhookUnreachable",
      object,
      message: why ?? say`The server was asked first, and would refuse this step: ${detail}`,
      instead: say`Nothing was changed. Fix this first.${unsaid}`,
    });
  }
  return { refusals, previews };
}

/** Later steps are made from an object that does not exist yet. */
function writeOf(planned: PlannedStep): Write | undefined {
  return planned.when === "now" && planned.step.do !== "wait" ? planned.step : undefined;
}

const withBefore = words("The server would accept this together with the steps before it.");

/** A later change of an object is asked about in one request with the changes that come before it. */
function withThoseBefore(later: PlannedStep, item: PlanItem, { read }: Planned): Write | undefined {
  if (later.when !== "later" || later.act.do !== "edit") return undefined;
  const { act } = later;
  const raw = read.get(item)?.find(({ ref }) => ref.uid === act.on.uid);
  const resource = kindNamed(act.on.apiVersion, act.on.kind)?.resource;
  if (raw === undefined || resource === undefined) return undefined;
  const before = item.steps.slice(0, item.steps.indexOf(later)).flatMap((step) => editsOf(step, raw));
  const [first = act.edits[0], ...rest] = [...before, ...act.edits];
  const step = stepOf({ ...act, edits: [first, ...rest] }, raw, resource);
  return "reason" in step || step.do === "wait" ? undefined : step;
}

function editsOf(planned: PlannedStep, { ref }: RawObject): readonly Edit[] {
  if (planned.when === "later")
    return planned.act.do === "edit" && planned.act.on.uid === ref.uid ? planned.act.edits : [];
  const { step } = planned;
  return step.do === "patch" && step.target.ref.uid === ref.uid ? step.edits : [];
}

/** To write, to see what became of it, and to see everything that the plan rests on. */
export async function missingRights(
  { plan, evidence }: Planned,
  executor: Executor,
): Promise<readonly Refusal[]> {
  const lists = evidence.map((list): AccessQuestion => ({ verb: "list", ...list }));
  const items = plan.items.map(({ steps, because }) => ({
    object: because.object,
    questions: [...steps.flatMap(rightsFor), ...lists].map(keyOf),
  }));
  const all = [...plan.items.flatMap(({ steps }) => steps.flatMap(rightsFor)), ...lists];
  const no = new Map((await denied(all, executor)).map(({ question, said }) => [keyOf(question), said]));
  return items.flatMap(({ object, questions }) =>
    distinct(questions).flatMap((question) => refusalOf(no.get(question), object)),
  );
}

function refusalOf(said: Phrase | undefined, object: ObjectRef): readonly Refusal[] {
  if (said === undefined) return [];
  const instead =
    "Ask an administrator for this permission: docs/rbac.yaml has a ClusterRole with what fix needs.";
  return [{ reason: "NotAllowed", object, message: said, instead: words(instead) }];
}

function keyOf(question: AccessQuestion): string {
  return JSON.stringify(question);
}

function rightsFor(planned: PlannedStep): readonly AccessQuestion[] {
  const write = writeOf(planned);
  if (write === undefined) return [];
  const { resource, ref } = write.do === "create" ? write : write.target;
  const place = placeOf(resource, ref);
  const get = { verb: "get", resource, ...place } as const;
  switch (write.do) {
    case "replace":
      return [get, { verb: "update", resource, ...place }];
    case "patch":
      return [get, { verb: "patch", resource, ...place }];
    case "delete":
      return [get, { verb: "delete", resource, ...place }];
    case "create":
      return [{ verb: "create", resource, ...place, name: undefined }];
  }
}

function placeOf(
  resource: Resource,
  { namespace, name }: { readonly namespace?: string; readonly name: string },
) {
  return kindOf(resource).namespaced ? { namespace, name } : { name };
}
