import { unlocks } from "../../guard/index.ts";
import type { ObjectRef, Phrase } from "../../kubernetes/index.ts";
import { flatten, join, kindNamed, nameOf, pluralOf, say, words } from "../../kubernetes/index.ts";
import { commandLine, diskOf, whole } from "../../render/index.ts";
import type { DeletedObject } from "../../report/index.ts";
import { soleFateOf } from "../../report/index.ts";
import type { Settings } from "./flags.ts";
import type { Judgement } from "./judge.ts";
import type { Review } from "./review.ts";

/** `AdmissionResponse` of admission.k8s.io/v1. */
interface Response {
  readonly uid: string;
  readonly allowed: boolean;
  readonly warnings?: readonly string[];
  readonly status?: { readonly code: number; readonly reason: string; readonly message: string };
}

/** A status or a warning is not to be longer, unless the commands alone are. A name has 253 characters at most. */
const longestMessage = 2000;
const longestWarning = 1000;

/** What is told of a deletion: what is wrong with it, and what a person can do. */
interface Message {
  readonly said: Phrase;
  readonly steps: Phrase;
}

/** What the API server is told, as it wants it. The reason has the step that keeps the data, and the one that deletes it all the same. */
export function responseTo(
  review: Pick<Review, "id" | "object">,
  judgement: Judgement,
  { mode, whenUnknown }: Pick<Settings, "mode" | "whenUnknown">,
): Response {
  const uid = review.id;
  switch (judgement.is) {
    case "passed":
      return { uid, allowed: true };
    case "loss":
      return mode === "deny"
        ? refusal(uid, lossOf(judgement.deleted, review.object))
        : warned(uid, lossOf(judgement.deleted));
    case "unknown": {
      const said = say`pvguard cannot tell whether data is lost with ${nameOf(review.object)}: ${judgement.because}.`;
      if (mode === "deny" && whenUnknown === "deny")
        return refusal(uid, { said, steps: unlocking(review.object) });
      return warned(uid, { said, steps: [] });
    }
  }
}

export function reviewWith(response: Response): string {
  return JSON.stringify({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response });
}

/** kubernetes/kubernetes staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/errors/statuserror.go ToStatusErr, 1.36. */
function refusal(uid: string, message: Message): Response {
  const status = { code: 403, reason: "Forbidden", message: cut(message, longestMessage) };
  return { uid, allowed: false, status };
}

function warned(uid: string, message: Message): Response {
  return { uid, allowed: true, warnings: [cut(message, longestWarning)] };
}

const consequences = { data: "loses data", record: "leaves a disk behind with no record of it" } as const;

/** @param locked the object whose deletion is refused, for the way to delete it all the same */
function lossOf(deleted: DeletedObject, locked?: ObjectRef): Message {
  const { object, loses, because, decidedWhen } = deleted;
  const sole = soleFateOf(deleted);
  const what = words(loses === "record" ? consequences.record : consequences.data);
  const disk = sole === undefined ? [] : say`${diskOf(sole)}: `;
  const when = sole !== undefined && decidedWhen.length > 0 ? say` (${join(decidedWhen, ", then ")})` : [];
  const said = say`pvguard: deleting ${nameOf(object)} ${what}: ${disk}${because}${when}.`;
  return { said, steps: [...keeping(deleted), ...(locked === undefined ? [] : unlocking(locked))] };
}

const savesOnlyTheManifest = "save-manifest";

/** The first step that keeps the data, if it is one command; otherwise where to find the steps. */
function keeping({ object, before }: DeletedObject): Phrase {
  const first = before.find(({ name }) => name !== savesOnlyTheManifest);
  if (first === undefined) return [];
  const [command, ...more] = first.commands;
  const line = command === undefined || more.length > 0 ? undefined : commandLine(command);
  if (line !== undefined) return say` To keep the data, do this first: ${line}.`;
  const place = object.namespace === undefined ? [] : ["-n", object.namespace];
  const argv = ["kubectl", "pvguard", "before", "delete", typed(object), ...place];
  const ask = commandLine({ argv });
  return ask === undefined ? [] : say` For the steps that keep the data: ${ask}.`;
}

/** The way past the guard for this object alone. */
function unlocking(object: ObjectRef): Phrase {
  const { name, namespace, uid } = object;
  if (uid === undefined) return [];
  const place = namespace === undefined ? [] : ["-n", namespace];
  const kind = kindNamed(object.apiVersion, object.kind);
  if (kind === undefined) return [];
  const argv = ["kubectl", "annotate", pluralOf(kind.resource), name, ...place, `${unlocks.DELETE}=${uid}`];
  const line = commandLine({ argv });
  return line === undefined ? [] : say` To delete it all the same, run this first: ${line}`;
}

function typed({ apiVersion, kind, name }: ObjectRef): string {
  return `${kindNamed(apiVersion, kind)?.singular ?? kind.toLowerCase()}/${name}`;
}

/** One line, with nothing in it that cannot be seen. What a person can do stays whole: names and handles can be long. */
function cut({ said, steps }: Message, longest: number): string {
  const end = flatten(steps, whole);
  return `${shorter(flatten(said, whole), longest - end.length)}${end}`;
}

function shorter(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, Math.max(longest - 1, 0)).replace(/[\ud800-\udbff]$/, "")}…`;
}
