/** What one report must not say together. Each returns the contradictions that it finds, in words. */

import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { refOf } from "../../../src/kubernetes/index.ts";
import type { ControllerStep, Diagnosis, Hold, OfferedRemedy } from "../../../src/report/index.ts";
import type { Account } from "./account.ts";
import { accountIfDeleted, isSame, keeps, nameOf, text } from "./account.ts";

export type Check = (diagnosis: Diagnosis, account: Account) => readonly string[];

const isNow = ({ when }: ControllerStep) => text(when) === "now";

function stands({ category }: Hold): boolean {
  return category === "blocked" || category === "stuck";
}

/** They tell a person what comes at once if nothing is done. They prevent nothing. */
const warnings: readonly string[] = ["FormerClaimReplaced", "DiskGoesWithAnother", "ClaimNamespaceMissing"];

/**
 * Is the holder removed by one of these steps? What is being restored keeps a snapshot only while its content exists:
 * kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go
 * checkandRemoveSnapshotFinalizersAndCheckandDeleteContent, v8.6.
 */
function isEndedBy(hold: Hold, steps: readonly ControllerStep[]): boolean {
  if (hold.reason === "RestoreInProgress" && steps.some(releasesContent)) return true;
  return (
    "object" in hold.holder &&
    steps.some(({ object }) => "object" in hold.holder && isSame(object, hold.holder.object))
  );
}

function releasesContent({ object, action }: ControllerStep): boolean {
  return object.kind === "VolumeSnapshotContent" && text(action).startsWith("removes the finalizer ");
}

function prevents(hold: Hold, step: ControllerStep): boolean {
  if (!stands(hold) || warnings.includes(hold.reason) || !isSame(hold.held, step.object)) return false;
  const action = text(step.action);
  return "finalizer" in hold.by
    ? action.startsWith(`removes the finalizer ${hold.by.finalizer} `)
    : step.fate === "destroyed";
}

export const nowIsPreventedByNoHold: Check = ({ holds, next }) =>
  next.flatMap((step, at) => {
    if (!isNow(step)) return [];
    return holds
      .filter((hold) => prevents(hold, step) && !isEndedBy(hold, next.slice(0, at)))
      .map(({ reason }) => `now ${step.controller} ${text(step.action)}, and ${reason} prevents it`);
  });

const losing: readonly string[] = ["destroyed", "exposed", "leaked"];
const saidWithoutHold = /^(NamespaceDeletes|NamespaceOf|DataLossAhead$|CouldNotRead$|NodeOfPodGone$)/;

export const healthyMeansNothingHoldsAndNothingIsLost: Check = ({ verdict, holds, fate }) => {
  const isHealthy = verdict.category === "healthy";
  if (isHealthy && holds.length > 0) return [`healthy, and held by ${holds[0]?.reason}`];
  if (isHealthy && losing.includes(fate?.data ?? "none")) return [`healthy, and its data is ${fate?.data}`];
  if (!isHealthy && holds.length === 0 && !saidWithoutHold.test(verdict.reason))
    return [`${verdict.category} (${verdict.reason}) with no hold`];
  return [];
};

export const theVerdictIsARoot: Check = ({ verdict, roots, holds }) => {
  if (holds.length === 0) return [];
  return roots.some(({ reason, category }) => reason === verdict.reason && category === verdict.category)
    ? []
    : [`the verdict ${verdict.reason} is none of the roots ${roots.map(({ reason }) => reason).join()}`];
};

function fateAgrees(what: string, { fate, next }: Pick<Diagnosis, "fate" | "next">): readonly string[] {
  if (fate?.volume === undefined) return [];
  const about = next.filter(
    (step) =>
      step.fate !== undefined && (isSame(step.object, fate.volume) || isSame(step.object, fate.through)),
  );
  const steps = about.map((step) => `${text(step.when)}: ${text(step.action)}`).join("; ");
  switch (fate.data) {
    case "destroyed":
    case "exposed":
      return about.some((step) => step.fate === fate.data)
        ? []
        : [`${what}: ${fate.data} (${text(fate.because)}) by no step`];
    case "kept":
    case "already-gone":
    case "leaked":
    case "none":
      return about.length === 0
        ? []
        : [`${what}: ${fate.data} (${text(fate.because)}), and a step: ${steps}`];
    case "unknown":
      return [];
  }
}

export const aFateHasItsStep: Check = (diagnosis) => fateAgrees("now", diagnosis);

export const theFateIfDeletedHasItsStep: Check = ({ ifDeleted }) =>
  ifDeleted === undefined
    ? []
    : fateAgrees("if deleted", { ...ifDeleted } as Pick<Diagnosis, "fate" | "next">);

export const whatStaysIsNotFreed: Check = (diagnosis, { objects }) => {
  const { ifDeleted } = diagnosis;
  const object = objects.find((each) => isSame(diagnosis.object, refOf(each)));
  if (ifDeleted === undefined || object === undefined) return [];
  const { next, stays, goesWhen } = ifDeleted;
  if (stays && goesWhen.length > 0) return [`stays, and goes ${goesWhen.map(text).join()}`];
  const removed = new Set(
    next
      .filter((step) => isSame(step.object, diagnosis.object))
      .flatMap((step) => /^removes the finalizer (\S+) /.exec(text(step.action))?.[1] ?? []),
  );
  const left = (object.metadata.finalizers ?? []).filter((finalizer) => !removed.has(finalizer));
  const isFree = left.length === 0 && !["Namespace", "Pod"].includes(object.kind);
  if (stays && isFree) return ["stays, and every finalizer is removed"];
  if (!stays && left.length > 0 && object.kind !== "Pod") return [`does not stay, and keeps ${left.join()}`];
  return [];
};

export const whatIsToBeAvoidedIsNotOffered: Check = ({ avoid, remedies }) =>
  avoid.flatMap(({ deed, step }) => {
    const doing = remedies.filter(({ fix, title }) => {
      if (text(title).toLowerCase() === text(step).toLowerCase()) return true;
      return fix?.acts.some(
        (act) =>
          deed !== undefined &&
          act.do === deed.do &&
          isSame(act.on, deed.on) &&
          (act.do !== "drop-finalizer" || deed.do !== "drop-finalizer" || act.finalizer === deed.finalizer),
      );
    });
    return doing.map(({ name }) => `not to ${text(step)}, and ${name} does`);
  });

export const primaryKeepsTheDataFirst: Check = ({ remedies }) => {
  const primary = remedies.find((remedy) => remedy.primary);
  const keeping = remedies.find(keeps);
  return primary?.safety === "loses-data" && keeping !== undefined
    ? [`${primary.name} loses data and is primary, though ${keeping.name} keeps it`]
    : [];
};

/** A disk that is lost by a step of which nothing else has to be accepted. */
export const whatAStepLosesIsKeptBefore: Check = ({ remedies }, { objects }) =>
  remedies.flatMap(({ name, safety, follows }, at) => {
    const volume = objects.find((each) => isSame(follows?.volume, refOf(each)));
    if (safety !== "loses-data" || volume?.kind !== "PersistentVolume") return [];
    if (volume.spec?.persistentVolumeReclaimPolicy === "Retain" || follows?.through !== undefined) return [];
    const isKept = remedies.slice(0, at).some((each) => retainsIn(each, volume));
    return isKept ? [] : [`${name} loses ${nameOf(volume)}, and nothing before it keeps that`];
  });

function retainsIn({ fix }: OfferedRemedy, volume: KubeObject): boolean {
  return (
    fix?.acts.some(
      (act) =>
        act.do === "edit" &&
        isSame(act.on, refOf(volume)) &&
        act.edits.some((edit) => edit.op !== "remove" && edit.value === "Retain"),
    ) ?? false
  );
}

export const onePrimary: Check = ({ remedies }) => {
  const primary = remedies.filter((remedy) => remedy.primary);
  return primary.length > 1 ? [`primary: ${primary.map(({ name }) => name).join()}`] : [];
};

/** Of a disk, every report says the same. */
export const oneFateForADisk: Check = ({ object, fate }, { diagnoses }) => {
  const volume = fate?.volume;
  if (fate === undefined || volume === undefined || isSame(object, volume)) return [];
  const other = [...diagnoses.values()].find((each) => isSame(each.object, volume));
  if (other === undefined || other.fate?.data === fate.data) return [];
  return [
    `its ${nameOf(volume)} is ${fate.data} (${text(fate.because)}); of itself that is ${other.fate?.data} (${other.fate && text(other.fate.because)})`,
  ];
};

export const nothingIsPredictedTwice: Check = ({ next, ifDeleted }) =>
  [next, ifDeleted?.next ?? []].flatMap((steps) => {
    const said = steps
      .filter(({ fate }) => fate === "destroyed")
      .map(({ object, controller }) => `${controller} ${nameOf(object)}`);
    return new Set(said).size === said.length ? [] : [`destroyed twice: ${said.join()}`];
  });

/** What is said to be gone is not deleted again, and no step is offered that keeps it. A snapshot of it may still exist. */
export const whatIsGoneIsNotKept: Check = ({ fate, remedies }) => {
  if (fate?.data !== "already-gone") return [];
  const isOfOther = ({ fix }: OfferedRemedy) => fix?.acts.every(({ on }) => on.kind !== fate.volume?.kind);
  return remedies
    .filter((remedy) => keeps(remedy) && isOfOther(remedy) !== true)
    .map(({ name }) => `already gone, and ${name} keeps it`);
};

/** What is said to come of a deletion is said when the object is deleted. */
export const ifDeletedComesTrue: Check = ({ object: ref, ifDeleted }, { objects }) => {
  const object = objects.find((each) => isSame(ref, refOf(each)));
  const isKept = (object?.metadata.finalizers ?? []).length > 0 && !["Pod", "Namespace"].includes(ref.kind);
  if (object === undefined || ifDeleted === undefined || !isKept) return [];
  const then = accountIfDeleted(object, objects);
  const [before, after] = [ifDeleted.fate, then?.fate];
  // Once it is deleted, the API does not show what was first: the deletion, or the phase.
  const isForgotten = after?.data === "unknown" && text(after.because).startsWith("either the provisioner");
  if (before?.data === after?.data || isForgotten) return [];
  return [
    `if deleted: ${before?.data} (${before && text(before.because)}); once deleted: ${after?.data} (${after && text(after.because)})`,
  ];
};

/** Of two volumes of one disk, none keeps what is destroyed with the other. */
export const sharedDisksEndTogether: Check = ({ object, fate }, { diagnoses }) => {
  if (object.kind !== "PersistentVolume" || fate?.data !== "destroyed") return [];
  return [...diagnoses.values()]
    .filter(
      (other) =>
        other.object.kind === "PersistentVolume" &&
        other.fate?.volumeHandle === fate.volumeHandle &&
        other.fate?.driver === fate.driver &&
        other.fate?.driver?.endsWith("host-path") !== true,
    )
    .filter((other) => other.fate?.data === "kept" || other.fate?.data === "leaked")
    .map((other) => `destroyed, and as the disk of ${nameOf(other.object)} ${other.fate?.data}`);
};

export const checks: { readonly [name: string]: Check } = {
  "what comes now is prevented by no hold": nowIsPreventedByNoHold,
  "healthy is what nothing holds, and of which nothing is lost": healthyMeansNothingHoldsAndNothingIsLost,
  "the verdict is one of the roots": theVerdictIsARoot,
  "a fate has the step that brings it": aFateHasItsStep,
  "a fate if deleted has the step that brings it": theFateIfDeletedHasItsStep,
  "what stays if deleted is not freed by its steps, and what does not is": whatStaysIsNotFreed,
  "what is to be avoided is offered by no remedy": whatIsToBeAvoidedIsNotOffered,
  "what loses data is not primary while something keeps it": primaryKeepsTheDataFirst,
  "what a step loses can be kept before it": whatAStepLosesIsKeptBefore,
  "one remedy at most is primary": onePrimary,
  "a disk has one fate": oneFateForADisk,
  "two volumes of a disk end together": sharedDisksEndTogether,
  "what comes of a deletion is said when the object is deleted": ifDeletedComesTrue,
  "a disk is destroyed once": nothingIsPredictedTwice,
  "what is gone is not to be kept": whatIsGoneIsNotKept,
};
