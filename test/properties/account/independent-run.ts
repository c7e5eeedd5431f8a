/** Runs every controller until all rest, and then ends what holds, as time would. */

import type { Action, AnyController, Decision } from "../../../src/controllers/index.ts";
import type { KubeObject, ObjectRef, Pod } from "../../../src/kubernetes/index.ts";
import { kindNamed, nameKey, refOf } from "../../../src/kubernetes/index.ts";
import type { Act } from "../../../src/report/index.ts";
import { knowledge } from "./account.ts";
import { leakedIn, stoppedIn } from "./losses.ts";
import type { Order } from "./small-world.ts";
import { finalizersOf, SmallWorld } from "./small-world.ts";

/**
 * How long it is waited. `at once`: the controllers act, and nothing else ends. `as usual`: pods that are being deleted
 * end, and the owners of finalizers that no controller here removes do so. `in the end`: whatever is waited for ends.
 */
const patiences = ["at once", "as usual", "in the end"] as const;
type Patience = (typeof patiences)[number];

/** What became of disks and pods. */
export interface Outcome {
  readonly destroyed: ReadonlySet<string>;
  readonly exposed: ReadonlySet<string>;
  /** Disks whose object was deleted, and that were to be deleted with it. */
  readonly leaked: ReadonlySet<string>;
  /** Pods that ran, and are gone or are being deleted. */
  readonly stopped: ReadonlySet<string>;
  /** Objects that are gone or are being deleted, and objects that are gone, by key. */
  readonly deleted: ReadonlySet<string>;
  readonly gone: ReadonlySet<string>;
}

/** Who is first, a person or the controllers, is left to chance as well. */
export type Start = "acts first" | "controllers first";

/** What became of them at each patience: who waits longer sees what the others saw, and more. */
export function outcomesOf(
  objects: readonly KubeObject[],
  acts: readonly Act[],
  order: Order,
  start: Start = "acts first",
): readonly Outcome[] {
  const world = new SmallWorld(objects, order);
  const done = new Map<string, number>();
  if (start === "controllers first") run(world, "at once", done);
  for (const act of acts) world.do(act);
  return patiences.map((patience) => {
    run(world, patience, done);
    return {
      destroyed: new Set(world.destroyed),
      exposed: new Set(world.exposed),
      leaked: leakedIn(world),
      stopped: stoppedIn(objects, world),
      ...deletedIn(objects, world),
    };
  });
}

function deletedIn(before: readonly KubeObject[], world: SmallWorld): Pick<Outcome, "deleted" | "gone"> {
  const refs = before.map(refOf);
  const gone = refs.filter((ref) => world.find(ref) === undefined);
  const deleted = refs.filter((ref) => world.find(ref)?.metadata.deletionTimestamp !== undefined);
  return { deleted: new Set([...gone, ...deleted].map(nameKey)), gone: new Set(gone.map(nameKey)) };
}

const mostRounds = 40;
/** Two controllers may undo each other's work without end. */
const mostOfEach = 2;

function run(world: SmallWorld, patience: Patience, done: Map<string, number>): void {
  let isInstalled = false;
  for (let round = 0; round < mostRounds; round += 1) {
    rest(world, done, isInstalled ? () => true : hereIn(world));
    if (patience === "at once") return;
    if (endSomething(world, patience)) continue;
    if (patience === "as usual" || isInstalled) return;
    isInstalled = true;
  }
}

function rest(world: SmallWorld, done: Map<string, number>, isHere: IsHere): void {
  for (let round = 0; round < mostRounds; round += 1) {
    const isMoved = turn(world, done, "at once", isHere) || turn(world, done, "after a while", isHere);
    if (!isMoved) return;
  }
}

type IsHere = (controller: AnyController, object: KubeObject) => boolean;

/** An attacher whose driver is not installed does nothing, until it is installed again: that comes last. */
function hereIn({ objects }: SmallWorld): IsHere {
  const installed = objects.flatMap((object) => {
    if (object.kind === "CSIDriver") return [object.metadata.name];
    return object.kind === "CSINode" ? (object.spec?.drivers ?? []).map(({ name }) => name ?? "") : [];
  });
  const finalizers = installed.map((driver) => `external-attacher/${driver.replaceAll(".", "-")}`);
  return ({ name }, object) =>
    name !== "external-attacher" ||
    finalizersOf(object).some((finalizer) => finalizers.includes(finalizer)) ||
    (object.kind === "VolumeAttachment" && installed.includes(object.spec?.attacher ?? ""));
}

/** Each controller once about each object. What one does after a while waits for all that is done at once. */
function turn(
  world: SmallWorld,
  done: Map<string, number>,
  when: "at once" | "after a while",
  isHere: IsHere,
): boolean {
  let isMoved = false;
  for (const object of world.objects) {
    for (const controller of controllersOf(object, world)) {
      if (!isHere(controller, object)) continue;
      const decision = decisionOn(refOf(object), controller, world);
      if (decision?.decides !== "act" || (decision.delay !== undefined && when === "at once")) continue;
      if (isEnough(controller, decision.actions, done)) continue;
      for (const action of decision.actions) world.carryOut(action);
      isMoved = true;
    }
  }
  return isMoved;
}

const byKind = new Map<string, readonly AnyController[]>();

function controllersOf({ apiVersion, kind }: KubeObject, { order }: SmallWorld): readonly AnyController[] {
  const key = `${order} ${kind}`;
  const known = byKind.get(key);
  if (known !== undefined) return known;
  const resource = kindNamed(apiVersion, kind)?.resource;
  const found = knowledge.controllers.filter(({ on }) => on === resource);
  const turns = order === "as given" ? found : found.toReversed();
  byKind.set(key, turns);
  return turns;
}

function decisionOn(ref: ObjectRef, controller: AnyController, world: SmallWorld): Decision | undefined {
  const object = world.find(ref);
  return object && controller.decide(object, world.cluster);
}

function isEnough({ name }: AnyController, actions: readonly Action[], done: Map<string, number>): boolean {
  const key = JSON.stringify([name, actions]);
  const times = done.get(key) ?? 0;
  done.set(key, times + 1);
  return times >= mostOfEach;
}

/** Finalizers that the controllers here remove when they may. */
const own: readonly RegExp[] = [
  /^kubernetes\.io\/(pvc|pv|vac)-protection$/,
  /^kubernetes\.io\/pv-controller$/,
  /^external-provisioner\./,
  /^external-attacher\//,
  /^provisioner\.storage\.kubernetes\.io\//,
  /^snapshot\.storage\.kubernetes\.io\//,
  /^(foregroundDeletion|orphan)$/,
  /populate-target-protection$/,
];

function isOwn(finalizer: string): boolean {
  return own.some((each) => each.test(finalizer));
}

/** Ends what holds, if there is something. */
function endSomething(world: SmallWorld, patience: Patience): boolean {
  const deleted = world.objects.filter(({ metadata }) => metadata.deletionTimestamp !== undefined);
  const pods = deleted.filter(({ kind }) => kind === "Pod");
  if (pods.length > 0) {
    for (const pod of pods) endPod(pod, world);
    return true;
  }
  // Who is faster is left to chance: backwards, who holds only the record of a disk comes last.
  const isLate = ({ kind }: KubeObject) => world.order === "backwards" && records.includes(kind);
  if (
    endForeign(
      deleted.filter((object) => !isLate(object)),
      world,
    )
  )
    return true;
  return (
    patience === "in the end" &&
    (endAwaited(world, deleted) ||
      endClaims(world, deleted) ||
      endFailures(world) ||
      releaseAll(world, deleted) ||
      endForeign(deleted.filter(isLate), world))
  );
}

/** The owners of finalizers that no controller here removes do so. */
function endForeign(deleted: readonly KubeObject[], world: SmallWorld): boolean {
  const foreign = deleted.flatMap((object) =>
    finalizersOf(object)
      .filter((finalizer) => !isOwn(finalizer))
      .map((finalizer) => ({ object, finalizer })),
  );
  for (const { object, finalizer } of foreign) {
    const current = world.find(refOf(object));
    if (current !== undefined) world.withoutFinalizer(current, finalizer);
  }
  return foreign.length > 0;
}

/** In the end a driver has taken the snapshot that it was taking, and nothing refuses the deletions in a namespace. */
function endFailures(world: SmallWorld): boolean {
  let isEnded = false;
  for (const object of world.objects) {
    const { [beingCreated]: taking, ...annotations }: Record<string, string | undefined> =
      object.metadata.annotations ?? {};
    if (object.kind === "VolumeSnapshotContent" && taking !== undefined) {
      const { snapshotHandle = `taken for ${object.metadata.name}` } = object.status ?? {};
      const status = { ...object.status, readyToUse: true, snapshotHandle };
      world.put({ ...object, metadata: { ...object.metadata, annotations }, status });
      isEnded = true;
    }
    if (object.kind === "Namespace" && (object.status?.conditions ?? []).length > 0) {
      world.put({ ...object, status: { ...object.status, conditions: [] } });
      isEnded = true;
    }
  }
  return isEnded;
}

const beingCreated = "snapshot.storage.kubernetes.io/volumesnapshot-being-created";

/** In the end the owner of a finalizer acts, whatever it has said until then. Records of disks are not its alone. */
function releaseAll(world: SmallWorld, deleted: readonly KubeObject[]): boolean {
  const held = deleted.filter(
    ({ kind, metadata }) => !records.includes(kind) && (metadata.finalizers ?? []).length > 0,
  );
  for (const object of held) {
    const current = world.find(refOf(object));
    if (current !== undefined) world.put({ ...current, metadata: { ...current.metadata, finalizers: [] } });
  }
  return held.length > 0;
}

const records: readonly string[] = ["PersistentVolume", "VolumeSnapshotContent"];

function endPod(pod: KubeObject, world: SmallWorld): void {
  const handles = pod.kind === "Pod" ? handlesOf(pod, world) : [];
  world.remove(refOf(pod));
  const { nodeName } = (pod as { readonly spec?: { readonly nodeName?: string } }).spec ?? {};
  if (nodeName === undefined) return;
  const isOfPod = (name: string) => handles.some((handle) => name.endsWith(`^${handle}`));
  unmount({ apiVersion: "v1", kind: "Node", name: nodeName }, world, isOfPod);
}

/** The disks that a pod uses: those of others on its node stay mounted. */
function handlesOf({ spec, metadata: { namespace = "" } }: Pod, world: SmallWorld): readonly string[] {
  return (spec?.volumes ?? []).flatMap(({ persistentVolumeClaim }) => {
    const { claimName: name = "" } = persistentVolumeClaim ?? {};
    const claim = world.find({ apiVersion: "v1", kind: "PersistentVolumeClaim", name, namespace });
    if (claim?.kind !== "PersistentVolumeClaim") return [];
    const { volumeName = "" } = claim.spec ?? {};
    const volume = world.find({ apiVersion: "v1", kind: "PersistentVolume", name: volumeName });
    return volume?.kind === "PersistentVolume" ? (volume.spec?.csi?.volumeHandle ?? []) : [];
  });
}

function unmount(ref: ObjectRef, world: SmallWorld, isEnded = (_: string) => true): boolean {
  const node = world.find(ref);
  const before = node?.kind === "Node" ? (node.status?.volumesInUse ?? []) : [];
  const volumesInUse = before.filter((name) => !isEnded(name));
  if (node?.kind !== "Node" || volumesInUse.length === before.length) return false;
  world.put({ ...node, status: { ...node.status, volumesInUse } });
  return true;
}

/** Ends what is waited for: a node no longer uses the disk, and anything else is deleted. */
function endAwaited(world: SmallWorld, deleted: readonly KubeObject[]): boolean {
  let isEnded = false;
  const waiting = world.objects.filter(
    (object) =>
      deleted.includes(object) || object.kind === "PersistentVolume" || object.kind === "VolumeAttachment",
  );
  for (const object of waiting) {
    for (const controller of controllersOf(object, world)) {
      const decision = decisionOn(refOf(object), controller, world);
      if (decision?.decides !== "wait") continue;
      for (const awaited of decision.on) isEnded = endOne(awaited, world) || isEnded;
    }
  }
  return isEnded;
}

/** A deleted volume waits for its claim, whether or not a controller says so. */
function endClaims(world: SmallWorld, deleted: readonly KubeObject[]): boolean {
  const claims = deleted.flatMap((object) => {
    const { name = "", namespace = "" } =
      (object.kind === "PersistentVolume" ? object.spec?.claimRef : undefined) ?? {};
    const ref = { apiVersion: "v1", kind: "PersistentVolumeClaim", name, namespace };
    const claim = world.find(ref);
    return claim === undefined || claim.metadata.deletionTimestamp !== undefined ? [] : [ref];
  });
  for (const claim of claims) world.delete(claim);
  return claims.length > 0;
}

function endOne(ref: ObjectRef, world: SmallWorld): boolean {
  const object = world.find(ref);
  if (object === undefined) return false;
  if (ref.kind === "Node") return unmount(ref, world);
  if (ref.kind === "Pod") {
    endPod(object, world);
    return true;
  }
  // What waits for a snapshot goes on once that is ready: to delete it instead is a person's step of its own.
  if (object.kind === "VolumeSnapshot" && object.metadata.deletionTimestamp === undefined) {
    if (object.status?.readyToUse === true) return false;
    world.put({ ...object, status: { ...object.status, readyToUse: true } });
    return true;
  }
  // An attachment that names a volume does not want that volume deleted.
  if (object.metadata.deletionTimestamp !== undefined || records.includes(ref.kind)) return false;
  world.delete(ref);
  return true;
}
