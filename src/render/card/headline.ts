import { type Diagnosis, nameOf, type Phrase, say, words } from "../../model/index.ts";
import { ageBetween } from "../age.ts";

/** More causes than this are counted. */
const mostCauses = 3;

/** What is wrong, in one sentence: `pvc/data (shop) has been Terminating for 2d3h: a finished pod still uses the claim`. */
export function headlineOf(diagnosis: Diagnosis, now: string): Phrase {
  return say`${subjectOf(diagnosis, now)}: ${causesOf(diagnosis)}`;
}

/** The object with its state, and for how long. */
export function subjectOf({ object, state, since }: Diagnosis, now: string): Phrase {
  return since === undefined
    ? say`${nameOf(object)} is ${state}`
    : say`${nameOf(object)} has been ${state} for ${ageBetween(since, now)}`;
}

/** The root causes in a few words; of an object without any, what the verdict says. */
export function causesOf({ roots, verdict }: Pick<Diagnosis, "roots" | "verdict">): Phrase {
  const titles = [...new Set(roots.map(({ title }) => title))];
  if (titles.length === 0) return verdict.summary;
  const more = titles.length - mostCauses;
  const named = titles.slice(0, mostCauses).map(inSentence).join("; ");
  return words(more > 0 ? `${named}; also ${more} more ${more === 1 ? "cause" : "causes"}` : named);
}

/** Words that keep their capital wherever they stand. */
const proper =
  /^(?:Argo|Flux|Helm|Kubernetes|Available|Bound|Delete|Failed|Lost|Pending|Recycle|Released|Retain|Terminating)\b/;

/** A title within a sentence: a kind of the API, an acronym and a phase stay as they are. */
export function inSentence(title: string): string {
  const isPlain = /^[A-Z][a-z]*(?![A-Za-z])/.test(title) && !proper.test(title);
  return isPlain ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}
