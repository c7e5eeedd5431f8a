import assert from "node:assert/strict";
import { test } from "node:test";
import { deletionDone } from "../../../src/evidence/index.ts";
import { attachment, ebs, volume } from "../../support/objects.ts";
import { clusterOf, looked, restsOn } from "../ask.ts";

const provisioned = { "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com" };
const gone = volume({
  phase: "Released",
  spec: ebs,
  annotations: provisioned,
  deletionTimestamp: "2026-11-20T11:00:00Z",
  status: { lastPhaseTransitionTime: "2026-11-20T10:00:00Z" },
});
const against = (object: typeof gone, ...rest: Parameters<typeof clusterOf>[0]) => {
  const answer = deletionDone(object, clusterOf([object, ...rest]));
  assert.equal(answer.is, "refuted");
  return restsOn(looked(answer).against);
};

test("possible: a Released volume that was deleted after that, with no finalizer of its provisioner", () => {
  assert.equal(deletionDone(gone, clusterOf([gone])).is, "possible");
});

test("against: an attachment names it, or it was deleted before it was Released", () => {
  assert.deepEqual(against(gone, attachment()), [
    "VolumeAttachment/csi-1 spec.source.persistentVolumeName: pv-data",
  ]);
  const early = { ...gone, status: { phase: "Released", lastPhaseTransitionTime: "2026-11-20T11:30:00Z" } };
  assert.deepEqual(against(early), [
    "PersistentVolume/pv-data status.lastPhaseTransitionTime: 2026-11-20T11:30:00Z",
  ]);
  assert.deepEqual(against(volume({ spec: ebs })), [
    "PersistentVolume/pv-data metadata.deletionTimestamp: null",
  ]);
});

test("unread: an attachment that was not read could refute it", () => {
  assert.equal(deletionDone(gone, clusterOf([gone], "storage.k8s.io/v1/volumeattachments")).is, "unread");
});
