import { actIn } from "../../changes/executor/index.ts";
import type { Phrase } from "../../kubernetes/index.ts";
import { flatten, join, nameKey, nameOf, say, words } from "../../kubernetes/index.ts";
import type { PlanItem, PlannedWrite, Refusal } from "../../report/index.ts";
import type { Planned } from "./planning.ts";

/** Older evidence than this is looked up again, in milliseconds. */
const oldest = 10_000;

/** How often, when looking takes longer than that. */
const mostLooks = 3;

/**
 * Looks at the cluster again, and compares: the same causes, the same dangers, the same objects at the same versions. The
 * answer is never older than ten seconds when it is given.
 *
 * @param next the step that is about to be made, where steps of the item were made already: then the causes may be others
 */
export async function unchangedSince(
  item: PlanItem,
  next: PlannedWrite | undefined,
  again: () => Promise<Planned>,
  now: () => number,
): Promise<"unchanged" | Refusal> {
  const { object } = item.because;
  for (let look = 0; look < mostLooks; look += 1) {
    const start = now();
    const planned = await again();
    if (now() - start <= oldest)
      return next === undefined ? compared(item, planned) : comparedHalfway(item, next, planned);
  }
  return {
    reason: "ViewTooOld",
    object,
    message: say`Reading the cluster takes longer than ${oldest / 1000} seconds, so what was read first is too old to act on. ${unsent(next === undefined ? "anything" : "more")}`,
  };
}

function compared(item: PlanItem, planned: Planned): "unchanged" | Refusal {
  const { object } = item.because;
  const key = nameKey(object);
  const now = planned.plan.items.find(
    ({ because, remedy }) => nameKey(because.object) === key && remedy === item.remedy,
  );
  if (now === undefined) return changed(item, whyNot(item, planned));
  if (!isSame(now.because, item.because))
    return changed(
      item,
      object.uid === now.because.object.uid
        ? say`the cause is now a different one (${now.because.leaves.join(", ")})`
        : anotherObject,
    );
  const danger = newDanger(item, now);
  if (danger !== undefined) return changed(item, danger);
  return isSame(now.steps, item.steps) ? "unchanged" : changed(item, words(stepsChanged(item, now)));
}

/** Half of it is done: the rest must still be wanted, by itself, and must not have become more dangerous. */
function comparedHalfway(item: PlanItem, next: PlannedWrite, planned: Planned): "unchanged" | Refusal {
  const { object } = item.because;
  const wanted = aimOf(next);
  const now = planned.plan.items.find(
    ({ because, steps }) =>
      nameKey(because.object) === nameKey(object) &&
      because.object.uid === object.uid &&
      steps.some((step) => isSame(aimOf(step), wanted)),
  );
  if (now === undefined) return changed(item, whyNot(item, planned), "more");
  const danger = newDanger(item, now);
  return danger === undefined ? "unchanged" : changed(item, danger, "more");
}

/** What a step is for, whatever the version of its object. */
function aimOf(planned: PlannedWrite): readonly unknown[] {
  const act = actIn(planned);
  const what = "finalizer" in act ? act.finalizer : "edits" in act ? act.edits : "";
  return [act.do, act.do === "create" ? undefined : act.on.uid, what];
}

/** `more`: the steps before were made. */
function changed({ because }: PlanItem, why: Phrase, what: "anything" | "more" = "anything"): Refusal {
  const { object } = because;
  return {
    reason: "ChangedSincePlan",
    object,
    message: say`${nameOf(object)} has changed since the plan was made: ${withoutStop(why)}. ${unsent(what)}`,
  };
}

function unsent(what: "anything" | "more"): Phrase {
  return words(what === "more" ? "Nothing more was sent." : "Nothing was sent.");
}

const anotherObject: Phrase = words("a different object now has this name");

/** A sentence, to be put into another one. */
function withoutStop(phrase: Phrase): Phrase {
  const last = phrase.at(-1);
  if (last === undefined || !("words" in last)) return phrase;
  return [...phrase.slice(0, -1), { words: last.words.replace(/\.$/, "") }];
}

function whyNot({ because }: PlanItem, { plan, refusals, idle }: Planned): Phrase {
  const key = nameKey(because.object);
  const other = plan.items.find((each) => nameKey(each.because.object) === key);
  if (other !== undefined && other.because.object.uid !== because.object.uid) return anotherObject;
  if (other !== undefined) return say`the plan would now be a different one (${other.title})`;
  const refusal = refusals.find((each) => nameKey(each.object) === key) ?? refusals[0];
  const rest = idle.find((each) => nameKey(each.object) === key);
  return refusal?.message ?? rest?.because ?? words("it no longer exists, or needs no fix");
}

function newDanger(item: PlanItem, now: PlanItem): Phrase | undefined {
  const fresh = now.accept.filter(({ name }) => !item.accept.some((known) => known.name === name));
  if (fresh.length === 0) return undefined;
  return say`there is a new danger: ${join(
    fresh.map(({ because }) => because),
    "; ",
  )}`;
}

function stepsChanged(before: PlanItem, after: PlanItem): string {
  const [old, fresh] = [versionsOf(before), versionsOf(after)];
  return old === fresh ? "other steps are needed now" : `resourceVersion ${old}→${fresh}`;
}

function versionsOf({ steps }: PlanItem): string {
  const versions = steps.flatMap((planned) =>
    planned.when === "now" && "target" in planned.step ? [planned.step.target.resourceVersion] : [],
  );
  return flatten([{ data: versions.join(",") }], (data) => data.replaceAll(/[^\w,-]/g, ""));
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
