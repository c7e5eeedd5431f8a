import type { Walked } from "../../cluster/index.ts";
import {
  finalizerNames,
  handleProtectionFinalizer,
  migrationDriver,
  modifyDeletionFinalizers,
  needsFinalizer,
  provisionerOf,
  reclaimPolicyOf,
} from "../../controllers/index.ts";
import type { AuditContext, RuleFinding } from "../../define/index.ts";
import { isFresh } from "../../define/index.ts";
import type { KubeObject, PersistentVolume, PersistentVolumeClaim, Phrase } from "../../kubernetes/index.ts";
import { hasFinalizer, isTerminating, say } from "../../kubernetes/index.ts";
import { addFinalizer, enableProtection } from "../../remedies/index.ts";
import { proof } from "../../report/index.ts";
import { isOlderThan, sizeOf } from "./findings.ts";

/** The controller may not have seen younger ones yet, in seconds. */
const grace = 300;

/** How an object came to be without the finalizer that every live one of its kind has. */
type Gap = "nobody-adds" | "not-acting" | "stripped" | "not-told";

/** Of the objects that should have the finalizer, how many lack it. */
interface Counts {
  readonly all: number;
  readonly lacking: number;
}

/** Is it old enough that it should have the finalizer? */
function isDue(object: KubeObject, { cluster, olderThan }: AuditContext): boolean {
  if (isTerminating(object) || isFresh(object, cluster.now)) return false;
  return isOlderThan(object, Math.max(grace, olderThan), cluster.now);
}

/** Admission adds the finalizer at creation, and a controller to whatever lacks it: without it, both have failed. */
export function isUnprotected(object: KubeObject, finalizer: string, context: AuditContext): boolean {
  return needsFinalizer(object, finalizer) && isDue(object, context);
}

/** A rule is handed objects of a list that was read, so that the list of their like can be read too. */
export function objectsOf(walked: Walked<KubeObject>): Iterable<KubeObject> {
  return walked.read ? walked.objects : [];
}

const known = new WeakMap<AuditContext, Map<string, Counts>>();

/** Counted once for each audit, finalizer and namespace, however many objects lack it. */
function countsOf(
  object: KubeObject,
  finalizer: string,
  peers: () => Iterable<KubeObject>,
  context: AuditContext,
): Counts {
  const counted = known.get(context) ?? new Map<string, Counts>();
  known.set(context, counted);
  const key = JSON.stringify([finalizer, object.metadata.namespace ?? ""]);
  const counts = counted.get(key) ?? count(finalizer, peers(), context);
  counted.set(key, counts);
  return counts;
}

function count(finalizer: string, peers: Iterable<KubeObject>, context: AuditContext): Counts {
  let [all, lacking] = [0, 0];
  for (const peer of peers) {
    if (!isDue(peer, context)) continue;
    all++;
    if (needsFinalizer(peer, finalizer)) lacking++;
  }
  return { all, lacking };
}

/** What an object lacks, and what that costs. */
interface Lack {
  readonly finalizer: string;
  /** The objects of the same kind. */
  peers(): Iterable<KubeObject>;
  readonly cost: Phrase;
}

export function unprotectedFinding(
  object: PersistentVolume | PersistentVolumeClaim,
  { finalizer, peers, cost }: Lack,
  context: AuditContext,
): RuleFinding {
  const counts = countsOf(object, finalizer, peers, context);
  const gap = gapOf(counts);
  return {
    message: say`it lacks ${finalizer}${why(gap, counts.lacking, finalizer)}; ${cost}`,
    confidence: gap === "nobody-adds" || gap === "not-acting" ? "certain" : "likely",
    evidence: [
      proof(object, "metadata.finalizers", (object.metadata.finalizers ?? []).join(", ")),
      proof(object, "metadata.creationTimestamp", object.metadata.creationTimestamp),
    ],
    ...sizeOf(object),
    remedies: [
      ...(gap === "stripped" ? [] : [enableProtection(object)]),
      addFinalizer(object, { finalizer }),
    ],
  };
}

function gapOf({ all, lacking }: Counts): Gap {
  if (all === 1) return "not-told";
  if (lacking === 1) return "stripped";
  return lacking === all ? "nobody-adds" : "not-acting";
}

function why(gap: Gap, lacking: number, finalizer: string): Phrase {
  const controller = finalizer.endsWith("pvc-protection")
    ? "pvc-protection-controller"
    : "pv-protection-controller";
  switch (gap) {
    case "nobody-adds":
      return say`; all ${lacking} lack it: the admission plugin StorageObjectInUseProtection is off, and ${controller} does not run`;
    case "not-acting":
      return say`; ${lacking} lack it: ${controller} should have added it again, but does not act on them`;
    case "not-told":
      return say`: a person or tool removed it, or ${controller} does not act`;
    case "stripped":
      return say` and is the only one that does: a person or tool removed it, and ${controller} has not added it again`;
  }
}

const { externalProvisioner, pvController } = finalizerNames;

/** How long the owner of these finalizers may take, in seconds: the provisioner checks all volumes every 15 min. */
export const reclaimPatience = 900;

/** Who has to see that the disk of a volume is deleted, with the finalizer that it works with. */
export interface ReclaimOwner {
  readonly finalizer: string;
  readonly controller: string;
}

/** The finalizer that a live volume should have and has not. */
export function missingFinalizer(volume: PersistentVolume): ReclaimOwner | undefined {
  const given = volume.metadata.finalizers ?? [];
  if (modifyDeletionFinalizers(volume).includes(pvController) && !given.includes(pvController)) {
    return { finalizer: pvController, controller: "persistentvolume-controller" };
  }
  const provisioner = provisionerOf(volume);
  if (provisioner?.type !== "csi" || actionOf(volume) !== "add") return undefined;
  return { finalizer: externalProvisioner, controller: `external-provisioner of ${provisioner.name}` };
}

function actionOf(volume: PersistentVolume): "add" | "remove" | "none" {
  return handleProtectionFinalizer({
    phase: volume.status?.phase,
    policy: reclaimPolicyOf(volume),
    deletionTimestamp: volume.metadata.deletionTimestamp,
    finalizer: hasFinalizer(volume, externalProvisioner) ? "present" : "absent",
  });
}

/** A finalizer, and the controller that should remove it, if an existing controller ever would. */
export interface LeftFinalizer {
  readonly finalizer: string;
  readonly controller: string | "nobody";
}

/** The finalizers that a live volume should no longer have. */
export function leftFinalizers(volume: PersistentVolume): readonly LeftFinalizer[] {
  const wanted = modifyDeletionFinalizers(volume);
  return [externalProvisioner, pvController].flatMap((finalizer) => {
    if (!hasFinalizer(volume, finalizer)) return [];
    if (!wanted.includes(finalizer)) return [{ finalizer, controller: "persistentvolume-controller" }];
    return finalizer === pvController ? ofPvController(volume) : ofProvisioner(volume);
  });
}

/** It is the PV controller's only where the volume says that an in-tree plugin made it. */
function ofPvController(volume: PersistentVolume): readonly LeftFinalizer[] {
  const bare = { ...volume, metadata: { ...volume.metadata, finalizers: [] } };
  const isDue = modifyDeletionFinalizers(bare).includes(pvController);
  return isDue ? [] : [{ finalizer: pvController, controller: "nobody" }];
}

function ofProvisioner(volume: PersistentVolume): readonly LeftFinalizer[] {
  const driver = provisionerOf(volume)?.name ?? migrationDriver(volume);
  if (driver === undefined) return [{ finalizer: externalProvisioner, controller: "nobody" }];
  if (actionOf(volume) !== "remove") return [];
  return [{ finalizer: externalProvisioner, controller: `external-provisioner of ${driver}` }];
}
