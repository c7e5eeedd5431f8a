import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { PersistentVolumeClaim } from "../../src/kubernetes/index.ts";
import { diagnosisOf, textOf } from "../support/diagnose.ts";
import { claim, claimRefTo, ebs, volume } from "../support/objects.ts";
import { play } from "./claims/rows.ts";

describe("attributes", () => {
  const asks = (status: string, ...messages: readonly string[]) => wants("gold", status, ...messages);
  const wants = (
    volumeAttributesClassName: string | undefined,
    status: string,
    ...messages: readonly string[]
  ): PersistentVolumeClaim => {
    const bound = claim({
      uid: "c",
      phase: "Bound",
      volumeName: "pv-data",
      ...(volumeAttributesClassName === undefined ? {} : { spec: { volumeAttributesClassName } }),
    });
    const conditions = messages.map((message) => ({ type: "ModifyVolumeError", status: "True", message }));
    const modifyVolumeStatus = { status, targetVolumeAttributesClassName: "gold" };
    const currentVolumeAttributesClassName = "silver";
    return {
      ...bound,
      status: { ...bound.status, modifyVolumeStatus, currentVolumeAttributesClassName, conditions },
    };
  };
  const disk = volume({ phase: "Bound", spec: ebs, claimRef: claimRefTo(asks("")) });
  play([
    ["the driver refuses the class", [asks("Infeasible", "no such type"), disk], "AttributesRefused blocked"],
    ["nothing is under way any more", [asks(""), disk], "NoPodUsesClaim healthy"],
    ["the class is missing", [asks("Pending"), disk], "AttributesClassPending blocked"],
    ["the driver fails", [asks("InProgress", "quota"), disk], "AttributesFail blocked"],
    ["the driver is at work", [asks("InProgress"), disk], "AttributesInProgress waiting"],
    ["a state of tomorrow", [asks("Paused"), disk], "NoPodUsesClaim healthy"],
    ["refused, and taken back", [wants(undefined, "Infeasible", "no"), disk], "NoPodUsesClaim healthy"],
    ["missing, and taken back", [wants("", "Pending"), disk], "NoPodUsesClaim healthy"],
    ["refused, and back to what it has", [wants("silver", "Infeasible"), disk], "NoPodUsesClaim healthy"],
    ["refused, and another one wanted", [wants("iron", "Infeasible"), disk], "AttributesInProgress waiting"],
    ["under way, and taken back", [wants("", "InProgress"), disk], "AttributesInProgress waiting"],
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

test("a refusal is quoted from the error, where both conditions are there", () => {
  const bound = claim({
    uid: "c",
    phase: "Bound",
    volumeName: "pv-data",
    spec: { volumeAttributesClassName: "gold" },
  });
  const conditions = [
    { type: "ModifyingVolume", status: "True", message: "Modifying volume failed. Waiting for retry." },
    { type: "ModifyVolumeError", status: "True", message: "no such type" },
  ];
  const modifyVolumeStatus = { status: "Infeasible", targetVolumeAttributesClassName: "gold" };
  const asked: PersistentVolumeClaim = {
    ...bound,
    status: { ...bound.status, modifyVolumeStatus, conditions },
  };
  const disk = volume({ phase: "Bound", spec: ebs, claimRef: claimRefTo(bound) });
  assert.match(textOf(diagnosisOf([asked, disk]).verdict.summary), /no such type/);
});

test("whether the class exists is told, and asked only where that was not read", () => {
  const bound = claim({
    uid: "c",
    phase: "Bound",
    volumeName: "pv-data",
    spec: { volumeAttributesClassName: "gold" },
  });
  const modifyVolumeStatus = { status: "Pending", targetVolumeAttributesClassName: "gold" };
  const pending: PersistentVolumeClaim = { ...bound, status: { ...bound.status, modifyVolumeStatus } };
  const disk = volume({ phase: "Bound", spec: ebs, claimRef: claimRefTo(bound) });
  const classes = "storage.k8s.io/v1/volumeattributesclasses";
  const said = (...hidden: readonly (typeof classes)[]) =>
    textOf(diagnosisOf([pending, disk], hidden).verdict.summary);
  assert.match(said(), /it does not exist/);
  assert.match(said(classes), /does it exist\?/);
});
