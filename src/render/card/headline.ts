import type { ObjectRef, Phrase } from "../../kubernetes/index.ts";
import {
  counted,
  flatten,
  join,
  nameKey,
  nameOf,
  say,
  withoutNamespace,
  words,
} from "../../kubernetes/index.ts";
import type { Diagnosis, RootCause } from "../../report/index.ts";
import { ageBetween } from "../amounts.ts";
import type { Group } from "../group.ts";
import { grouped } from "../group.ts";

/** More causes than this are counted. */
const mostCauses = 3;

/** What is wrong, in one sentence: `pvc/data (shop) has been Terminating for 2d3h: a finished pod still uses the claim`. */
export function headlineOf(diagnosis: Diagnosis, now: string): Phrase {
  // What is wrong with a part is no cause of the state of the whole.
  const own = diagnosis.holds.filter(({ held }) => nameKey(held) === nameKey(diagnosis.object));
  const isOfParts = own.length > 0 && own.every(({ isPart }) => isPart === true);
  return say`${subjectOf(diagnosis, now)}${words(isOfParts ? "; " : ": ")}${causesOf(diagnosis)}`;
}

/** The object with its state, and for how long. */
function subjectOf({ object, state, since }: Diagnosis, now: string): Phrase {
  return since === undefined
    ? say`${nameOf(object)} is ${state}`
    : say`${nameOf(object)} has been ${state} for ${ageBetween(since, now)}`;
}

/**
 * The root causes in a few words; of an object without any, what the verdict says. What holds another object than the one
 * that was asked about is told with that one.
 */
export function causesOf({
  object,
  roots,
  verdict,
}: Pick<Diagnosis, "object" | "roots" | "verdict">): Phrase {
  const groups = grouped(roots, ({ title }) => title);
  if (groups.length === 0) return verdict.summary;
  const named = groups.slice(0, mostCauses);
  // What is wrong with the same objects is told together.
  const bySubject = grouped(named, (group) => flatten(held(group, object), String));
  const told = bySubject.map((same) => {
    const titles = same.map(([{ title }]) => words(inSentence(title)));
    const subject = held(same[0], object);
    return subject.length === 0 ? join(titles, "; ") : say`${subject}: ${join(titles, ", and ")}`;
  });
  const more = groups.length - named.length;
  const rest = words(more > 0 ? `; also ${counted(more, "more cause")}` : "");
  return [...join(told, "; "), ...rest];
}

/** What is held, unless it is the object itself. */
function held(group: Group<RootCause>, object: ObjectRef): Phrase {
  const all = new Map(group.map((root) => [nameKey(root.held), root.held]));
  const [first, ...others] = all.values();
  if (first === undefined || all.has(nameKey(object))) return [];
  const more = others.length === 0 ? [] : say` and ${others.length} more`;
  return say`${withoutNamespace(nameOf(first), object.namespace)}${more}`;
}

/** Words that keep their capital wherever they stand. */
const proper =
  /^(?:Argo|Flux|Helm|Karpenter|Kubernetes|Available|Bound|Delete|Failed|Lost|Pending|Recycle|Released|Retain|Terminating)\b/;

/** A title within a sentence: a kind of the API, an acronym and a phase stay as they are. */
export function inSentence(title: string): string {
  const isPlain = /^[A-Z][a-z]*(?![A-Za-z])/.test(title) && !proper.test(title);
  return isPlain ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}
