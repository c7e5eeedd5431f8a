import type { Cluster } from "../cluster/index.ts";
import type { Action } from "../controllers/index.ts";
import {
  annotationNames,
  podsThatWant,
  podsUsingAttachment,
  refuses,
  withoutRefusal,
} from "../controllers/index.ts";
import type { Knowledge } from "../define/index.ts";
import { unnamedSnapshot } from "../define/index.ts";
import type { ObjectRef, VolumeAttachment, VolumeSnapshotContent } from "../kubernetes/index.ts";
import { annotationOf, isTerminating, kindNamed, nameKey } from "../kubernetes/index.ts";
import type { Hold } from "../report/index.ts";
import { unmounted, withoutMounts } from "./after-action.ts";
import type { Move } from "./forward.ts";
import { entryFor } from "./holds.ts";
import type { World } from "./world.ts";

/** Makes one root cause end in the simplest way that it can; returns what its owner does for that. */
export function endRoot(root: Hold, world: World, knowledge: Knowledge): readonly Move[] {
  if (goesOnByItself(root, knowledge)) return [];
  if (root.held.kind === "Namespace") endRefusal(root.held, world);
  const refused = endOfRefused(root, world);
  if (refused !== undefined) return [refused];
  if ("object" in root.holder) {
    const holder = root.holder.object;
    if (goesByDeletion(root.held, holder, world)) world.deleteObject(holder);
    else if (root.held.kind !== "VolumeAttachment" || !endMounts(holder, world))
      removeHolder(holder.kind === "Node" && root.held.kind === "Pod" ? root.held : holder, world);
    return [];
  }
  if (root.reason === "AboutToGo") world.removeObject(root.held);
  if ("driver" in root.holder) endTaking(root.held, world);
  const end = endOfPod(root, world);
  if (end !== undefined) return [end];
  const isOwnedElsewhere =
    root.reason === "UnknownFinalizer" || "unread" in root.holder || "missing" in root.holder;
  if (!("finalizer" in root.by) || !isOwnedElsewhere) return [];
  const action: Action = { do: "remove-finalizer", object: root.held, finalizer: root.by.finalizer };
  world.apply(action);
  return [{ controller: ownerOf(root, knowledge), action }];
}

/** The objects in a namespace that is being deleted are deleted by its controller, as soon as nothing refuses that. */
export function goesWithNamespace({ held, holder }: Hold, world: World): boolean {
  if (held.kind !== "Namespace" || !("object" in holder) || holder.object.namespace === undefined)
    return false;
  const object = world.find(holder.object);
  return object !== undefined && !isTerminating(object);
}

/** In the order in which the namespace controller comes to them. */
export function podsFirst(roots: readonly Hold[]): readonly Hold[] {
  const isPod = ({ held }: Hold) => held.kind === "Pod";
  return [...roots.filter(isPod), ...roots.filter((root) => !isPod(root))];
}

/** What could not be deleted with its namespace is deleted once that is no longer refused. */
function endOfRefused({ held, holder }: Hold, world: World): Move | undefined {
  if (held.namespace === undefined) return undefined;
  const object = world.find(held);
  if (object === undefined || isTerminating(object)) return undefined;
  const namespace = { apiVersion: "v1", kind: "Namespace", name: held.namespace };
  const found = world.find(namespace);
  if (found?.kind !== "Namespace" || !isTerminating(found) || !refuses(holder, found)) return undefined;
  endRefusal(namespace, world);
  const action: Action = { do: "delete", object: held };
  world.apply(action);
  return { controller: "namespace-controller", action };
}

/** Of everything in it: what ends the refusal for the pods ends it for its controller. */
function endRefusal(namespace: ObjectRef, world: World): void {
  const found = world.find(namespace);
  if (found?.kind === "Namespace") world.change(withoutRefusal(found));
}

function goesOnByItself({ by }: Hold, { waits }: Knowledge): boolean {
  return "wait" in by && waits.some(({ wait, holder }) => wait === by.wait && holder === "goes on by itself");
}

/** The driver has made the snapshot after all, as it may have already: the worst that can come of it. */
function endTaking(held: ObjectRef, world: World): void {
  const content = world.find(held);
  if (content?.kind !== "VolumeSnapshotContent") return;
  if (annotationOf(content, annotationNames.snapshotBeingCreated) === undefined) return;
  const snapshotHandle = content.status?.snapshotHandle ?? unnamedSnapshot;
  const { [annotationNames.snapshotBeingCreated]: _, ...annotations } = content.metadata.annotations ?? {};
  const made: VolumeSnapshotContent = {
    ...content,
    metadata: { ...content.metadata, annotations },
    status: { ...content.status, readyToUse: true, snapshotHandle },
  };
  world.change(made);
}

/** A pod that is being deleted and has no finalizer disappears as soon as its controller is done: mostly its kubelet. */
function endOfPod({ held, by, holder }: Hold, world: World): Move | undefined {
  const pod = held.kind === "Pod" && "wait" in by && "controller" in holder ? world.find(held) : undefined;
  if (pod === undefined || !isTerminating(pod) || (pod.metadata.finalizers ?? []).length > 0)
    return undefined;
  removeHolder(held, world);
  return "controller" in holder
    ? { controller: holder.controller, action: { do: "delete", object: held } }
    : undefined;
}

/**
 * A claim with a volume, an attachment and the snapshot of a content have finalizers whose controllers must still be
 * heard; the rest is deleted at once.
 */
function goesByDeletion(held: ObjectRef, holder: ObjectRef, world: World): boolean {
  switch (holder.kind) {
    case "PersistentVolumeClaim":
      return hasVolume(holder, world);
    case "VolumeAttachment":
      return true;
    case "VolumeSnapshot":
      return held.kind === "VolumeSnapshotContent";
    default:
      return false;
  }
}

/** What holds exists, and releases the object only if it is deleted. */
export function mustBeDeleted({ held, holder }: Hold, world: World): boolean {
  if (!("object" in holder) || !goesByDeletion(held, holder.object, world)) return false;
  const object = world.find(holder.object);
  return object !== undefined && !isTerminating(object);
}

function hasVolume(holder: ObjectRef, world: World): boolean {
  const object = world.find(holder);
  return object?.kind !== "PersistentVolumeClaim" || object.status?.phase !== "Pending";
}

function ownerOf({ held, by, holder }: Hold, knowledge: Knowledge): string {
  if ("controller" in holder) return holder.controller;
  const on = kindNamed(held.apiVersion, held.kind)?.resource;
  const entry = on === undefined || !("finalizer" in by) ? undefined : entryFor(by.finalizer, on, knowledge);
  return entry?.owner ?? "its owner";
}

/** What a driver or controller does that no model can make act: it succeeds, by whatever repairs it. */
export function succeeding({ held, by, holder, category }: Hold): readonly Move[] {
  if (!("finalizer" in by) || category === "waiting") return [];
  const action: Action = { do: "remove-finalizer", object: held, finalizer: by.finalizer };
  if ("driver" in holder) return [{ controller: holder.driver, action }];
  return "controller" in holder ? [{ controller: holder.controller, action }] : [];
}

/**
 * What holds `ref` up has a problem itself, and whatever repairs it, it then is healthy: a Pending claim is Bound, a
 * snapshot is ready, a pod that is being deleted disappears, an attachment that no pod needs is deleted.
 */
export function comesRight({ held, by }: Hold, ref: ObjectRef, world: World): boolean {
  const object = world.find(held);
  if (object === undefined || !("wait" in by) || nameKey(held) === nameKey(ref)) return false;
  switch (object.kind) {
    case "PersistentVolumeClaim":
      // A Lost claim would be found Lost again.
      if (object.status?.phase !== "Pending") return false;
      world.apply({ do: "set-phase", object: held, phase: "Bound" });
      return true;
    case "VolumeSnapshot":
      world.change({ ...object, status: { ...object.status, readyToUse: true } });
      return true;
    case "Pod":
      if (!isTerminating(object)) return false;
      removeHolder(held, world);
      return true;
    case "VolumeAttachment":
      if (isTerminating(object) || !isUnwanted(object, world.cluster)) return false;
      world.deleteObject(held);
      return true;
    default:
      return false;
  }
}

function isUnwanted(attachment: VolumeAttachment, cluster: Cluster): boolean {
  const pods = podsUsingAttachment(attachment, cluster);
  return pods.read && podsThatWant(attachment, pods.items).length === 0;
}

/** Where the node of an attachment reports what it has mounted, it need not be deleted for that to end. */
function endMounts(holder: ObjectRef, world: World): boolean {
  const node = world.find(holder);
  if (node?.kind !== "Node" || (node.status?.volumesInUse ?? []).length === 0) return false;
  world.change(withoutMounts(node));
  return true;
}

/** A pod disappears only when the kubelet has unmounted its volumes, and then no longer reports them as in use. */
function removeHolder(holder: ObjectRef, world: World): void {
  const object = world.find(holder);
  if (object?.kind === "Pod") for (const node of unmounted(object, world.cluster)) world.change(node);
  world.removeObject(holder);
}
