import type { ObjectRef, Phrase, Pointed, RawObject, Resource, SeenRef } from "../kubernetes/index.ts";
import { fieldsOf, isSameJson, nameOf, pointedAt, say } from "../kubernetes/index.ts";
import type { Act, Edit, Refusal, Target, Test, Write } from "../report/index.ts";

/**
 * Why there is nothing to send. `ObjectGone`, `FinalizerGone` and `AlreadySo`: what was wanted is so already.
 * `AnotherObject`: the name belongs to a newer object, and the one that was meant is gone.
 */
type NoWriteReason =
  | "ObjectGone"
  | "AnotherObject"
  | "FinalizerGone"
  | "AlreadySo"
  | "NotBeingDeleted"
  | "StillTerminatingGracefully"
  | "FinalizersAreNotEdited"
  | "FieldChanged"
  | "ObjectExists";

export type NoWrite = Refusal & { readonly reason: NoWriteReason };

/** The request, with its guards, that an act needs for the object as it was read now; or why there is none. */
export function writeFor(act: Act, read: RawObject | "absent", resource: Resource): Write | NoWrite {
  switch (act.do) {
    case "create":
      return read === "absent"
        ? { do: "create", resource, ref: act.on, manifest: act.manifest }
        : no("ObjectExists", act.on, say`${nameOf(act.on)} already exists.`);
    case "drop-finalizer":
    case "edit":
    case "delete":
      return onFound(act, read, resource);
  }
}

type OnFound = Extract<Act, { readonly do: "drop-finalizer" | "edit" | "delete" }>;

function onFound(act: OnFound, read: RawObject | "absent", resource: Resource): Write | NoWrite {
  const { on } = act;
  if (read === "absent") return no("ObjectGone", on, say`${nameOf(on)} no longer exists.`);
  if (read.ref.uid !== on.uid)
    return no(
      "AnotherObject",
      on,
      say`${nameOf(on)} no longer exists: a different object now has this name.`,
    );
  const target: Target = { resource, ref: read.ref, resourceVersion: read.resourceVersion };
  switch (act.do) {
    case "drop-finalizer":
      return removalFor(act.finalizer, read, target);
    case "edit":
      return patchFor(act.edits, read, target);
    case "delete":
      if (act.dependents !== undefined)
        throw new Error("no plan deletes an object and leaves its dependents");
      return fieldsOf(read).deletionTimestamp === undefined
        ? { do: "delete", target }
        : no("AlreadySo", on, say`${nameOf(on)} is already being deleted.`);
  }
}

/** Only of an object that is being deleted: after that nothing new can use it, and no client can add a finalizer again. */
function removalFor(finalizer: string, read: RawObject, target: Target): Write | NoWrite {
  const { ref } = target;
  const { finalizers, deletionTimestamp, graceSeconds } = fieldsOf(read);
  if (!finalizers.includes(finalizer))
    return no(
      "FinalizerGone",
      ref,
      say`The finalizer ${finalizer} of ${nameOf(ref)} has already been removed.`,
    );
  if (deletionTimestamp === undefined)
    return no(
      "NotBeingDeleted",
      ref,
      say`${nameOf(ref)} is not being deleted, so its finalizers are kept.`,
      say`Delete it first.`,
    );
  if (graceSeconds > 0)
    return no(
      "StillTerminatingGracefully",
      ref,
      say`${nameOf(ref)} is still in its grace period, ${graceSeconds} seconds from its deletion.`,
    );
  return { do: "replace", target, without: finalizer, read: read.text };
}

const finalizersPath = "/metadata/finalizers";
/** What can delete the object, or make a different one of it. */
const untouchable =
  /^(\/metadata\/(finalizers|uid|resourceVersion|deletion[A-Za-z]*|name|namespace)(\/.*)?|\/metadata|\/kind|\/apiVersion|\/status(\/.*)?|\/?)$/;

function patchFor(edits: readonly Edit[], read: RawObject, target: Target): Write | NoWrite {
  const { ref, resourceVersion } = target;
  const { value, deletionTimestamp } = fieldsOf(read);
  const wanted: Edit[] = [];
  for (const edit of edits) {
    const adds = edit.op === "add" && edit.path.startsWith(finalizersPath) && deletionTimestamp === undefined;
    if (untouchable.test(edit.path) && !adds)
      return no("FinalizersAreNotEdited", ref, say`pvguard does not edit ${edit.path} of ${nameOf(ref)}.`);
    const state = stateOf(edit, value);
    if (state === "changed") return no("FieldChanged", ref, changedField(edit, ref));
    if (state === "open") wanted.push(edit);
  }
  const [first, ...rest] = wanted;
  if (first === undefined) return no("AlreadySo", ref, say`${nameOf(ref)} needs no change.`);
  const uid: Test = { path: "/metadata/uid", value: ref.uid };
  const version: Test = { path: "/metadata/resourceVersion", value: resourceVersion };
  return { do: "patch", target, tests: [uid, version], edits: [first, ...rest] };
}

/** `open`: to be done. */
function stateOf(edit: Edit, object: unknown): "open" | "already" | "changed" {
  const found = pointedAt(object, edit.path);
  switch (edit.op) {
    case "add":
      return stateOfAddition(edit.path, edit.value, object);
    case "replace":
      if (isValue(found, edit.value)) return "already";
      return isValue(found, edit.was) ? "open" : "changed";
    case "remove":
      if (found.state !== "found") return "already";
      return isValue(found, edit.was) ? "open" : "changed";
  }
}

function isValue(found: Pointed, value: unknown): boolean {
  return found.state === "found" && isSameJson(found.value, value);
}

function stateOfAddition(path: string, wanted: unknown, object: unknown): "open" | "already" | "changed" {
  if (path.endsWith("/-")) {
    const list = pointedAt(object, path.slice(0, -2));
    if (list.state !== "found" || !Array.isArray(list.value)) return "changed";
    return list.value.some((one) => isSameJson(one, wanted)) ? "already" : "open";
  }
  const found = pointedAt(object, path);
  if (found.state === "absent") return "open";
  return isValue(found, wanted) ? "already" : "changed";
}

function changedField(edit: Edit, ref: ObjectRef): Phrase {
  return say`${edit.path} of ${nameOf(ref)} has changed since the plan was made.`;
}

function no(reason: NoWriteReason, object: ObjectRef | SeenRef, message: Phrase, instead?: Phrase): NoWrite {
  return { reason, object, message, ...(instead === undefined ? {} : { instead }) };
}
