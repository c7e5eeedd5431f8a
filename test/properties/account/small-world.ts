/**
 * A cluster of its own, in which what controllers decide is carried out as the API server and the backends would. It is
 * written apart from what pvguard looks ahead with, so that the two can be held against each other.
 */

import type { Cluster } from "../../../src/cluster/index.ts";
import type { Action } from "../../../src/controllers/index.ts";
import type { AnyObject, KubeObject, ObjectRef } from "../../../src/kubernetes/index.ts";
import { nameKey, refOf } from "../../../src/kubernetes/index.ts";
import type { Act, Edit } from "../../../src/report/index.ts";
import { now, snapshotOf } from "../../support/snapshot.ts";
import { createCluster } from "./account.ts";

type Fields = { readonly [field: string]: unknown };
/** An object of any kind: what controllers decide is carried out field by field. */
type Whole = AnyObject & { readonly spec?: Fields | undefined; readonly status?: Fields | undefined };

/** In which the objects and their controllers have their turns: which is faster is left to chance. */
export const orders = ["as given", "backwards"] as const;
export type Order = (typeof orders)[number];

export class SmallWorld {
  readonly #objects: Map<string, Whole>;
  #cluster: Cluster | undefined;
  /** What was done to disks, by driver and handle. */
  readonly destroyed = new Set<string>();
  /** Volumes that any claim can bind to, with the data of another. */
  readonly exposed = new Set<string>();
  /** Objects that are gone, as they were last. */
  readonly gone: KubeObject[] = [];

  readonly order: Order;

  constructor(objects: readonly KubeObject[], order: Order) {
    this.order = order;
    const inTurn = order === "as given" ? objects : objects.toReversed();
    this.#objects = new Map(inTurn.map((each) => [nameKey(refOf(each)), each]));
  }

  get objects(): readonly KubeObject[] {
    // Each was of its kind at first, and stays so.
    return [...this.#objects.values()] as unknown as readonly KubeObject[];
  }

  /** As it is now, with everything read. */
  get cluster(): Cluster {
    this.#cluster ??= createCluster(snapshotOf(this.objects), () => {});
    return this.#cluster;
  }

  find(ref: ObjectRef): KubeObject | undefined {
    return this.#whole(ref) as unknown as KubeObject | undefined;
  }

  #whole(ref: ObjectRef): Whole | undefined {
    return this.#objects.get(nameKey(ref));
  }

  put(object: Whole): void {
    this.#cluster = undefined;
    const { deletionTimestamp, finalizers = [] } = object.metadata;
    const isHeld = finalizers.length > 0 || object.kind === "Namespace" || isOfKubelet(object);
    this.#objects.set(nameKey(refOf(object)), object);
    if (deletionTimestamp !== undefined && !isHeld) this.remove(refOf(object));
  }

  remove(ref: ObjectRef): void {
    const last = this.#whole(ref);
    if (last !== undefined) this.gone.push(last as unknown as KubeObject);
    this.#objects.delete(nameKey(ref));
    this.#cluster = undefined;
  }

  /** As the API server answers a DELETE. */
  delete(ref: ObjectRef): void {
    const object = this.#whole(ref);
    if (object === undefined || object.metadata.deletionTimestamp !== undefined) return;
    this.put({ ...object, metadata: { ...object.metadata, deletionTimestamp: now } });
  }

  carryOut(action: Action): void {
    const object = this.#whole(action.object);
    if (object === undefined) return;
    switch (action.do) {
      case "add-finalizer":
        this.#setFinalizers(object, [...finalizersOf(object), action.finalizer]);
        break;
      case "remove-finalizer":
        this.withoutFinalizer(object, action.finalizer);
        break;
      case "set-phase":
        this.put(withStatus(object, { phase: action.phase }));
        break;
      case "annotate":
        this.put(annotated(object, { [action.key]: action.value }));
        break;
      case "mark-unready":
        this.put(withStatus(object, { readyToUse: false }));
        break;
      case "drop-owners":
        this.#setOwners(
          object,
          (object.metadata.ownerReferences ?? []).filter(
            ({ uid }) => !action.owners.some((owner) => owner.uid === uid),
          ),
        );
        break;
      case "unblock-owners":
        this.#setOwners(
          object,
          (object.metadata.ownerReferences ?? []).map((owner) => ({ ...owner, blockOwnerDeletion: false })),
        );
        break;
      case "set-owner": {
        const { apiVersion, kind, name, uid = "" } = action.owner;
        const owner = { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
        this.#setOwners(object, [...(object.metadata.ownerReferences ?? []), owner]);
        break;
      }
      case "delete":
        this.delete(action.object);
        break;
      case "detach-backend":
        this.put(withStatus(object, { attached: false }));
        break;
      case "destroy-backend":
        this.#destroy(object, `${action.driver} ${action.handle}`);
        break;
      case "clear-claim-ref":
        this.#clear(object, action.part);
        break;
      case "bind":
        this.#bind(object, action.volume);
        break;
      case "bind-content":
        this.#bindContent(object, action.content);
        break;
    }
  }

  /** What fix sends, as the server would carry it out. */
  do(act: Act): void {
    const object = this.#whole(act.on);
    if (act.do === "create") this.#create(JSON.parse(act.manifest) as Whole);
    if (object === undefined) return;
    if (act.do === "drop-finalizer") this.withoutFinalizer(object, act.finalizer);
    if (act.do === "edit") this.put(edited(object, act.edits));
    if (act.do === "delete") this.delete(act.on);
  }

  #create(made: Whole): void {
    const kind = made.kind === "PersistentVolume" ? "pv" : "pvc";
    const finalizers = [`kubernetes.io/${kind}-protection`];
    const metadata = { ...made.metadata, uid: `made again: ${made.kind}`, finalizers };
    this.put({ ...made, metadata, status: { phase: "Pending" } });
  }

  withoutFinalizer(object: Whole, finalizer: string): void {
    this.#setFinalizers(
      object,
      finalizersOf(object).filter((each) => each !== finalizer),
    );
  }

  #setFinalizers(object: Whole, finalizers: readonly string[]): void {
    this.put({ ...object, metadata: { ...object.metadata, finalizers: [...new Set(finalizers)] } });
  }

  #setOwners(object: Whole, ownerReferences: KubeObject["metadata"]["ownerReferences"]): void {
    this.put({ ...object, metadata: { ...object.metadata, ownerReferences } });
  }

  #destroy(object: Whole, disk: string): void {
    this.destroyed.add(disk);
    if (object.kind !== "VolumeSnapshotContent") return;
    const { snapshotHandle: _, readyToUse: __, ...status } = object.status ?? {};
    this.put({ ...object, status });
  }

  #clear(volume: Whole, part: "uid" | "whole"): void {
    const { claimRef, ...spec } = volume.spec ?? {};
    if (part === "whole") this.exposed.add(nameKey(refOf(volume)));
    const { uid: _, resourceVersion: __, ...reserved } = (claimRef ?? {}) as Fields;
    const left = part === "whole" ? spec : { ...spec, claimRef: reserved };
    const { "pv.kubernetes.io/bound-by-controller": ___, ...annotations } = volume.metadata.annotations ?? {};
    const metadata = part === "whole" ? { ...volume.metadata, annotations } : volume.metadata;
    this.put(withStatus({ ...volume, metadata, spec: left }, { phase: "Available" }));
  }

  #bind(claim: Whole, to: ObjectRef): void {
    const volume = this.#whole(to);
    if (volume === undefined) return;
    const { name, namespace, uid } = claim.metadata;
    const before = volume.spec?.claimRef as Fields | undefined;
    const claimRef = { ...before, apiVersion: "v1", kind: "PersistentVolumeClaim", namespace, name, uid };
    const bound = withStatus({ ...volume, spec: { ...volume.spec, claimRef } }, { phase: "Bound" });
    const mark = { "pv.kubernetes.io/bound-by-controller": "yes" };
    this.put(before === undefined ? annotated(bound, mark) : bound);
    const named = { ...claim, spec: { ...claim.spec, volumeName: volume.metadata.name } };
    const isNamed = claim.spec?.volumeName !== undefined;
    const marks = { "pv.kubernetes.io/bind-completed": "yes", ...(isNamed ? {} : mark) };
    this.put(annotated(withStatus(named, { phase: "Bound" }), marks));
  }

  #bindContent(snapshot: Whole, to: ObjectRef): void {
    const content = this.#whole(to);
    if (content === undefined) return;
    const before = content.spec?.volumeSnapshotRef as Fields | undefined;
    const volumeSnapshotRef = { ...before, uid: snapshot.metadata.uid };
    this.put({ ...content, spec: { ...content.spec, volumeSnapshotRef } });
    const readyToUse = content.status?.readyToUse === true;
    const boundVolumeSnapshotContentName =
      snapshot.status?.boundVolumeSnapshotContentName ?? content.metadata.name;
    this.put(withStatus(snapshot, { boundVolumeSnapshotContentName, readyToUse }));
  }
}

/**
 * A deleted pod on a node stays until its kubelet says otherwise; one that has ended, or that has no node, does not.
 * kubernetes/kubernetes pkg/registry/core/pod/strategy.go CheckGracefulDelete, 1.36.
 */
function isOfKubelet({ kind, spec, status }: Whole): boolean {
  if (kind !== "Pod") return false;
  const hasEnded = status?.phase === "Succeeded" || status?.phase === "Failed";
  return !hasEnded && (spec?.nodeName ?? "") !== "";
}

export function finalizersOf({ metadata }: AnyObject): readonly string[] {
  return metadata.finalizers ?? [];
}

function withStatus(object: Whole, changes: Fields): Whole {
  return { ...object, status: { ...object.status, ...changes } };
}

function annotated(object: Whole, changes: { readonly [key: string]: string }): Whole {
  const annotations = { ...object.metadata.annotations, ...changes };
  return { ...object, metadata: { ...object.metadata, annotations } };
}

/** RFC 6902, as far as fix uses it. */
function edited(object: Whole, edits: readonly Edit[]): Whole {
  const copy = structuredClone(object) as unknown as Record<string, unknown>;
  for (const edit of edits) {
    const parts = edit.path
      .split("/")
      .slice(1)
      .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = parts.pop() ?? "";
    let at: unknown = copy;
    for (const part of parts) at = (at as Readonly<Record<string, unknown>> | undefined)?.[part];
    if (Array.isArray(at)) {
      if (edit.op === "remove") at.splice(Number(last), 1);
      else if (last === "-") at.push(edit.value);
      else at[Number(last)] = edit.value;
    } else if (typeof at === "object" && at !== null) {
      const fields = at as Record<string, unknown>;
      if (edit.op === "remove") delete fields[last];
      else fields[last] = edit.value;
    }
  }
  return copy as unknown as Whole;
}
