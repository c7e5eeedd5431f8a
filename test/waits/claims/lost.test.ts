import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { PersistentVolume, PersistentVolumeClaim } from "../../../src/kubernetes/index.ts";
import { diagnosisOf, remediesOf } from "../../support/diagnose.ts";
import { installed } from "../../support/driver.ts";
import type { ClaimFacts, VolumeFacts } from "../../support/objects.ts";
import { attachment, claim, ebs, pod, volume } from "../../support/objects.ts";
import { marked, play } from "./rows.ts";

describe("Lost", () => {
  const lost = (facts: ClaimFacts = {}): PersistentVolumeClaim =>
    claim({ uid: "new", phase: "Lost", volumeName: "pv-data", annotations: marked, ...facts });
  const of = (claimRef?: VolumeFacts["claimRef"], facts: VolumeFacts = {}): PersistentVolume =>
    volume({ phase: "Bound", spec: ebs, ...(claimRef === undefined ? {} : { claimRef }), ...facts });
  const former = { namespace: "shop", name: "data", uid: "old" };
  const anew = lost({ creationTimestamp: "2026-11-20T11:52:00Z" });
  play([
    ["no volume", [lost(), pod({ claims: ["data"] })], "VolumeObjectMissing blocked"],
    ["no volume, attached", [lost(), attachment()], "VolumeObjectMissing blocked"],
    ["restored", [lost({ creationTimestamp: "2026-11-20T11:52:00Z" })], "RestoredWithoutVolume blocked"],
    [
      "restored, still Pending",
      [lost({ phase: "Pending", creationTimestamp: "2026-11-20T11:52:00Z" })],
      "RestoredWithoutVolume blocked",
    ],
    ["made anew, and a pod uses the disk", [anew, pod({ claims: ["data"] })], "VolumeObjectMissing blocked"],
    ["made anew, and the disk is attached", [anew, attachment()], "VolumeObjectMissing blocked"],
    ["another uid", [lost(), of(former)], "VolumeReservedForFormerClaim blocked"],
    [
      "a claim of that name in another namespace",
      [lost(), of({ ...former, namespace: "bank" })],
      "VolumeBelongsToOtherClaim blocked",
    ],
    [
      "no name, and volumes of former claims",
      [lost({ volumeName: "" }), ...["a", "b"].map((name) => of(former, { name }))],
      "LostWithoutVolumeName blocked",
    ],
    [
      "no uid",
      [lost(), of({ namespace: "shop", name: "data" }, { phase: "Available" })],
      "VolumeReservedWithoutUid blocked",
    ],
    ["another claim", [lost(), of({ ...former, name: "other" })], "VolumeBelongsToOtherClaim blocked"],
    [
      "the uid under another name",
      [lost(), of({ ...former, name: "prime", uid: "new" })],
      "ClaimRefMixesClaims blocked",
    ],
    [
      "free again",
      [lost(), of(undefined, { phase: "Available", creationTimestamp: "2026-11-20T11:58:00Z" })],
      "BindingComesBack waiting",
    ],
    ["free again for hours", [lost(), of(undefined, { phase: "Available" })], "RebindingOverdue stuck"],
    ["no name", [lost({ volumeName: "" })], "LostWithoutVolumeName blocked"],
    [
      "no name, and volumes in a loop",
      [lost({ volumeName: "" }), ...["a", "b"].map((name) => of({ ...former, uid: "new" }, { name }))],
      "VolumesMadeInLoop blocked",
    ],
    [
      "a tool's manifest",
      [lost({ labels: { "kustomize.toolkit.fluxcd.io/name": "apps" } }), of(former)],
      "ManifestShipsBinding blocked",
    ],
  ]);

  test("without the volumes nobody knows why it is Lost", () => {
    for (const volumeName of ["", "pv-data"]) {
      const { verdict } = diagnosisOf([lost({ volumeName })], ["v1/persistentvolumes"]);
      assert.deepEqual([verdict.category, verdict.reason], ["unknown", "CouldNotRead"], volumeName);
    }
  });

  test("where users of the disk could not be seen, nobody says that the claim was restored without it", () => {
    for (const hidden of ["v1/pods", "storage.k8s.io/v1/volumeattachments"] as const)
      assert.equal(diagnosisOf([anew], [hidden]).verdict.reason, "VolumeObjectMissing", hidden);
  });

  test("clearing the uid is never offered: the claim would stay Lost", () => {
    const diagnosis = diagnosisOf([lost(), of(former, { policy: "Retain" })]);
    const [remedy] = diagnosis.remedies;
    assert.equal(remedy?.name, "release-claim-ref");
    const patch = remedy?.commands[0]?.argv.at(-1) ?? "";
    assert.match(patch, /"op":"replace","path":"\/spec\/claimRef\/uid","value":"new"/);
    assert.match(patch, /"op":"test","path":"\/spec\/claimRef\/uid","value":"old"/);
    assert.match(patch, /"op":"test","path":"\/metadata\/uid"/);
  });

  test("with policy Delete Retain comes first", () => {
    const diagnosis = diagnosisOf([lost(), of(former), ...installed()]);
    assert.equal(diagnosis.remedies.find(({ primary }) => primary)?.name, "set-retain");
    assert.equal(diagnosis.fate?.data, "destroyed");
  });

  test("unread volumes are not missing ones", () => {
    const diagnosis = diagnosisOf([lost(), of(former)], ["v1/persistentvolumes"]);
    assert.equal(diagnosis.verdict.category, "unknown");
    assert.deepEqual(remediesOf(diagnosis), []);
  });
});
