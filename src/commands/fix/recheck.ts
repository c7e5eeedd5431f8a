import type { PlanItem, Refusal } from "../../model/index.ts";
import { flatten, join, nameKey, nameOf, say, words } from "../../model/index.ts";
import type { Planned } from "./planning.ts";

/** Older evidence than this is looked up again, in milliseconds. */
const oldest = 10_000;

/** How often, when looking takes longer than that. */
const mostLooks = 3;

/**
 * Looks at the world anew, and compares: the same causes, the same dangers, the same objects at the same versions. The
 * answer is never older than ten seconds when it is given.
 */
export async function unchangedSince(
  item: PlanItem,
  again: () => Promise<Planned>,
  now: () => number,
): Promise<"unchanged" | Refusal> {
  const { object } = item.because;
  for (let look = 0; look < mostLooks; look += 1) {
    const start = now();
    const planned = await again();
    if (now() - start <= oldest) return compared(item, planned);
  }
  return {
    reason: "ViewTooOld",
    object,
    message: say`Looking at the cluster takes longer than ${oldest / 1000} seconds, so that what was seen first is too old to act on. Nothing was sent.`,
  };
}

function compared(item: PlanItem, { plan, refusals, idle }: Planned): "unchanged" | Refusal {
  const { object } = item.because;
  const key = nameKey(object);
  const now = plan.items.find(
    ({ because, remedy }) => nameKey(because.object) === key && remedy === item.remedy,
  );
  const changed = (why: Refusal["message"]): Refusal => ({
    reason: "ChangedSincePlan",
    object,
    message: say`${nameOf(object)} has changed since the plan was made: ${why}. Nothing was sent.`,
  });
  if (now === undefined) {
    const refusal = refusals.find((each) => nameKey(each.object) === key) ?? refusals[0];
    const rest = idle.find((each) => nameKey(each.object) === key);
    return changed(refusal?.message ?? rest?.because ?? words("it is not there any more"));
  }
  if (!isSame(now.because, item.because))
    return changed(
      object.uid === now.because.object.uid
        ? say`the cause is another one now (${now.because.leaves.join(", ")})`
        : words("a different object now has this name"),
    );
  const fresh = now.accept.filter(({ name }) => !item.accept.some((known) => known.name === name));
  if (fresh.length > 0)
    return changed(
      say`there is a danger that was not there: ${join(
        fresh.map(({ because }) => because),
        "; ",
      )}`,
    );
  return isSame(now.steps, item.steps) ? "unchanged" : changed(words(stepsChanged(item, now)));
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
