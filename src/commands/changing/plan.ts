import type { Executor } from "../../changes/executor/index.ts";
import type { Draft } from "../../changes/index.ts";
import { writeFor } from "../../changes/index.ts";
import { refusal } from "../../define/index.ts";
import type { ObjectRef, Phrase, RawObject } from "../../kubernetes/index.ts";
import { kindNamed, nameKey, nameOf, say, timestamp } from "../../kubernetes/index.ts";
import type { Act, Plan, PlanItem, PlannedWrite, Refusal } from "../../report/index.ts";

/** Where and for whom a plan is made: a cluster, or files. */
export type Place = Pick<Plan, "server" | "input"> & {
  readonly context?: string | undefined;
  readonly user?: string | undefined;
};

/** The same, as a plan says it. */
export function sceneAt({ server, input, context, user }: Place, now: number): Omit<Plan, "kind" | "items"> {
  return {
    madeAt: timestamp(now),
    server,
    ...(input === undefined ? {} : { input }),
    ...(context === undefined ? {} : { context }),
    ...(user === undefined ? {} : { user }),
  };
}

export function planAt(place: Place, items: readonly PlanItem[], now: number): Plan {
  return { kind: "Plan", ...sceneAt(place, now), items };
}

/** A step for an act, or why there is none. */
export type PlannedAct =
  /** `read`: its object; absent for what is to be created. */
  | { readonly is: "now"; readonly step: PlannedWrite; readonly read: RawObject | undefined }
  /** Its request is made from what an earlier act leaves. */
  | { readonly is: "later"; readonly after: Act }
  | { readonly is: "unread"; readonly because: Phrase }
  | { readonly is: "so already"; readonly because: Refusal }
  | { readonly is: "none"; readonly because: Refusal };

/** These mean that what was wanted is already done. */
const fine: readonly string[] = ["ObjectGone", "AnotherObject", "FinalizerGone", "AlreadySo"];

/** Turns acts into requests, from each object as it is on the server right now. */
export async function plannedActs(
  acts: readonly Act[],
  executor: Pick<Executor, "read">,
): Promise<readonly PlannedAct[]> {
  const touched = new Map<string, Act>();
  const all: PlannedAct[] = [];
  for (const act of acts) {
    const key = nameKey(act.on);
    const after = touched.get(key);
    const planned = after === undefined ? await plannedNow(act, executor) : ({ is: "later", after } as const);
    if (planned.is !== "so already") touched.set(key, act);
    all.push(planned);
  }
  return all;
}

async function plannedNow(act: Act, executor: Pick<Executor, "read">): Promise<PlannedAct> {
  const { on } = act;
  const resource = kindNamed(on.apiVersion, on.kind)?.resource;
  if (resource === undefined)
    return { is: "none", because: refusal("KindNotFixed", on, say`fix does not change ${nameOf(on)}.`) };
  const found = await executor.read(resource, on);
  if (found.state === "unread") return { is: "unread", because: found.phrase };
  const read = found.state === "found" ? found.raw : undefined;
  const step = writeFor(act, read ?? "absent", resource);
  if ("do" in step) return { is: "now", step: { when: "now", step }, read };
  return { is: fine.includes(step.reason) ? "so already" : "none", because: step };
}

/** An item whose objects were read whole, with what was read. */
type PlannedItem =
  | { readonly is: "item"; readonly item: PlanItem; readonly read: readonly RawObject[] }
  | { readonly is: "nothing"; readonly because: Phrase }
  | { readonly is: "refused"; readonly refusal: Refusal };

/** The draft with its requests. */
export async function itemOf(draft: Draft, executor: Pick<Executor, "read">): Promise<PlannedItem> {
  const { acts } = draft;
  const all = await plannedActs(acts, executor);
  const [refused] = acts.flatMap(({ on }, at) => refusalIn(all[at], on));
  if (refused !== undefined) return { is: "refused", refusal: refused };
  const steps = acts.flatMap((act, at) => stepsOf(act, all[at]));
  if (steps.length === 0) return { is: "nothing", because: say`${draft.title}: already done` };
  const read = all.flatMap((planned) => (planned.is === "now" ? (planned.read ?? []) : []));
  return { is: "item", item: itemWith(draft, steps), read };
}

function refusalIn(planned: PlannedAct | undefined, on: ObjectRef): readonly Refusal[] {
  switch (planned?.is) {
    case "none":
      return [planned.because];
    case "unread":
      return [refusal("IncompleteView", on, say`Could not read all of ${nameOf(on)}: ${planned.because}`)];
    default:
      return [];
  }
}

function stepsOf(act: Act, planned: PlannedAct | undefined): readonly PlannedWrite[] {
  switch (planned?.is) {
    case "now":
      return [planned.step];
    case "later":
      return [{ when: "later", act }];
    default:
      return [];
  }
}

export function itemWith({ acts: _, ...draft }: Draft, steps: readonly PlannedWrite[]): PlanItem {
  return { ...draft, steps };
}
