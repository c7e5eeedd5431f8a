import type { ObjectRef, Phrase, RawObject, Resource } from "../../kubernetes/index.ts";
import { distinct, isSameJson, kindNamed, nameKey, nameOf, rawObject, say } from "../../kubernetes/index.ts";
import type { Act, PlanItem, PlannedWrite, Write } from "../../report/index.ts";
import type { NoWrite } from "../write-for.ts";
import { writeFor } from "../write-for.ts";
import { actOf, changesBetween, isCreated } from "./judge.ts";
import type { Outside, WriteEnd } from "./outside.ts";
import { ended, placeOf } from "./outside.ts";
import { readObject } from "./read.ts";

/** A step that can be carried out now, or why it is over already. */
type Prepared =
  | { readonly go: "write"; readonly write: Write; readonly before: RawObject | "absent" }
  | { readonly go: "no"; readonly end: WriteEnd };

/**
 * Reads the target once more. The request is made from what is there now; where the plan has shown one, it must be the
 * very same.
 */
export async function prepare({ client }: Outside, planned: PlannedWrite): Promise<Prepared> {
  const act = actIn(planned);
  const target = targetOf(planned);
  if (target === undefined) return refused(say`pvguard does not know the kind of ${nameOf(act.on)}.`);
  const read = await readObject(client, target.resource, target.ref);
  if (read.state === "unread")
    return refused(say`${nameOf(target.ref)} could not be read: ${read.phrase}. Nothing was sent.`);
  const before = read.state === "found" ? read.raw : "absent";
  const step = writeFor(act, before, target.resource);
  if (!("do" in step)) return { go: "no", end: withoutStep(act, step, before) };
  const problem = outOfBounds(step) ?? notAsShown(planned, step, before);
  return problem === undefined ? { go: "write", write: step, before } : refused(problem);
}

/** What a step is for, whether or not its request is made already. */
export function actIn(planned: PlannedWrite): Act {
  return planned.when === "later" ? planned.act : actOf(planned.step);
}

function notAsShown(planned: PlannedWrite, write: Write, before: RawObject | "absent"): Phrase | undefined {
  if (planned.when === "later" || isSameJson(planned.step, write)) return undefined;
  return say`${nameOf(placeOf(write)[1])} has changed since the plan was made${whatChanged(planned.step, before)}. Nothing was sent.`;
}

function whatChanged(shown: Write, before: RawObject | "absent"): Phrase {
  if (shown.do === "create" || before === "absent") return [];
  const old = shown.do === "replace" ? rawObject(shown.read) : undefined;
  if (old !== undefined) return say` (${changesBetween(old, before)})`;
  return say` (resourceVersion changed from ${shown.target.resourceVersion} to ${before.resourceVersion})`;
}

/** Some of the reasons for which there is nothing to send mean that nothing is wrong. */
function withoutStep(
  act: Act,
  { reason, message, instead }: NoWrite,
  before: RawObject | "absent",
): WriteEnd {
  const no = ended("refused", instead === undefined ? message : say`${message} ${instead}`);
  switch (reason) {
    case "ObjectGone":
    case "AnotherObject":
      return act.do === "edit" ? no : ended("already", message);
    case "FinalizerGone":
      return ended("already", say`${message} Another client removed it.`);
    case "AlreadySo":
      return ended("already", message);
    case "ObjectExists":
      return act.do === "create" && before !== "absent" && isCreated(act.manifest, before)
        ? ended("already", message)
        : no;
    case "NotBeingDeleted":
    case "StillTerminatingGracefully":
    case "FinalizersAreNotEdited":
    case "FieldChanged":
      return no;
  }
}

function refused(detail: Phrase): Prepared {
  return { go: "no", end: ended("refused", detail) };
}

interface Touched {
  readonly resource: Resource;
  readonly ref: ObjectRef;
}

/** What a step will change; nothing where pvguard does not know its kind. */
export function targetOf(planned: PlannedWrite): Touched | undefined {
  const asked: Write | Act = planned.when === "now" ? planned.step : planned.act;
  switch (asked.do) {
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
  return distinct([...targets, ...related], ({ ref }) => nameKey(ref));
}

function touched(ref: ObjectRef): Touched | undefined {
  const resource = kindNamed(ref.apiVersion, ref.kind)?.resource;
  return resource === undefined ? undefined : { resource, ref };
}

const storage: readonly Resource[] = [
  "v1/persistentvolumeclaims",
  "v1/persistentvolumes",
  "storage.k8s.io/v1/volumeattachments",
  "storage.k8s.io/v1/volumeattributesclasses",
  "snapshot.storage.k8s.io/v1/volumesnapshots",
  "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
];

/** What can be told to run fewer pods, and nothing else. */
const scalable: readonly Resource[] = ["apps/v1/statefulsets", "apps/v1/deployments", "apps/v1/replicasets"];
const scaling: readonly string[] = [
  "/spec/replicas",
  "/spec/persistentVolumeClaimRetentionPolicy/whenScaled",
];

/** What refuses accidents. */
const guards: readonly Resource[] = [
  "admissionregistration.k8s.io/v1/validatingadmissionpolicies",
  "admissionregistration.k8s.io/v1/validatingadmissionpolicybindings",
];

/** What each kind of write may be about. Nodes, namespaces and storage classes are never written. */
const writable: Readonly<Record<Write["do"], readonly Resource[]>> = {
  replace: storage,
  patch: storage,
  delete: [...storage, "v1/pods"],
  create: storage,
};

/** Why this write is never sent, whatever the plan says. */
export function outOfBounds(write: Write): Phrase | undefined {
  const [resource, ref] = placeOf(write);
  return writable[write.do].includes(resource) || isScaling(write) || isNote(write) || isGuard(write)
    ? undefined
    : say`pvguard does not change objects of the kind of ${nameOf(ref)}.`;
}

function isScaling(write: Write): boolean {
  if (write.do !== "patch" || !scalable.includes(write.target.resource)) return false;
  return write.edits.every(({ op, path }) => op === "replace" && scaling.includes(path));
}

/** An annotation of a pod changes nothing that runs. */
function isNote(write: Write): boolean {
  if (write.do !== "patch" || write.target.resource !== "v1/pods") return false;
  return write.edits.every(({ path }) => path.startsWith("/metadata/annotations/"));
}

/** Only those of pvguard's own names: it changes no policy that others wrote. */
function isGuard(write: Write): boolean {
  const [resource, { name }] = placeOf(write);
  if (!guards.includes(resource) || !name.startsWith("pvguard-")) return false;
  return write.do !== "patch" || write.edits.every(({ path }) => path === "/spec");
}
