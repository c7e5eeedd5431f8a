import type { ApprovedPlan } from "../../../../src/changes/executor/index.ts";
import { approve, digestOf } from "../../../../src/changes/executor/index.ts";
import { writeFor } from "../../../../src/changes/index.ts";
import type { RawObject, Resource } from "../../../../src/kubernetes/index.ts";
import { rawObject, words } from "../../../../src/kubernetes/index.ts";
import type { Act, Plan, PlanItem, PlannedWrite } from "../../../../src/report/index.ts";

export function item(steps: readonly PlannedWrite[], more: Partial<PlanItem> = {}): PlanItem {
  return {
    because: { object: { apiVersion: "v1", kind: "PersistentVolume", name: "disk" }, leaves: ["A leaf"] },
    remedy: "drop-finalizer",
    title: words("A title"),
    safety: "loses-data",
    why: words("A reason"),
    cannotUndo: [],
    accept: [],
    steps,
    next: [],
    related: [],
    ...more,
  };
}

/** Where the plans are for. */
export const server = "https://127.0.0.1/";

export function plan(...items: readonly PlanItem[]): Plan {
  return { kind: "Plan", madeAt: "2026-11-20T12:00:00Z", server, items };
}

/** As a person who read it all would. */
export function approved(made: Plan): ApprovedPlan {
  const accepted = made.items.flatMap(({ accept }) => accept.map(({ name }) => name));
  const said = approve(made, { given: { by: "digest", digest: digestOf(made) }, accepted });
  if ("refused" in said) throw new Error("not approved");
  return said;
}

/** What the act comes to for this object. */
export function now(act: Act, read: RawObject | "absent", resource: Resource): PlannedWrite {
  const step = writeFor(act, read, resource);
  if (!("do" in step)) throw new Error(`no step: ${step.reason}`);
  return { when: "now", step };
}

export function raw(object: object): RawObject {
  const made = rawObject(JSON.stringify(object));
  if (made === undefined) throw new Error("not an object");
  return made;
}
