import type { Executor, LiveRead } from "../../changes/executor/index.ts";
import { writeFor } from "../../changes/index.ts";
import { refusal } from "../../define/index.ts";
import type { Guard, Manifest } from "../../guard/index.ts";
import { changeOf, removalOf } from "../../guard/index.ts";
import type { ObjectRef, Resource } from "../../kubernetes/index.ts";
import { say, words } from "../../kubernetes/index.ts";
import type { Idle, PlanItem, PlannedWrite, Refusal } from "../../report/index.ts";

export type Aim = "install" | "uninstall";

interface GuardItems {
  readonly items: readonly PlanItem[];
  readonly refusals: readonly Refusal[];
  readonly idle: readonly Idle[];
}

const resources: Readonly<Record<Manifest["kind"], Resource>> = {
  ValidatingAdmissionPolicy: "admissionregistration.k8s.io/v1/validatingadmissionpolicies",
  ValidatingAdmissionPolicyBinding: "admissionregistration.k8s.io/v1/validatingadmissionpolicybindings",
};

/** What it takes to put these guards in force, or to remove them, from what the server has of them now. */
export async function guardItems(
  guards: readonly Guard[],
  aim: Aim,
  executor: Pick<Executor, "read">,
): Promise<GuardItems> {
  const made: GuardItem[] = [];
  // Those of claims were installed last, and are removed first.
  for (const guard of aim === "install" ? guards : [...guards].reverse())
    made.push(await itemFor(guard, aim, executor));
  return {
    items: made.flatMap((each) => (each.is === "item" ? [each.item] : [])),
    refusals: made.flatMap((each) => (each.is === "refused" ? [each.refusal] : [])),
    idle: made.flatMap((each) => (each.is === "idle" ? [each.idle] : [])),
  };
}

type GuardItem =
  | { readonly is: "item"; readonly item: PlanItem }
  | { readonly is: "idle"; readonly idle: Idle }
  | { readonly is: "refused"; readonly refusal: Refusal };

async function itemFor(guard: Guard, aim: Aim, executor: Pick<Executor, "read">): Promise<GuardItem> {
  const { accident, policy, binding } = guard;
  const object = refOf(policy);
  const steps: PlannedWrite[] = [];
  // A policy is in force as long as it has a binding.
  for (const manifest of aim === "install" ? [policy, binding] : [binding, policy]) {
    const step = await stepFor(manifest, aim, executor);
    if ("refused" in step) return { is: "refused", refusal: step.refused };
    if ("write" in step) steps.push(step.write);
  }
  if (steps.length === 0)
    return {
      is: "idle",
      idle: {
        object,
        because:
          aim === "install"
            ? say`the guard ${accident.name} is installed as asked`
            : say`the guard ${accident.name} is not installed`,
      },
    };
  return { is: "item", item: planItem(guard, aim, steps) };
}

function planItem({ accident, mode, policy }: Guard, aim: Aim, steps: readonly PlannedWrite[]): PlanItem {
  const title =
    aim === "install"
      ? say`Install the guard ${accident.name} (mode ${mode})`
      : say`Remove the guard ${accident.name}`;
  const why =
    aim === "install"
      ? words(`It guards against this: ${accident.about}`)
      : words(`Nothing will guard against this any longer: ${accident.about}`);
  return {
    because: { object: refOf(policy), leaves: [] },
    remedy: aim === "install" ? "install-guard" : "remove-guard",
    title,
    safety: "safe",
    why,
    cannotUndo: [],
    accept: [],
    steps,
    next: [],
    related: [],
  };
}

type Step =
  | { readonly write: PlannedWrite }
  | { readonly refused: Refusal }
  | { readonly none: "so already" };

async function stepFor(manifest: Manifest, aim: Aim, executor: Pick<Executor, "read">): Promise<Step> {
  const on = refOf(manifest);
  const resource = resources[manifest.kind];
  const read = await executor.read(resource, on);
  if (read.state === "unread") return { refused: unread(on, read) };
  const found = read.state === "found" ? read.raw : "absent";
  const change = aim === "install" ? changeOf(manifest, found) : removalOf(found);
  switch (change.is) {
    case "so already":
      return { none: "so already" };
    case "not ours":
      return {
        refused: refusal(
          "NotOurs",
          on,
          change.because,
          say`Delete or rename it, if this is intended. Then run the same command again.`,
        ),
      };
    case "change": {
      const step = writeFor(change.act, found, resource);
      if ("do" in step) return { write: { when: "now", step } };
      return step.reason === "AlreadySo" ? { none: "so already" } : { refused: step };
    }
  }
}

function unread(on: ObjectRef, { phrase }: Extract<LiveRead, { readonly state: "unread" }>): Refusal {
  return refusal(
    "IncompleteView",
    on,
    phrase,
    say`The guards need Kubernetes 1.30 or newer, and the permission to read and write policies.`,
  );
}

function refOf({ apiVersion, kind, metadata }: Manifest): ObjectRef {
  return { apiVersion, kind, name: metadata.name };
}
