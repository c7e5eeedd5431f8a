/** A claim whose StorageClass is no object: only a name that it shares with manually created volumes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { diagnosisOf, textOf } from "../../support/diagnose.ts";
import type { ClaimFacts, VolumeFacts } from "../../support/objects.ts";
import { claim, ebs, volume } from "../../support/objects.ts";
import { hour } from "./rows.ts";

const manual = (facts: ClaimFacts = {}) =>
  claim({ phase: "Pending", creationTimestamp: hour, storageClassName: "manual", request: "1Gi", ...facts });
const made = (facts: VolumeFacts = {}) =>
  volume({ spec: ebs, storageClassName: "manual", capacity: "5Gi", ...facts });
const reasonOf = (...objects: readonly [KubeObject, ...KubeObject[]]) =>
  diagnosisOf(objects).holds[0]?.reason;

test("volumes that are made by hand have it, others would wait for the class", () => {
  const byDriver = { "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com" };
  const taken = { phase: "Bound", claimRef: { namespace: "shop", name: "other", uid: "o" } } as const;
  assert.equal(reasonOf(manual()), "StorageClassMissing");
  assert.equal(reasonOf(manual(), made(taken)), "NoVolumeFits");
  assert.equal(reasonOf(manual(), made({ ...taken, annotations: byDriver })), "StorageClassMissing");
});

test("a volume that is reserved for the claim and does not fit is the cause, not the class", () => {
  const claimRef = { namespace: "shop", name: "data" };
  const modes = { spec: { ...ebs, accessModes: ["ReadOnlyMany"] } };
  for (const [facts, change] of [
    [{ capacity: "1Mi" }, /no more than pv-data has/],
    [modes, /access modes that pv-data offers: ReadOnlyMany/],
    [{ spec: { ...ebs, volumeMode: "Block" } }, /spec.volumeMode: Block/],
    [{ spec: { ...ebs, volumeAttributesClassName: "gold" } }, /volumeAttributesClassName: gold/],
  ] as const) {
    const diagnosis = diagnosisOf([manual({ accessModes: ["ReadWriteOnce"] }), made({ claimRef, ...facts })]);
    assert.equal(diagnosis.verdict.reason, "ReservedVolumeDoesNotFit");
    assert.match(textOf(diagnosis.remedies).replaceAll(/ +/g, " "), change);
  }
});

test("another claim's volume would do only if it does in every respect", () => {
  const taken = { phase: "Bound", claimRef: { namespace: "shop", name: "other", uid: "o" } } as const;
  const told = (asks: ClaimFacts) => textOf(diagnosisOf([manual(asks), made(taken)]).verdict.summary);
  assert.match(told({}), /would fit/);
  assert.doesNotMatch(told({ accessModes: ["ReadWriteMany"] }), /would fit/);
  const selector = { matchLabels: { tier: "gold" } };
  const text = told({ spec: { selector } });
  assert.match(text, /with the labels +tier=gold/);
  assert.doesNotMatch(text, /would fit/);
});

test("a claim that asks for no class is not told of a default one, nor of a volume that is reserved for another", () => {
  const told = (facts: ClaimFacts, ...others: readonly KubeObject[]) =>
    textOf(diagnosisOf([manual({ request: "9Gi", ...facts }), ...others]).verdict.summary);
  assert.match(told({ storageClassName: "" }), /sets no StorageClass \(""\)/);
  const small = made({ storageClassName: "", phase: "Available" });
  assert.match(told({ storageClassName: "" }, small), /pv-data\s+has only\s+5Gi/);
  const reserved = { ...small, spec: { ...small.spec, claimRef: { namespace: "shop", name: "other" } } };
  assert.doesNotMatch(told({ storageClassName: "" }, reserved), /has only/);
});

test("a free volume that is large enough is told with what else it lacks, unless the selector leaves it out", () => {
  const told = (facts: ClaimFacts, free: VolumeFacts) =>
    textOf(diagnosisOf([manual(facts), made({ phase: "Available", ...free })]).verdict.summary).replaceAll(
      / +/g,
      " ",
    );
  const isBlock = { spec: { ...ebs, volumeMode: "Block" } };
  assert.match(told({}, isBlock), /pv-data has volumeMode Block ?, but the claim requests Filesystem/);
  assert.match(
    told({ accessModes: ["ReadWriteMany"] }, { spec: { ...ebs, accessModes: ["ReadWriteOnce"] } }),
    /pv-data offers ReadWriteOnce ?, not all of ReadWriteMany/,
  );
  const selector = { matchLabels: { tier: "gold" } };
  assert.doesNotMatch(told({ spec: { selector } }, isBlock), /volumeMode/);
});
