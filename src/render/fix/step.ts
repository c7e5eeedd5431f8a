import {
  type Act,
  type Edit,
  nameOf,
  type ObjectRef,
  type Phrase,
  type PlannedStep,
  type Step,
  say,
  toRequest,
  type Until,
  type Write,
  words,
} from "../../model/index.ts";

/** What a step does, in one sentence. */
export function stepTitle(planned: PlannedStep): Phrase {
  return planned.when === "now" ? titleOf(planned.step) : laterTitle(planned.act);
}

function titleOf(step: Step): Phrase {
  switch (step.do) {
    case "replace":
      return say`Remove the finalizer ${step.without} from ${nameOf(step.target.ref)}`;
    case "patch":
      return say`Change ${nameOf(step.target.ref)}`;
    case "delete":
      return say`Delete ${nameOf(step.target.ref)}`;
    case "create":
      return say`Create ${nameOf(step.ref)}`;
    case "wait":
      return say`Wait up to ${step.seconds} seconds until ${nameOf(step.on)} ${words(untilWords[step.until])}`;
  }
}

const untilWords: Record<Until, string> = {
  Gone: "is deleted",
  Bound: "is Bound",
  Available: "is Available",
  Released: "is Released",
  Unprotected: "is no longer protected",
};

function laterTitle(act: Act): Phrase {
  switch (act.do) {
    case "drop-finalizer":
      return say`Then remove the finalizer ${act.finalizer} from ${nameOf(act.on)}`;
    case "edit":
      return say`Then change ${nameOf(act.on)}`;
    case "delete":
      return say`Then delete ${nameOf(act.on)}`;
    case "create":
      return say`Then create ${nameOf(act.on)}`;
    case "wait":
      return say`Then wait until ${nameOf(act.on)} ${words(untilWords[act.until])}`;
  }
}

export function isWrite(step: Step): step is Write {
  return step.do !== "wait";
}

/** What is sent for it. */
export type Request = ReturnType<typeof toRequest>;

/** What is sent now; a later request is made from how the object is then. */
function writeOf(planned: PlannedStep | undefined): Write | undefined {
  return planned?.when === "now" && isWrite(planned.step) ? planned.step : undefined;
}

export function requestOf(planned: PlannedStep | undefined): Request | undefined {
  const write = writeOf(planned);
  return write === undefined ? undefined : toRequest(write, "apply");
}

/** What is created has none yet. */
export function versionOf(planned: PlannedStep | undefined): string | undefined {
  const write = writeOf(planned);
  return write === undefined || write.do === "create" ? undefined : write.target.resourceVersion;
}

export function objectOf(planned: PlannedStep): ObjectRef {
  if (planned.when === "later") return planned.act.on;
  const { step } = planned;
  if (step.do === "create") return step.ref;
  return step.do === "wait" ? step.on : step.target.ref;
}

/** The first line of the request. */
export function requestLine(write: Write): Phrase {
  const { method, path, query } = toRequest(write, "apply");
  return say`${words(method)} ${path}${query === "" ? [] : say`?${query}`}`;
}

/** What is different in the object afterwards, a line each, as a diff marks it. */
export function changes(planned: PlannedStep): readonly Phrase[] {
  if (planned.when === "later") {
    const { act } = planned;
    if (act.do === "drop-finalizer") return [removed(act.finalizer)];
    return act.do === "edit" ? act.edits.flatMap(editLines) : [];
  }
  const { step } = planned;
  if (step.do === "replace") return [removed(step.without)];
  return step.do === "patch" ? step.edits.flatMap(editLines) : [];
}

function removed(finalizer: string): Phrase {
  return say`- metadata.finalizers: ${finalizer}`;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function editLines(edit: Edit): readonly Phrase[] {
  const field = fieldOf(edit.path);
  const before = "was" in edit ? [say`- ${field}: ${textOf(edit.was)}`] : [];
  const after = "value" in edit ? [say`+ ${field}: ${textOf(edit.value)}`] : [];
  return [...before, ...after];
}

/** `/spec/claimRef/uid` as `spec.claimRef.uid`. */
function fieldOf(path: string): string {
  return path
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .join(".");
}

/** What the server checks before it does anything. */
export function guards(planned: PlannedStep): Phrase {
  if (planned.when === "later")
    return words("The request is made from the object's state at that time, with the same checks.");
  const { step } = planned;
  if (step.do === "create") return words("Only if no object of this kind and name exists.");
  if (step.do === "wait") return [];
  const { ref, resourceVersion } = step.target;
  return say`Only if its uid is ${ref.uid} and its resourceVersion is ${resourceVersion}: the server refuses otherwise.`;
}

/** The server does not say so: without its last finalizer an object that is being deleted disappears. */
export function isLastRemoval(planned: PlannedStep): boolean {
  if (planned.when === "later" || planned.step.do !== "replace") return false;
  const { metadata } = JSON.parse(planned.step.read) as {
    readonly metadata?: { readonly finalizers?: unknown };
  };
  return Array.isArray(metadata?.finalizers) && metadata.finalizers.length === 1;
}
