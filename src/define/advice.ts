import type { KubeObject, Phrase } from "../kubernetes/index.ts";
import { distinct, nameKey, nameOf, refOf, say } from "../kubernetes/index.ts";
import type { Avoid, Deed, Hold, OfferedRemedy, Remedy, Verdict } from "../report/index.ts";
import type { Knowledge, ReasonPage } from "./define.ts";

/** What the page of the reason says to do: for a person, where no step that can be offered ends it. */
export function adviceFor(
  { category, reason }: Verdict,
  { remedies, roots }: { readonly remedies: readonly OfferedRemedy[]; readonly roots: readonly Hold[] },
  knowledge: Knowledge,
): string | undefined {
  const page = pageOf(reason, knowledge);
  const isAdvised = category === "blocked" || category === "stuck" || page?.isAdvised === true;
  if (remedies.some(({ primary }) => primary) || !isAdvised) return undefined;
  const told = page?.whatToDo;
  return told === undefined ? undefined : within(roots[0]?.held.namespace, aboutPod(roots, told));
}

/** kubernetes/apimachinery pkg/api/validation NameIsDNSLabel, v0.36: another name could hide what it does to a shell. */
const label = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;

/** A command that only looks at a pod names it, where the holds are of one pod. */
function aboutPod(roots: readonly Hold[], told: string): string {
  const refs = roots.flatMap(({ held, holder }) => ("object" in holder ? [held, holder.object] : [held]));
  const [pod, ...others] = distinct(
    refs.filter(({ kind }) => kind === "Pod"),
    nameKey,
  );
  const { name, namespace = "" } = pod ?? { name: "" };
  if (others.length > 0 || !label.test(name) || !label.test(namespace)) return told;
  return told.replaceAll(
    /`(kubectl (?:pvguard why pod\/|(?:describe|get) pod ))NAME -n NAMESPACE/g,
    (_, command: string) => `\`${command}${name} -n ${namespace}`,
  );
}

/** A command that only leaves the namespace open is made whole. Of one that leaves a name open, the rest is the person's too. */
function within(namespace: string | undefined, told: string): string {
  if (namespace === undefined || !label.test(namespace)) return told;
  return told.replaceAll(/`[^`]*`/g, (command) =>
    /\b(?:NAME|KIND|CLONE|DRIVER)\b/.test(command) ? command : command.replace(/\bNAMESPACE\b/, namespace),
  );
}

/** The page of a reason. */
export function pageOf(reason: string, { waits, finalizers }: Knowledge): ReasonPage | undefined {
  const pages = [generalReasons, ...[...waits, ...finalizers].map((entry) => entry.reasons)];
  return pages
    .map((given: Readonly<Record<string, ReasonPage>>) => given[reason])
    .find((page) => page !== undefined);
}

/** Reasons that belong to no single entry. */
export const generalReasons = {
  ControllerNotActing: {
    title: "The finalizer is no longer needed but was not removed",
    category: "stuck",
    what: "Every condition for removing the finalizer is met, but the finalizer has not been removed.",
    why: "The controller that owns the finalizer is not running, lacks a permission, or missed the event. Or an admission webhook with failurePolicy Fail does not respond, so the API server refuses every update of the object. `-o wide` lists the webhooks that could be the cause.",
    whatToDo:
      "A person must check that the controller is running. A harmless change to the object's metadata makes the controller look at it again. Remove the finalizer manually only as a last resort.",
  },
  ControllerAboutToAct: {
    title: "The controller is about to remove the finalizer",
    category: "waiting",
    what: "Every condition for removing the finalizer is met, and has been for less than a minute.",
    why: "Controllers need a moment to react.",
    whatToDo: "No action is needed. Wait a minute and run `kubectl pvguard why` again.",
  },
  UnknownFinalizer: {
    title: "The object has a finalizer that pvguard does not know",
    category: "blocked",
    what: "A controller asked to do something before the object is deleted. pvguard does not know this controller.",
    why: "The controller has not cleaned up yet, or it no longer exists. On a volume, this finalizer keeps the object but not the disk. With policy Delete, the disk is still deleted once no claim has the volume and nothing is attached.",
    whatToDo:
      "Find the owner: the finalizer's domain and the field manager show who it is. A person must ask that owner before anything is removed.",
  },
  AboutToGo: {
    title: "The object has no finalizers left and is about to be deleted",
    category: "waiting",
    what: "The object is being deleted and has no finalizers. The next write to it deletes it.",
    why: "The version of the object that pvguard read may be old.",
    whatToDo: "No action is needed. Run `kubectl pvguard why` again.",
  },
  DataLossAhead: {
    title: "Nothing holds the object, but its data will be lost",
    category: "waiting",
    what: "Nothing is wrong with the object itself. Its disk or snapshot will be deleted, made available to other claims, or left behind without a record.",
    why: "Another object of the same disk is being deleted or released: the volume of an attachment, the claim of a volume.",
    whatToDo:
      'If you need the data, set the volume to Retain at once: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. `kubectl pvguard why pv/NAME` says what the deletion still waits for.',
  },
  CouldNotRead: {
    title: "Something that decides the answer could not be read",
    category: "unknown",
    what: "A list or an object that the answer depends on was not read. Objects that were not read may still exist.",
    why: "A permission is missing, the server did not respond, or the input does not contain it or is damaged.",
    whatToDo: "Grant permission to read it, or add it to the input. Then run `kubectl pvguard why` again.",
  },
} as const satisfies Record<string, ReasonPage>;

export type GeneralReason = keyof typeof generalReasons;

/** Warns against removing a finalizer, unless the same report offers that. */
export function notToRemove(finalizer: string, from: KubeObject, because: Phrase): Avoid {
  return {
    step: say`remove the finalizer ${finalizer} from ${nameOf(refOf(from))}`,
    because,
    deed: { do: "drop-finalizer", on: refOf(from), finalizer },
  };
}

/** What its holds warn of, each of them once. */
export function avoidedOf(holds: readonly Hold[]): readonly Avoid[] {
  return [...new Set(holds.map(({ avoid }) => avoid))].flat();
}

/**
 * The warnings of a report that offers these remedies. Of one deed there is one warning. What a remedy does at once is no
 * warning; what it does after other steps is only wrong without them, and the warning says so.
 */
export function avoided(all: readonly Avoid[], remedies: readonly Remedy[]): readonly Avoid[] {
  const atOnce = new Set(remedies.flatMap(({ fix }) => (fix?.acts ?? []).flatMap(deedsOf)).map(keyOf));
  const inTurn = new Set(remedies.flatMap(({ deeds }) => deeds ?? []).map(keyOf));
  const told = new Set<string>();
  return all.flatMap((avoid) => {
    const step = JSON.stringify(avoid.step);
    const deed = avoid.deed === undefined ? step : keyOf(avoid.deed);
    if (told.has(step) || told.has(deed) || atOnce.has(deed)) return [];
    told.add(step).add(deed);
    return inTurn.has(deed) ? { ...avoid, step: say`${avoid.step} before the steps above are done` } : avoid;
  });
}

function deedsOf(act: NonNullable<Remedy["fix"]>["acts"][number]): readonly Deed[] {
  return act.do === "delete" || act.do === "drop-finalizer" ? [act] : [];
}

function keyOf(deed: Deed): string {
  return JSON.stringify([deed.do, nameKey(deed.on), deed.do === "drop-finalizer" ? deed.finalizer : ""]);
}
