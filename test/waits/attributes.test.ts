import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { PersistentVolumeClaim } from "../../src/model/index.ts";
import { diagnosisOf, textOf } from "../support/diagnose.ts";
import { claim, claimRefTo, ebs, volume } from "../support/objects.ts";
import { play } from "./claims/rows.ts";

describe("attributes", () => {
  const asks = (status: string, ...messages: readonly string[]): PersistentVolumeClaim => {
    const bound = claim({ uid: "c", phase: "Bound", volumeName: "pv-data" });
    const conditions = messages.map((message) => ({ type: "ModifyVolumeError", status: "True", message }));
    const modifyVolumeStatus = { status, targetVolumeAttributesClassName: "gold" };
    return { ...bound, status: { ...bound.status, modifyVolumeStatus, conditions } };
  };
  const disk = volume({ phase: "Bound", spec: ebs, claimRef: claimRefTo(asks("")) });
  play([
    ["the driver refuses the class", [asks("Infeasible", "no such type"), disk], "AttributesRefused blocked"],
    ["nothing is under way any more", [asks(""), disk], "NoPodUsesClaim healthy"],
    ["the class is missing", [asks("Pending"), disk], "AttributesClassPending blocked"],
    ["the driver fails", [asks("InProgress", "quota"), disk], "AttributesFail blocked"],
    ["the driver is at work", [asks("InProgress"), disk], "AttributesInProgress waiting"],
    ["a state of tomorrow", [asks("Paused"), disk], "NoPodUsesClaim healthy"],
  ]);
});

test("a refusal is quoted from the condition that the resizer writes it to", () => {
  const bound = claim({
    uid: "c",
    phase: "Bound",
    volumeName: "pv-data",
    spec: { volumeAttributesClassName: "gold" },
  });
  const refused = { type: "ModifyingVolume", status: "True", message: "no such type" };
  const modifyVolumeStatus = { status: "Infeasible", targetVolumeAttributesClassName: "gold" };
  const status = { ...bound.status, modifyVolumeStatus, conditions: [refused] };
  const asked: PersistentVolumeClaim = { ...bound, status };
  const disk = volume({ phase: "Bound", spec: ebs, claimRef: claimRefTo(bound) });
  assert.match(textOf(diagnosisOf([asked, disk]).verdict.summary), /no such type/);
});
