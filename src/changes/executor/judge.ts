import type { Phrase, RawObject } from "../../kubernetes/index.ts";
import { fieldsOf, isRecord, isSameJson, join, nameOf, own, say, words } from "../../kubernetes/index.ts";
import type { Act, Target, Write } from "../../report/index.ts";
import { writeFor } from "../write-for.ts";
import type { LiveRead } from "./read.ts";

/** What the object as it is now says of a write. */
export type StateAfterWrite =
  /** What was wanted is so, whether or not pvguard did it. */
  | { readonly is: "so"; readonly detail: Phrase }
  /** The object is exactly as it was before. */
  | { readonly is: "as-before" }
  /** It is another way than before, and not what was wanted. */
  | { readonly is: "otherwise"; readonly detail: Phrase }
  | { readonly is: "unread"; readonly phrase: Phrase };

/** `before`: the object as it was read for the write; "absent" for one that is to be created. */
export function judge(write: Write, before: RawObject | "absent", now: LiveRead): StateAfterWrite {
  switch (now.state) {
    case "unread":
      return { is: "unread", phrase: now.phrase };
    case "absent":
      return judgeAbsent(write);
    case "found":
      return write.do === "create"
        ? judgeCreated(write.manifest, now.raw)
        : judgeFound(write, before, now.raw);
  }
}

type OfTarget = Exclude<Write, { readonly do: "create" }>;

function judgeAbsent(write: Write): StateAfterWrite {
  switch (write.do) {
    case "create":
      return { is: "as-before" };
    case "replace":
    case "delete":
      return { is: "so", detail: say`${nameOf(write.target.ref)} no longer exists.` };
    case "patch":
      return { is: "otherwise", detail: say`${nameOf(write.target.ref)} no longer exists.` };
  }
}

function judgeFound(write: OfTarget, before: RawObject | "absent", now: RawObject): StateAfterWrite {
  const { target } = write;
  const step = writeFor(actOf(write), now, target.resource);
  if ("do" in step) return judgeOpen(target, before, now);
  switch (step.reason) {
    case "ObjectGone":
    case "AnotherObject":
      return write.do === "patch"
        ? { is: "otherwise", detail: step.message }
        : { is: "so", detail: anotherObject(now) };
    case "FinalizerGone":
      return { is: "so", detail: finalizerGone(write, now) };
    case "AlreadySo":
      return {
        is: "so",
        detail: write.do === "delete" ? beingDeleted(now) : say`${nameOf(target.ref)} is as planned.`,
      };
    case "NotBeingDeleted":
    case "StillTerminatingGracefully":
    case "FinalizersAreNotEdited":
    case "FieldChanged":
    case "ObjectExists":
      return { is: "otherwise", detail: step.message };
  }
}

/** It is still to be done. */
function judgeOpen(
  { ref, resourceVersion }: Target,
  before: RawObject | "absent",
  now: RawObject,
): StateAfterWrite {
  if (now.resourceVersion === resourceVersion) return { is: "as-before" };
  const what = before === "absent" ? [] : say` (${changesBetween(before, now)})`;
  return { is: "otherwise", detail: say`${nameOf(ref)} was changed by another client${what}.` };
}

function anotherObject({ ref }: RawObject): Phrase {
  return say`The object no longer exists: a different one now has the name ${nameOf(ref)}.`;
}

function finalizerGone(write: OfTarget, now: RawObject): Phrase {
  const finalizer = write.do === "replace" ? write.without : "";
  const { finalizers } = fieldsOf(now);
  const rest =
    finalizers.length === 0
      ? words("No other finalizer is left.")
      : say`Still held by: ${join(
          finalizers.map((one) => say`${one}`),
          ", ",
        )}.`;
  return say`The finalizer ${finalizer} of ${nameOf(now.ref)} is removed. ${rest}`;
}

function beingDeleted(now: RawObject): Phrase {
  const { finalizers } = fieldsOf(now);
  const held = join(
    finalizers.map((one) => say`${one}`),
    ", ",
  );
  return finalizers.length === 0
    ? say`${nameOf(now.ref)} is being deleted.`
    : say`${nameOf(now.ref)} is being deleted. Held by: ${held}.`;
}

/** Whether an object is what the manifest says, and maybe more. */
export function isCreated(manifest: string, now: RawObject): boolean {
  return contains(fieldsOf(now).value, JSON.parse(manifest));
}

function judgeCreated(manifest: string, now: RawObject): StateAfterWrite {
  return isCreated(manifest, now)
    ? { is: "so", detail: say`${nameOf(now.ref)} exists.` }
    : {
        is: "otherwise",
        detail: say`${nameOf(now.ref)} exists, but is not the object that pvguard wanted to create.`,
      };
}

/** The server adds fields and finalizers of its own. */
function contains(object: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted))
    return Array.isArray(object) && wanted.every((one) => object.some((other) => contains(other, one)));
  if (!isRecord(wanted)) return isSameJson(object, wanted);
  return (
    isRecord(object) &&
    Object.keys(wanted).every(
      (name) => name === "status" || (Object.hasOwn(object, name) && contains(object[name], wanted[name])),
    )
  );
}

/** What a write is for, without the version of the object that it was made for. */
export function actOf(write: Write): Act {
  switch (write.do) {
    case "replace":
      return { do: "drop-finalizer", on: write.target.ref, finalizer: write.without };
    case "patch":
      return { do: "edit", on: write.target.ref, edits: write.edits };
    case "delete":
      return { do: "delete", on: write.target.ref };
    case "create":
      return { do: "create", on: write.ref, manifest: write.manifest };
  }
}

/** What every write changes, whatever it was about. */
const alwaysChanged = new Set(["metadata.managedFields", "metadata.resourceVersion", "metadata.generation"]);
const shown = 5;

/** `resourceVersion 41 became 57: metadata.labels.x was added`. */
export function changesBetween(before: RawObject, after: RawObject): Phrase {
  const found = differences(fieldsOf(before).value, fieldsOf(after).value, "");
  const more = found.length - shown;
  const told = join(found.slice(0, shown), ", ");
  return say`resourceVersion changed from ${before.resourceVersion} to ${after.resourceVersion}${words(found.length > 0 ? ": " : "")}${told}${more > 0 ? say`, and ${more} more` : []}`;
}

function differences(before: unknown, after: unknown, path: string): readonly Phrase[] {
  if (alwaysChanged.has(path) || isSameJson(before, after)) return [];
  if (before === undefined) return [say`${path} was added`];
  if (after === undefined) return [say`${path} was removed`];
  if (!isRecord(before) || !isRecord(after)) return [say`${path} was changed`];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) =>
    differences(own(before, name), own(after, name), path === "" ? name : `${path}.${name}`),
  );
}
