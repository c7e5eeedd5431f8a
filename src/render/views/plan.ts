import {
  type FixReport,
  type FixRequest,
  type Idle,
  type ObjectRef,
  type PlanItem,
  type PlannedStep,
  type Refusal,
  type RunError,
  type StepSaid,
  toRequest,
  type Write,
} from "../../model/index.ts";
import { commandLine } from "../command-line.ts";
import { type Printable, whole } from "../escape.ts";
import { changes, isLastRemoval, isWrite, stepTitle } from "../fix/step.ts";
import { residualRisks } from "../fix/text.ts";
import { apiVersion } from "./parts.ts";
import { fateView, nextView, objectView, plainText } from "./parts-of.ts";
import type {
  AskedView,
  ErrorView,
  IdleView,
  PlanItemView,
  PlanView,
  RefusalView,
  RequestView,
  StepView,
} from "./plan-schema.ts";

/** The plan as the public contract has it. */
export function planView(report: FixReport): PlanView {
  const { plan } = report;
  return {
    apiVersion,
    kind: "Plan",
    mode: report.mode,
    madeAt: whole(plan.madeAt),
    server: whole(plan.server),
    ...(plan.input === undefined ? {} : { input: whole(plan.input) }),
    ...(plan.context === undefined ? {} : { context: whole(plan.context) }),
    ...(plan.user === undefined ? {} : { user: whole(plan.user) }),
    digest: whole(report.digest),
    ...applyOf(report),
    asked: askedView(report.request),
    items: plan.items.map((item, position) => itemView(item, position, report)),
    refusals: report.refusals.map(refusalView),
    idle: report.idle.map(idleView),
    errors: report.errors.map(errorView),
    residualRisks: residualRisks.map(whole),
    exitCode: report.exitCode,
  };
}

/** A plan file says how to apply it, for a person who only has the file. */
function applyOf({ plan, digest }: FixReport): { readonly apply?: Printable } {
  if (plan.items.length === 0 || plan.input !== undefined || digest === "") return {};
  const names = new Set(plan.items.flatMap(({ accept }) => accept.map(({ name }) => name)));
  const accepting = [...names].map((name) => ` --accept ${name}`).join("");
  return { apply: whole(`kubectl pvguard fix --plan PLAN --confirm=${digest}${accepting}`) };
}

export function errorView({ reason, message }: RunError): ErrorView {
  return { reason: whole(reason), message: plainText(message) };
}

export function idleView({ object, because }: Idle): IdleView {
  return { object: objectView(object), because: plainText(because) };
}

function askedView({ words, namespace, remedy, finalizer, rule, max }: FixRequest): AskedView {
  return {
    words: words.map(whole),
    ...(namespace === undefined ? {} : { namespace: whole(namespace) }),
    ...(remedy === undefined ? {} : { remedy: whole(remedy) }),
    ...(finalizer === undefined ? {} : { finalizer: whole(finalizer) }),
    ...(rule === undefined ? {} : { rule: whole(rule) }),
    ...(max === undefined ? {} : { max }),
  };
}

function itemView(item: PlanItem, position: number, report: FixReport): PlanItemView {
  const said = [...report.previews, ...report.outcomes].filter((each) => each.item === position);
  return {
    object: objectView(item.because.object),
    leaves: item.because.leaves.map(whole),
    remedy: whole(item.remedy),
    title: plainText(item.title),
    safety: item.safety,
    why: plainText(item.why),
    steps: item.steps.map((step) => stepView(step, said)),
    commands: (item.commands ?? []).flatMap((command) => commandLine(command) ?? []),
    byHand: [...(item.first ?? []), ...(item.byHand ?? [])].map(plainText),
    next: item.next.map(nextView),
    ...(item.fate === undefined ? {} : { fate: fateView(item.fate) }),
    ...(item.otherFate === undefined ? {} : { otherFate: fateView(item.otherFate) }),
    cannotUndo: item.cannotUndo.map(plainText),
    accept: item.accept.map(({ name, because }) => ({
      name: whole(name),
      because: plainText(because),
      accepted: report.accepted.includes(name),
    })),
    saved: item.related.map(objectView),
  };
}

function stepView(planned: PlannedStep, said: readonly StepSaid[]): StepView {
  const write = planned.when === "now" && isWrite(planned.step) ? planned.step : undefined;
  return {
    title: plainText(stepTitle(planned)),
    when: planned.when,
    object: objectView(objectOf(planned)),
    ...(write === undefined || write.do === "create"
      ? {}
      : { resourceVersion: whole(write.target.resourceVersion) }),
    ...(write === undefined ? {} : { request: requestView(write) }),
    changes: changes(planned).map(plainText),
    removesObject: isLastRemoval(planned),
    said: said
      .filter(({ step }) => step === planned)
      .map(({ status, detail }) => ({ status, detail: plainText(detail) })),
  };
}

function objectOf(planned: PlannedStep): ObjectRef {
  if (planned.when === "later") return planned.act.on;
  const { step } = planned;
  if (step.do === "create") return step.ref;
  return step.do === "wait" ? step.on : step.target.ref;
}

export function requestView(write: Write): RequestView {
  const { method, path, query, contentType, body } = toRequest(write, "apply");
  const visible = whole(body);
  return {
    method,
    path: whole(path),
    query: whole(query),
    contentType: whole(contentType),
    ...(visible === body ? { body: visible } : { bodyBase64: whole(Buffer.from(body).toString("base64")) }),
  };
}

export function refusalView({ reason, object, message, instead }: Refusal): RefusalView {
  return {
    reason: whole(reason),
    object: objectView(object),
    message: plainText(message),
    ...(instead === undefined || instead.length === 0 ? {} : { instead: plainText(instead) }),
  };
}
