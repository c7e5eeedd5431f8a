import type { Action } from "../../controllers/index.ts";
import { annotationNames, finalizerNames, hostsOf } from "../../controllers/index.ts";
import type { Basis, Knowledge } from "../../define/index.ts";
import type { KubeObject, ObjectRef } from "../../kubernetes/index.ts";
import { isTerminating, nameKey, refOf, say } from "../../kubernetes/index.ts";
import type { Hold } from "../../report/index.ts";
import type { Analysis } from "../analysis.ts";
import { causesOf } from "../causes.ts";
import { isKindOfRecord } from "../disks/disks.ts";
import { finalizerHolds, holdsOf } from "../holds.ts";
import type { Sandbox } from "./sandbox.ts";
import type { Prevented } from "./settle.ts";

/** What these holds prevent. Thousands of objects can be held, and each asks about its own next action. */
export function preventedBy(holds: readonly Hold[]): Prevented {
  const byHeld = new Map<string, Hold[]>();
  for (const hold of holds.filter(isIdle)) {
    const key = nameKey(hold.held);
    const others = byHeld.get(key);
    if (others === undefined) byHeld.set(key, [hold]);
    else others.push(hold);
  }
  return (action) => (byHeld.get(nameKey(action.object)) ?? []).some((hold) => prevents(hold, action));
}

/**
 * What the holds of the object itself keep from happening to it, whichever of those around it is asked about. A disk tied to a
 * machine is deleted only while that exists; a missing one is found only for Released volumes. Who leaves an attachment or the
 * finalizer of a claim or a volume as it is now does so in every future, until it releases anything: what begins to hold only
 * in this one prevents nothing.
 */
export class Withheld {
  readonly #sandbox: Sandbox;
  readonly #before: Analysis;
  /** The holders that act again, whatever the cluster still shows. */
  readonly #ended = new Set<string>();

  /** @param before the account of the cluster before anything happens in the sandbox */
  constructor(sandbox: Sandbox, before: Analysis) {
    this.#sandbox = sandbox;
    this.#before = before;
  }

  releasedBy({ holder }: Hold): void {
    this.#ended.add(JSON.stringify(holder));
  }

  has(action: Action): boolean {
    const object = this.#sandbox.find(action.object);
    if (object === undefined) return false;
    if (action.do === "destroy-backend") {
      if (object.kind !== "PersistentVolume" || hostsOf(object).length === 0) return false;
      const missing = holdsOf(object, this.#now).filter(({ holder }) => "missing" in holder);
      return this.#prevent(missing, action);
    }
    if (!isLeftAsNow(action)) return false;
    const found = this.#before.cluster.resolve(action.object);
    if (found?.state !== "found" || isNotDeletedYet(found.object)) return false;
    const begun = this.#before.idleHoldsOf(found.object).filter((hold) => this.#prevent([hold], action));
    if (begun.length === 0) return false;
    const keys = begun.map(holdKey);
    const holds =
      action.do === "remove-finalizer"
        ? finalizerHolds(object, this.#now, [action.finalizer])
        : holdsOf(object, this.#now);
    return this.#prevent(
      holds.filter((hold) => keys.includes(holdKey(hold))),
      action,
    );
  }

  get #now(): Basis {
    return { cluster: this.#sandbox.cluster, knowledge: this.#before.knowledge };
  }

  #prevent(holds: readonly Hold[], action: Action): boolean {
    return preventedBy(holds.filter(({ holder }) => !this.#ended.has(JSON.stringify(holder))))(action);
  }
}

/** Who detaches a volume, and who removes a finalizer from a claim or a volume, would have done so by now. */
function isLeftAsNow(action: Action): boolean {
  const { kind } = action.object;
  return (
    kind === "VolumeAttachment" || (action.do === "remove-finalizer" && kind.startsWith("PersistentVolume"))
  );
}

/** Its controllers have had no finalizer to remove so far. */
function isNotDeletedYet(object: KubeObject): boolean {
  return object.kind === "PersistentVolume" && !isTerminating(object);
}

export function holdKey({ held, by, holder }: Hold): string {
  return JSON.stringify([held, by, holder]);
}

/** A holder that does not act now does not act in the prediction either, until the hold ends. */
export function isIdle({ holder, category }: Hold): boolean {
  return category !== "waiting" && ("controller" in holder || "driver" in holder || "missing" in holder);
}

/** Of a hold on the object of the action. */
function prevents(hold: Hold, action: Action): boolean {
  switch (action.do) {
    case "remove-finalizer":
      return "finalizer" in hold.by && hold.by.finalizer === action.finalizer;
    case "destroy-backend":
    case "detach-backend":
    case "delete":
      return "wait" in hold.by || isOfBackend(hold.by.finalizer);
    case "bind":
      return "wait" in hold.by;
    case "annotate":
      return action.key === annotationNames.snapshotBeingDeleted && isOfSnapshotController(hold);
    case "add-finalizer":
      return "wait" in hold.by && isOfSnapshotController(hold);
    case "set-phase":
    case "clear-claim-ref":
    case "bind-content":
    case "mark-unready":
    case "drop-owners":
    case "unblock-owners":
    case "set-owner":
      return false;
  }
}

/** The sidecar waits for its annotation, and a snapshot for its finalizers: neither is set while the snapshot controller does not act. */
function isOfSnapshotController({ holder }: Hold): boolean {
  return "controller" in holder && holder.controller === "snapshot-controller";
}

const { externalProvisioner, pvController, attacherPrefix } = finalizerNames;

/**
 * Is it taken off by who works on the disk or the snapshot behind the object? Any other finalizer keeps only the object:
 * the drivers do not look at it, and what is behind a volume is destroyed while its object still stands.
 *
 * kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go shouldDelete, v13;
 * kubernetes-csi/external-snapshotter pkg/sidecar-controller/snapshot_controller.go shouldDelete, v8.7.
 */
function isOfBackend(finalizer: string): boolean {
  return (
    finalizer === externalProvisioner ||
    finalizer === pvController ||
    finalizer.startsWith(attacherPrefix) ||
    finalizer.startsWith("snapshot.storage.kubernetes.io/")
  );
}

/** Who holds the record of a disk by such a finalizer, and nothing of what becomes of the disk waits for that. */
export function isBesideDisk({ held, by, holder }: Hold): boolean {
  return (
    isKindOfRecord(held.kind) && "finalizer" in by && !isOfBackend(by.finalizer) && "controller" in holder
  );
}

/**
 * What still keeps a controller from deleting the disk of a Released volume, where no hold tells of it: the attachments that
 * name the volume, the pods that use it. They only delay that.
 */
export function awaitedBy(
  subjects: readonly ObjectRef[],
  { find, cluster }: Sandbox,
  knowledge: Knowledge,
): readonly Hold[] {
  const ofVolumes = knowledge.controllers.filter(({ on }) => on === "v1/persistentvolumes");
  return subjects.flatMap((ref) => {
    const volume = find(ref);
    if (volume?.kind !== "PersistentVolume" || volume.status?.phase !== "Released") return [];
    const decisions = ofVolumes.map(({ decide }) => decide(volume, cluster));
    const awaited = decisions.flatMap((decision) => (decision.decides === "wait" ? decision.on : []));
    return awaited.flatMap((on) => {
      const object = find(on);
      if (object === undefined || !delaying.includes(object.kind)) return [];
      const { rootHolds } = causesOf(object, { cluster, knowledge });
      return isTerminating(object) && rootHolds.length > 0 ? rootHolds : [waitFor(object, ref)];
    });
  });
}

const delaying: readonly string[] = ["VolumeAttachment", "Pod"];

const wait = "awaited";

/** Is it such a hold? */
export function isAwaited({ by }: Hold): boolean {
  return "wait" in by && by.wait === wait;
}

function waitFor(object: KubeObject, held: ObjectRef): Hold {
  return {
    held,
    by: { wait },
    holder: { object: refOf(object) },
    reason: "Awaited",
    category: "waiting",
    message: say`the deletion of the disk waits for it`,
    evidence: [],
    remedies: [],
    avoid: [],
  };
}
