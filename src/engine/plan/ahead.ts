import {
  type Act,
  type Cluster,
  type Edit,
  type Fate,
  isRecord,
  type KubeObject,
  kindNamed,
  type NextStep,
  nameKey,
  type ObjectRef,
  refOf,
  type Unread,
} from "../../model/index.ts";
import type { Knowledge } from "../define.ts";
import { fateOf, gravest } from "../fate.ts";
import { type Prediction, predict } from "../predict.ts";
import { relativesOf } from "../relatives.ts";
import { changedAt } from "../state.ts";
import type { World } from "../world.ts";

/** Carries an act out in the world that is looked ahead in. */
export function imagine(act: Act, world: World): void {
  const object = world.find(act.on);
  if (object === undefined) return;
  switch (act.do) {
    case "drop-finalizer":
      world.apply({ do: "remove-finalizer", object: act.on, finalizer: act.finalizer });
      return;
    case "edit":
      world.change(afterEdits(object, act.edits, world.cluster));
      return;
    case "delete":
      world.deleteObject(act.on);
      return;
    case "create":
    case "wait":
      return;
  }
}

/** A controller that waits for a change is about to act on it; none waits for what only pvguard reads. */
function afterEdits(object: KubeObject, edits: readonly Edit[], { now }: Cluster): KubeObject {
  const changed = edited(object, edits);
  return edits.every(isOfPvguard) ? changed : changedAt(now, changed);
}

function isOfPvguard(edit: Edit): boolean {
  const annotations = "/metadata/annotations";
  if (edit.path !== annotations) return edit.path.startsWith(`${annotations}/pvguard.dev~1`);
  const keys = "value" in edit && isRecord(edit.value) ? Object.keys(edit.value) : [];
  return keys.length > 0 && keys.every((key) => key.startsWith("pvguard.dev/"));
}

/** What comes of a plan once its steps are done. */
interface Ahead {
  readonly prediction: Prediction;
  readonly next: readonly NextStep[];
  /** The gravest first. */
  readonly fates: readonly Fate[];
  readonly unread: readonly Unread[];
}

/** Runs the controllers forward for each of these objects, in the world as the acts have left it. */
export function lookAhead(
  near: readonly KubeObject[],
  world: World,
  before: Cluster,
  knowledge: Knowledge,
): Ahead {
  const all = near.map((each) => predict(refOf(each), world, knowledge));
  const prediction: Prediction = {
    steps: all.flatMap(({ steps }) => steps),
    moves: all.flatMap(({ moves }) => moves),
    end: world,
    unread: all.flatMap(({ unread }) => unread),
  };
  const fates = near.flatMap((each) => fateOf(each, before, prediction, knowledge) ?? []);
  return { prediction, next: prediction.steps, fates: gravest(fates), unread: prediction.unread };
}

const mostDepth = 2;

interface Around {
  readonly objects: readonly KubeObject[];
  /** What may be around them too, and was not read. */
  readonly unread: readonly Unread[];
}

/** The objects, and those whose controllers may act when something happens to them: pod, claim, volume. */
export function around(refs: readonly ObjectRef[], cluster: Cluster): Around {
  const found = new Map<string, KubeObject>();
  const unread: Unread[] = [];
  let layer = refs.flatMap((ref) => {
    const resolved = cluster.resolve(ref);
    return resolved?.state === "found" ? [resolved.object] : [];
  });
  for (let depth = 0; depth <= mostDepth; depth += 1) {
    const fresh = layer.filter((object) => !found.has(nameKey(refOf(object))));
    for (const object of fresh) found.set(nameKey(refOf(object)), object);
    const relatives = fresh.flatMap((object) => relativesOf(object, cluster));
    for (const relative of relatives) if ("unread" in relative) unread.push(relative.unread);
    layer = relatives.flatMap((relative) => ("object" in relative ? [relative.object] : []));
  }
  return { objects: [...found.values()], unread };
}

const worthSaving: readonly string[] = [
  "PersistentVolumeClaim",
  "PersistentVolume",
  "VolumeAttachment",
  "VolumeSnapshot",
  "VolumeSnapshotContent",
];

/** What a later re-creation would need: saved before the first write. */
export function related(objects: readonly KubeObject[]): readonly ObjectRef[] {
  return objects
    .filter(({ kind, apiVersion }) => worthSaving.includes(kind) && kindNamed(apiVersion, kind) !== undefined)
    .map(refOf);
}

type Json = { [field: string]: unknown };

/** The object as it is after these edits, for looking ahead. What the server does is the server's. */
export function edited(object: KubeObject, edits: readonly Edit[]): KubeObject {
  const copy: unknown = structuredClone(object);
  for (const edit of edits) carryOut(edit, copy);
  // It was an object of its kind, and no edit of a plan takes that away.
  return copy as KubeObject;
}

function carryOut(edit: Edit, root: unknown): void {
  const parts = edit.path
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = parts.pop() ?? "";
  let parent = root;
  for (const part of parts)
    parent = isRecord(parent) && Object.hasOwn(parent, part) ? parent[part] : undefined;
  if (Array.isArray(parent)) {
    if (edit.op === "add" && last === "-") parent.push(edit.value);
    return;
  }
  if (!isRecord(parent)) return;
  const fields = parent as Json;
  if (edit.op === "remove") delete fields[last];
  else
    Object.defineProperty(fields, last, {
      value: edit.value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
}
