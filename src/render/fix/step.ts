import type { ObjectRef, Phrase } from "../../kubernetes/index.ts";
import { nameOf, namesIn, say, words } from "../../kubernetes/index.ts";
import type { Act, Edit, PlannedWrite, Write } from "../../report/index.ts";
import { toRequest } from "../../report/index.ts";
import { sentence } from "../doc.ts";

/** What a step does, in one sentence. */
export function stepTitle(planned: PlannedWrite): Phrase {
  const on = nameOf(objectOf(planned));
  return planned.when === "now" ? sentence(doing(planned.step, on)) : say`Then ${doing(planned.act, on)}`;
}

function doing(what: Write | Act, on: Phrase): Phrase {
  switch (what.do) {
    case "replace":
      return say`remove the finalizer ${what.without} from ${on}`;
    case "drop-finalizer":
      return say`remove the finalizer ${what.finalizer} from ${on}`;
    case "patch":
    case "edit":
      return say`change ${on}`;
    case "delete":
      return say`delete ${on}`;
    case "create":
      return say`create ${on}`;
  }
}

/** What is sent for it. */
export type Request = ReturnType<typeof toRequest>;

/** What is sent now; a later request is made from how the object is then. */
function writeOf(planned: PlannedWrite | undefined): Write | undefined {
  return planned?.when === "now" ? planned.step : undefined;
}

export function requestOf(planned: PlannedWrite | undefined): Request | undefined {
  const write = writeOf(planned);
  return write === undefined ? undefined : toRequest(write, "apply");
}

/** What is created has none yet. */
export function versionOf(planned: PlannedWrite | undefined): string | undefined {
  const write = writeOf(planned);
  return write === undefined || write.do === "create" ? undefined : write.target.resourceVersion;
}

export function objectOf(planned: PlannedWrite): ObjectRef {
  if (planned.when === "later") return planned.act.on;
  const { step } = planned;
  return step.do === "create" ? step.ref : step.target.ref;
}

/** The first line of the request. */
export function requestLine(write: Write): Phrase {
  const { method, path, query } = toRequest(write, "apply");
  return say`${words(method)} ${path}${query === "" ? [] : say`?${query}`}`;
}

/** What is different in the object afterwards, a line each, as a diff marks it. */
export function changes(planned: PlannedWrite): readonly Phrase[] {
  const what = planned.when === "now" ? planned.step : planned.act;
  if (what.do === "replace") return [removed(what.without)];
  if (what.do === "drop-finalizer") return [removed(what.finalizer)];
  return "edits" in what ? what.edits.flatMap(editLines) : [];
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
  return namesIn(path).join(".");
}

/** What the server checks before it does anything. */
export function guards(planned: PlannedWrite): Phrase {
  if (planned.when === "later")
    return words("The request is made from the object's state at that time, with the same checks.");
  const { step } = planned;
  if (step.do === "create") return words("Only if no object of this kind and name exists.");
  const { ref, resourceVersion } = step.target;
  return say`Only if its uid is ${ref.uid} and its resourceVersion is ${resourceVersion}: the server refuses otherwise.`;
}

/** The server does not say so: without its last finalizer an object that is being deleted disappears. */
export function isLastRemoval(planned: PlannedWrite): boolean {
  if (planned.when === "later" || planned.step.do !== "replace") return false;
  const { metadata } = JSON.parse(planned.step.read) as {
    readonly metadata?: { readonly finalizers?: unknown };
  };
  return Array.isArray(metadata?.finalizers) && metadata.finalizers.length === 1;
}
