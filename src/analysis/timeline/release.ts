import type { Cluster } from "../../cluster/index.ts";
import type { Action } from "../../controllers/index.ts";
import {
  annotationNames,
  finalizerNames,
  isSnapshotBeingCreated,
  podsThatWant,
  podsUsingAttachment,
  refuses,
  withoutRefusal,
} from "../../controllers/index.ts";
import type { Knowledge } from "../../define/index.ts";
import { unnamedSnapshot } from "../../define/index.ts";
import type { ObjectRef, VolumeAttachment, VolumeSnapshotContent } from "../../kubernetes/index.ts";
import { hasFinalizer, isTerminating, kindNamed, nameKey } from "../../kubernetes/index.ts";
import type { Hold } from "../../report/index.ts";
import { entryFor } from "../holds.ts";
import { unmounted, withoutMounts } from "./after-action.ts";
import type { Sandbox } from "./sandbox.ts";
import type { Move } from "./settle.ts";

/** Makes one root cause end in the simplest way that it can; returns what its owner does for that. */
export function endRoot(root: Hold, sandbox: Sandbox, knowledge: Knowledge): readonly Move[] {
  if (root.held.kind === "Namespace") endRefusal(root.held, sandbox);
  const refused = endOfRefused(root, sandbox);
  if (refused !== undefined) return [refused];
  if ("object" in root.holder) {
    const holder = root.holder.object;
    if (goesByDeletion(root.held, holder, sandbox)) sandbox.deleteObject(holder);
    else if (root.held.kind !== "VolumeAttachment" || !endMounts(holder, sandbox))
      removeHolder(holder.kind === "Node" && root.held.kind === "Pod" ? root.held : holder, sandbox);
    return [];
  }
  if (root.reason === "AboutToGo") sandbox.removeObject(root.held);
  if ("driver" in root.holder) endTaking(root.held, sandbox);
  const end = endOfPod(root, sandbox);
  if (end !== undefined) return [end];
  const isOwnedElsewhere =
    root.reason === "UnknownFinalizer" ||
    "unread" in root.holder ||
    "missing" in root.holder ||
    waitsForContainers(root);
  if (!("finalizer" in root.by) || !isOwnedElsewhere) return [];
  const action: Action = { do: "remove-finalizer", object: root.held, finalizer: root.by.finalizer };
  sandbox.apply(action);
  return [{ controller: ownerOf(root, knowledge), action }];
}

/** The objects in a namespace that is being deleted are deleted by its controller, as soon as nothing refuses that. */
export function goesWithNamespace({ held, holder }: Hold, sandbox: Sandbox): boolean {
  if (held.kind !== "Namespace" || !("object" in holder) || holder.object.namespace === undefined)
    return false;
  const object = sandbox.find(holder.object);
  return object !== undefined && !isTerminating(object);
}

/** In the order in which the namespace controller comes to them. */
export function podsFirst(roots: readonly Hold[]): readonly Hold[] {
  const isPod = ({ held }: Hold) => held.kind === "Pod";
  return [...roots.filter(isPod), ...roots.filter((root) => !isPod(root))];
}

/** What could not be deleted with its namespace is deleted once that is no longer refused. */
function endOfRefused({ held, holder }: Hold, sandbox: Sandbox): Move | undefined {
  if (held.namespace === undefined) return undefined;
  const object = sandbox.find(held);
  if (object === undefined || isTerminating(object)) return undefined;
  const namespace = { apiVersion: "v1", kind: "Namespace", name: held.namespace };
  const found = sandbox.find(namespace);
  if (found?.kind !== "Namespace" || !isTerminating(found) || !refuses(holder, found)) return undefined;
  endRefusal(namespace, sandbox);
  const action: Action = { do: "delete", object: held };
  sandbox.apply(action);
  return { controller: "namespace-controller", action };
}

/** Of everything in it: what ends the refusal for the pods ends it for its controller. */
function endRefusal(namespace: ObjectRef, sandbox: Sandbox): void {
  const found = sandbox.find(namespace);
  if (found?.kind === "Namespace") sandbox.change(withoutRefusal(found));
}

/** The driver has made the snapshot after all, as it may have already: the worst that can come of it. */
function endTaking(held: ObjectRef, sandbox: Sandbox): void {
  const content = sandbox.find(held);
  if (content?.kind !== "VolumeSnapshotContent" || !isSnapshotBeingCreated(content)) return;
  const snapshotHandle = content.status?.snapshotHandle ?? unnamedSnapshot;
  const { [annotationNames.snapshotBeingCreated]: _, ...annotations } = content.metadata.annotations ?? {};
  const made: VolumeSnapshotContent = {
    ...content,
    metadata: { ...content.metadata, annotations },
    status: { ...content.status, readyToUse: true, snapshotHandle },
  };
  sandbox.change(made);
}

/** A pod that is being deleted and has no finalizer disappears as soon as its controller is done: mostly its kubelet. */
function endOfPod({ held, by, holder }: Hold, sandbox: Sandbox): Move | undefined {
  const pod = held.kind === "Pod" && "wait" in by && "controller" in holder ? sandbox.find(held) : undefined;
  if (pod === undefined || !isTerminating(pod) || (pod.metadata.finalizers ?? []).length > 0)
    return undefined;
  removeHolder(held, sandbox);
  return "controller" in holder
    ? { controller: holder.controller, action: { do: "delete", object: held } }
    : undefined;
}

/**
 * A claim with a volume, an attachment and the snapshot of a content have finalizers whose controllers must still be
 * heard; the rest is deleted at once.
 */
export function goesByDeletion(held: ObjectRef, holder: ObjectRef, sandbox: Sandbox): boolean {
  switch (holder.kind) {
    case "PersistentVolumeClaim":
      return hasVolume(holder, sandbox) || isSource(holder, sandbox);
    case "VolumeAttachment":
      return true;
    case "PersistentVolume":
      return held.kind === "PersistentVolumeClaim";
    case "VolumeSnapshot":
      return held.kind === "VolumeSnapshotContent";
    default:
      return false;
  }
}

function hasVolume(holder: ObjectRef, sandbox: Sandbox): boolean {
  const object = sandbox.find(holder);
  return object?.kind !== "PersistentVolumeClaim" || object.status?.phase !== "Pending";
}

/** The snapshot controller takes that finalizer off once the snapshot is ready: no deletion of the claim does. */
function isSource(holder: ObjectRef, sandbox: Sandbox): boolean {
  const object = sandbox.find(holder);
  return object !== undefined && hasFinalizer(object, finalizerNames.pvcAsSource);
}

/** The kubelet ends the containers of a pod, and then the owner of the finalizer removes it. */
function waitsForContainers({ held, by, holder, category }: Hold): boolean {
  return held.kind === "Pod" && "finalizer" in by && "controller" in holder && category === "waiting";
}

function ownerOf(root: Hold, knowledge: Knowledge): string {
  const { held, by, holder } = root;
  if ("controller" in holder && !waitsForContainers(root)) return holder.controller;
  const on = kindNamed(held.apiVersion, held.kind)?.resource;
  const entry = on === undefined || !("finalizer" in by) ? undefined : entryFor(by.finalizer, on, knowledge);
  return entry?.owner ?? "its owner";
}

/** What a driver or controller does that no model can make act: it succeeds, by whatever repairs it. */
export function succeeding({ held, by, holder, category, reason }: Hold): readonly Move[] {
  // Without its disk, a driver does not release a record, and a controller does what it waits for itself; of one that is
  // about to act and has not, there is no model.
  const isBusy =
    reason === "ControllerAboutToAct" || ("driver" in holder && held.kind === "VolumeAttachment");
  if (!("finalizer" in by) || (category === "waiting" && !isBusy)) return [];
  const action: Action = { do: "remove-finalizer", object: held, finalizer: by.finalizer };
  if ("driver" in holder) return [{ controller: holder.driver, action }];
  // No controller can detach it, or break a circle of owners: only a person ends that.
  const isOfPerson = held.kind === "VolumeAttachment" || by.finalizer === finalizerNames.foregroundDeletion;
  if ("person" in holder && isOfPerson) return [{ controller: holder.person, action }];
  return "controller" in holder ? [{ controller: holder.controller, action }] : [];
}

/**
 * What holds the subjects up has a problem itself, and whatever repairs it, it then is healthy: a Pending claim is Bound, a
 * snapshot is ready, a pod that is being deleted disappears, an attachment that no pod needs is deleted.
 */
export function recovers({ held, by }: Hold, subjects: readonly ObjectRef[], sandbox: Sandbox): boolean {
  const object = sandbox.find(held);
  const isSubject = () => subjects.some((ref) => nameKey(held) === nameKey(ref));
  if (object === undefined || !("wait" in by) || isSubject()) return false;
  switch (object.kind) {
    case "PersistentVolumeClaim":
      // A Lost claim would be found Lost again.
      if (object.status?.phase !== "Pending") return false;
      sandbox.apply({ do: "set-phase", object: held, phase: "Bound" });
      return true;
    case "VolumeSnapshot":
      sandbox.change({ ...object, status: { ...object.status, readyToUse: true } });
      return true;
    case "Pod":
      if (!isTerminating(object)) return false;
      removeHolder(held, sandbox);
      return true;
    case "VolumeAttachment":
      if (isTerminating(object) || !isUnwanted(object, sandbox.cluster)) return false;
      sandbox.deleteObject(held);
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
function endMounts(holder: ObjectRef, sandbox: Sandbox): boolean {
  const node = sandbox.find(holder);
  if (node?.kind !== "Node" || (node.status?.volumesInUse ?? []).length === 0) return false;
  sandbox.change(withoutMounts(node));
  return true;
}

/** A pod disappears only when the kubelet has unmounted its volumes, and then no longer reports them as in use. */
function removeHolder(holder: ObjectRef, sandbox: Sandbox): void {
  const object = sandbox.find(holder);
  if (object?.kind === "Pod") for (const node of unmounted(object, sandbox.cluster)) sandbox.change(node);
  sandbox.removeObject(holder);
}
