import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { KubeObject, PersistentVolume, Resource } from "../../../src/kubernetes/index.ts";
import { diagnosisOf, remediesOf, rootsOf, textOf } from "../../support/diagnose.ts";
import type { VolumeFacts } from "../../support/objects.ts";
import { claim, ebs, volume } from "../../support/objects.ts";
import { play } from "./rows.ts";

describe("a volume without its claim", () => {
  const former = { namespace: "shop", name: "data", uid: "old" };
  const volumeOf = (facts: VolumeFacts = {}) =>
    volume({ phase: "Bound", claimRef: former, spec: ebs, ...facts });
  const noPlugin = { phase: "Failed", spec: { nfs: { server: "s", path: "/" } } } as const;
  play([
    ["no namespace", [volumeOf()], "ClaimNamespaceMissing stuck"],
    ["another uid", [volumeOf(), claim({ uid: "new" })], "ClaimOfVolumeReplaced blocked"],
    [
      "bound elsewhere",
      [volumeOf(), claim({ uid: "old", volumeName: "pv-b" })],
      "ClaimBoundElsewhere blocked",
    ],
    ["made by hand", [volumeOf(noPlugin)], "NoDeleterForVolume blocked"],
    ["Failed and kept", [volumeOf({ phase: "Failed", policy: "Retain" })], "FailedAndRetained waiting"],
    [
      "Failed, of a driver",
      [
        volumeOf({
          phase: "Failed",
          annotations: { "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com" },
        }),
      ],
      "FailedNeverRetried blocked",
    ],
    [
      "Failed, of a driver, and its claim still exists",
      [
        volumeOf({ phase: "Failed", annotations: { "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com" } }),
        claim({ uid: "old", volumeName: "pv-data" }),
      ],
      // Through FailedUnderClaim, to what the claim waits for.
      "BindingOverdue stuck",
    ],
    ["Failed, of nobody", [volumeOf({ phase: "Failed" })], "NoDeleterForVolume blocked"],
    [
      "Failed, of nobody, and its claim still exists",
      [volumeOf({ phase: "Failed" }), claim({ uid: "old", volumeName: "pv-data" })],
      "BindingOverdue stuck",
    ],
    [
      "Failed, of a plugin that tried",
      [
        volumeOf({
          phase: "Failed",
          spec: { awsElasticBlockStore: { volumeID: "vol-1" } },
          annotations: { "pv.kubernetes.io/provisioned-by": "kubernetes.io/aws-ebs" },
          status: { message: "vol-1 is still attached", lastPhaseTransitionTime: "2026-11-20T11:59:20Z" },
        }),
      ],
      "ReclaimRetried waiting",
    ],
    [
      "Failed a moment ago, on a path that the deleter refuses",
      [
        volumeOf({
          phase: "Failed",
          spec: { hostPath: { path: "/var/data" } },
          status: {
            message: "host_path deleter only supports /tmp/.+ but received provided /var/data",
            lastPhaseTransitionTime: "2026-11-20T11:59:20Z",
          },
        }),
      ],
      "ReclaimFails blocked",
    ],
    [
      "Failed a moment ago, and nobody recycles such a volume",
      [
        volumeOf({
          phase: "Failed",
          policy: "Recycle",
          status: {
            message: "No recycler plugin found for the volume!",
            lastPhaseTransitionTime: "2026-11-20T11:59:20Z",
          },
        }),
      ],
      "ReclaimFails blocked",
    ],
  ]);

  const recycled = (status: VolumeFacts["status"] = {}) =>
    volumeOf({ ...noPlugin, policy: "Recycle", status: { message: "the share is busy", ...status } });

  test("a volume that fails for long is kept first, unless nobody could see for how long", () => {
    const remediesWith = (hidden: readonly Resource[], status?: VolumeFacts["status"]) => {
      const [hold] = diagnosisOf([recycled(status)], hidden).holds;
      return [hold?.reason, ...(hold?.remedies ?? []).map(({ remedy }) => remedy)];
    };
    const hours = { lastPhaseTransitionTime: "2026-11-20T06:00:00Z" };
    assert.deepEqual(remediesWith([], hours), ["ReclaimFails", "set-retain"]);
    assert.deepEqual(remediesWith([]), ["ReclaimFails", "set-retain"]);
    assert.deepEqual(remediesWith(["v1/events"], hours), ["ReclaimFails", "set-retain"]);
    assert.deepEqual(remediesWith(["v1/events"]), ["ReclaimFails"]);
  });

  test("of a path that the deleter refuses, Retain is no step: the volume would stay Failed", () => {
    const [hold] = diagnosisOf([
      volumeOf({
        phase: "Failed",
        spec: { hostPath: { path: "/var/data" } },
        status: { message: "host_path deleter only supports /tmp/.+ but received provided /var/data" },
      }),
    ]).holds;
    assert.deepEqual(
      hold?.remedies?.map(({ remedy }) => remedy),
      ["delete-volume"],
    );
  });

  test("of a volume that is recycled nobody says that a deletion is missing or was given up", () => {
    const message = "no volume plugin matched";
    const annotations = { "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com" };
    for (const facts of [noPlugin, { phase: "Failed", annotations }] as const)
      assert.equal(
        diagnosisOf([volumeOf({ ...facts, policy: "Recycle", status: { message } })]).verdict.reason,
        "ReclaimFails",
      );
  });

  test("a volume is called reserved only while it is Available, and named by no uid", () => {
    const claimRef = { namespace: "shop", name: "data" };
    for (const facts of [
      { phase: "Available" },
      { phase: "Bound", claimRef },
      { phase: "Available", claimRef: { ...claimRef, uid: "u" } },
    ] as const) {
      assert.notEqual(diagnosisOf([volume({ spec: ebs, ...facts })]).verdict.reason, "ReservedForClaim");
    }
  });

  test("a volume is reserved in vain for a claim that has another one, or that it does not fit", () => {
    const reserved = (facts: VolumeFacts = {}) =>
      volume({ phase: "Available", claimRef: { namespace: "shop", name: "data" }, spec: ebs, ...facts });
    const told = (kept: PersistentVolume, ...others: readonly KubeObject[]) =>
      textOf(diagnosisOf([kept, ...others]).verdict.summary).replaceAll(/ +/g, " ");
    assert.match(told(reserved()), /^reserved for the claim [^,]* by name $/);
    assert.match(
      told(reserved(), claim({ volumeName: "pv-data" })),
      /^reserved for the claim [^,]* by name $/,
    );
    assert.match(told(reserved(), claim({ volumeName: "pv-b" })), /that claim names pv\/ ?pv-b/);
    assert.match(told(reserved({ capacity: "1Mi" }), claim({ request: "1Gi" })), /too small for it/);
  });

  test("a volume that is reserved for a claim that does not exist names the one that asks for it", () => {
    const kept = volume({ phase: "Available", claimRef: { namespace: "shpo", name: "data" }, spec: ebs });
    const told = (others: readonly KubeObject[], hidden: readonly Resource[] = []) =>
      textOf(diagnosisOf([kept, ...others], hidden).verdict.summary).replaceAll(/ +/g, " ");
    const waiting = claim({ phase: "Pending", volumeName: "pv-data" });
    assert.match(
      told([waiting]),
      /shpo\/data by name ?, but that claim does not exist, and .*data *\( *shop *\) *names/,
    );
    const silent = /^reserved for the claim [^,]* by name $/;
    assert.match(told([waiting], ["v1/persistentvolumeclaims"]), /data was not read/);
    assert.match(told([claim({ phase: "Pending", volumeName: "pv-b" })]), silent);
    assert.match(told([claim({ phase: "Bound", volumeName: "pv-data" })]), silent);
    assert.match(told([waiting, claim({ name: "other", phase: "Pending", volumeName: "pv-data" })]), silent);
  });

  test("an Available volume that is reserved by name is healthy, and nothing is to be done", () => {
    const diagnosis = diagnosisOf([
      volume({
        phase: "Available",
        policy: "Retain",
        claimRef: { namespace: "shop", name: "data" },
        spec: ebs,
      }),
    ]);
    assert.deepEqual([diagnosis.verdict.category, diagnosis.verdict.reason], ["healthy", "ReservedForClaim"]);
    assert.deepEqual(remediesOf(diagnosis), []);
    assert.equal(diagnosis.avoid.length, 1);
    assert.deepEqual(rootsOf(diagnosis), []);
  });
});
