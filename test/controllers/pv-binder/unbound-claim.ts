/** What the tables about claims that were never bound have in common. */
import assert from "node:assert/strict";
import test from "node:test";
import { annotationNames, boundByControllerAfterBind, syncClaim } from "../../../src/controllers/index.ts";
import type { PersistentVolume, PersistentVolumeClaim, StorageClass } from "../../../src/kubernetes/index.ts";
import type { ClaimFacts, VolumeFacts } from "../../support/objects.ts";
import { claim, storageClass, volume } from "../../support/objects.ts";

const uid = "claim-uid";
export const wanted = (facts: ClaimFacts = {}) => claim({ name: "claim", uid, ...facts });
export const offered = (name: string, facts: VolumeFacts = {}) =>
  volume({ name, policy: "Retain", ...facts });
export const byName = { namespace: "shop", name: "claim" };
export const byUid = { ...byName, uid };
export const ofOther = { namespace: "shop", name: "claim", uid: "other-uid" };
export const yes = { [annotationNames.boundByController]: "yes" };
export const delayed = storageClass({ name: "wait", volumeBindingMode: "WaitForFirstConsumer" });

export interface Row {
  readonly id: string;
  readonly claim?: PersistentVolumeClaim;
  readonly volumes?: readonly PersistentVolume[];
  readonly storageClass?: StorageClass;
  /** The volume it is bound to and the sides that get bound-by-controller, or the reason it stays Pending. */
  readonly expected:
    | { readonly binds: string; readonly marks: "both" | "claim" | "volume" | "none" }
    | { readonly pending: string }
    | "error";
}

function outcome(row: Row): Row["expected"] {
  const subject = row.claim ?? wanted();
  const volumes = row.volumes ?? [];
  const named = volumes.find(({ metadata }) => metadata.name === subject.spec?.volumeName);
  const world = { named, volumes, storageClass: row.storageClass, defaultClass: undefined, pods: [] };
  const sync = syncClaim(subject, world);
  if (sync.result === "bind") {
    const marks = boundByControllerAfterBind(sync.volume, subject);
    const sides = marks.claim ? (marks.volume ? "both" : "claim") : marks.volume ? "volume" : "none";
    return { binds: sync.volume.metadata.name, marks: sides };
  }
  assert.ok(sync.result === "Pending" || sync.result === "error", sync.result);
  return sync.result === "error" ? "error" : { pending: sync.because.reason };
}

export function runTable(title: string, rows: readonly Row[]): void {
  test(title, async (t) => {
    for (const row of rows) {
      await t.test(row.id, () => assert.deepEqual(outcome(row), row.expected));
    }
  });
}
