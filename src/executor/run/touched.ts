import {
  type Act,
  kindNamed,
  type ObjectRef,
  type PlanItem,
  type PlannedStep,
  type Resource,
  type Step,
} from "../../model/index.ts";

interface Touched {
  readonly resource: Resource;
  readonly ref: ObjectRef;
}

/** What a step will change; nothing for a step that waits. */
export function targetOf(planned: PlannedStep): Touched | undefined {
  const asked: Step | Act = planned.when === "now" ? planned.step : planned.act;
  switch (asked.do) {
    case "wait":
      return undefined;
    case "create":
      return "ref" in asked ? asked : touched(asked.on);
    case "replace":
    case "patch":
      return asked.target;
    case "delete":
      return "target" in asked ? asked.target : touched(asked.on);
    case "drop-finalizer":
    case "edit":
      return touched(asked.on);
  }
}

/** Everything that is saved before an item is begun: what it changes, and what belongs to it. Each once. */
export function savedFor(item: PlanItem): readonly Touched[] {
  const targets = item.steps.flatMap((step) => targetOf(step) ?? []);
  const related = item.related.flatMap((ref) => touched(ref) ?? []);
  const byName = new Map([...targets, ...related].map((one) => [keyOf(one), one]));
  return [...byName.values()];
}

function keyOf({ resource, ref }: Touched): string {
  return JSON.stringify([resource, ref.namespace ?? "", ref.name]);
}

function touched(ref: ObjectRef): Touched | undefined {
  const resource = kindNamed(ref.apiVersion, ref.kind)?.resource;
  return resource === undefined ? undefined : { resource, ref };
}
