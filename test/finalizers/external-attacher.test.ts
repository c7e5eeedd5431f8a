import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { attacherFinalizer } from "../../src/controllers/index.ts";
import type { CSIDriver, CSINode, Lease } from "../../src/kubernetes/index.ts";
import { diagnosisOf, remediesOf, rootsOf, textOf } from "../support/diagnose.ts";
import { attachment, claim, claimRefTo, ebs, metadataOf, node, pod, volume } from "../support/objects.ts";

const finalizer = "external-attacher/ebs-csi-aws-com";
const long = "2026-11-20T09:00:00Z";

const installed: CSIDriver = {
  apiVersion: "storage.k8s.io/v1",
  kind: "CSIDriver",
  metadata: metadataOf({}, "ebs.csi.aws.com"),
  spec: { attachRequired: true },
};
const registered: CSINode = {
  apiVersion: "storage.k8s.io/v1",
  kind: "CSINode",
  metadata: metadataOf({}, "node-a"),
  spec: { drivers: [{ name: "ebs.csi.aws.com", nodeID: "i-0abc" }] },
};
const doomed = volume({ phase: "Released", deletionTimestamp: long, finalizers: [finalizer], spec: ebs });
const leaving = attachment({ deletionTimestamp: long, finalizers: [finalizer] });

test("a driver's name is encoded, never read back", () => {
  assert.equal(attacherFinalizer("csi.trident.netapp.io"), "external-attacher/csi-trident-netapp-io");
  assert.equal(attacherFinalizer("csi_trident.netapp-io"), "external-attacher/csi-trident-netapp-io");
  assert.equal(attacherFinalizer("odd."), "external-attacher/odd-X");
});

describe("on a volume", () => {
  test("an attachment of any state holds it", () => {
    const live = attachment({ attached: false });
    const { holds } = diagnosisOf([doomed, live, node(), installed]);
    assert.equal(holds[0]?.reason, "AttachmentNamesVolume");
  });

  test("without attachments its attacher should act, and the finalizer may go last", () => {
    const diagnosis = diagnosisOf([doomed, installed]);
    assert.deepEqual(rootsOf(diagnosis), ["ControllerNotActing stuck"]);
    assert.deepEqual(remediesOf(diagnosis), ["restart-sidecar safe", "nudge safe", "drop-finalizer risky"]);
  });

  test("a driver that is nowhere cannot act", () => {
    assert.deepEqual(rootsOf(diagnosisOf([doomed])), ["AttacherNotInstalled stuck"]);
    assert.deepEqual(rootsOf(diagnosisOf([doomed, registered])), ["ControllerNotActing stuck"]);
  });

  test("volume after volume left behind is the attacher's fault", () => {
    const more = ["b", "c"].map((name) =>
      volume({ name, phase: "Released", deletionTimestamp: long, finalizers: [finalizer], spec: ebs }),
    );
    assert.deepEqual(rootsOf(diagnosisOf([doomed, ...more, installed])), ["AttacherLeavesVolumes stuck"]);
    const [first] = more;
    assert.ok(first !== undefined);
    assert.deepEqual(rootsOf(diagnosisOf([doomed, first, installed])), ["ControllerNotActing stuck"]);
  });

  test("unread attachments are not none: no remedy removes anything", () => {
    const diagnosis = diagnosisOf([doomed, installed], ["storage.k8s.io/v1/volumeattachments"]);
    assert.equal(diagnosis.verdict.category, "unknown");
    assert.deepEqual(remediesOf(diagnosis), []);
  });
});

describe("on an attachment", () => {
  const live = volume({ phase: "Bound", spec: ebs });
  const nodeId = { "csi.alpha.kubernetes.io/node-id": "i-0a" };
  const withError = (message: string) =>
    attachment({
      deletionTimestamp: long,
      finalizers: [finalizer],
      status: { attached: true, detachError: { message, time: long } },
    });

  test("of a driver that does not attach, no attacher is there, unless one has led or the leases are hidden", () => {
    const none = { ...installed, spec: { attachRequired: false } };
    const lease: Lease = {
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: metadataOf({ namespace: "kube-system" }, "external-attacher-leader-ebs-csi-aws-com"),
      spec: { renewTime: "2026-11-20T11:59:58Z", leaseDurationSeconds: 15 },
    };
    const around = [leaving, live, node(), none, registered] as const;
    const alone = diagnosisOf(around);
    assert.deepEqual(rootsOf(alone), ["DetachHasNoAttacher stuck"]);
    assert.deepEqual(remediesOf(alone), ["prove-detached safe", "drop-finalizer risky"]);
    assert.deepEqual(rootsOf(diagnosisOf([...around, lease])), ["AttacherNotRunning stuck"]);
    const hidden = diagnosisOf(around, ["coordination.k8s.io/v1/leases"]);
    assert.deepEqual(rootsOf(hidden), ["AttacherNotRunning stuck"]);
    assert.deepEqual(rootsOf(diagnosisOf([leaving, live, node(), installed, registered])), [
      "AttacherNotRunning stuck",
    ]);
  });

  test("without its volume it can never be detached", () => {
    const diagnosis = diagnosisOf([leaving, node(), installed]);
    assert.deepEqual(rootsOf(diagnosis), ["DetachVolumeGone stuck"]);
    assert.deepEqual(remediesOf(diagnosis), ["prove-detached safe", "drop-finalizer risky"]);
  });

  test("a missing node is no proof that its machine is off", () => {
    const known = { ...leaving, metadata: { ...leaving.metadata, annotations: nodeId } };
    const diagnosis = diagnosisOf([known, live, installed, node({ name: "other" })]);
    assert.deepEqual(rootsOf(diagnosis), ["DetachNodeGone blocked"]);
    assert.deepEqual(remediesOf(diagnosis), ["prove-detached safe", "drop-finalizer loses-data"]);
  });

  test("without a node ID the driver is never asked: nothing happens by itself", () => {
    const others = [live, installed, node({ name: "other" })] as const;
    const diagnosis = diagnosisOf([leaving, ...others]);
    assert.deepEqual(rootsOf(diagnosis), ["DetachImpossible blocked"]);
    assert.deepEqual(remediesOf(diagnosis), ["prove-detached safe", "drop-finalizer loses-data"]);
    const unread = diagnosisOf([leaving, ...others], ["storage.k8s.io/v1/csinodes"]);
    assert.deepEqual(rootsOf(unread), ["CouldNotRead unknown"]);
  });

  test("without its node a fresh detach is under way, until it has failed once", () => {
    const fresh = { deletionTimestamp: "2026-11-20T11:59:30Z", finalizers: [finalizer] };
    const others = [live, installed, node({ name: "other" })] as const;
    assert.deepEqual(rootsOf(diagnosisOf([attachment(fresh), ...others])), ["DetachInProgress waiting"]);
    const failed = { attached: true, detachError: { message: "no such instance", time: long } };
    const tried = attachment({ ...fresh, status: failed });
    assert.deepEqual(rootsOf(diagnosisOf([tried, ...others])), ["DetachImpossible blocked"]);
  });

  test("without any node nothing can detach", () => {
    assert.deepEqual(rootsOf(diagnosisOf([leaving, live, installed])), ["NoNodesLeft stuck"]);
  });

  test("a node that is younger than the attachment is another machine", () => {
    const young = node({ creationTimestamp: "2026-11-20T11:00:00Z" });
    assert.deepEqual(rootsOf(diagnosisOf([leaving, live, young, installed])), ["DetachNodeReplaced blocked"]);
  });

  const errors = [
    ["volumeattachments.storage.k8s.io is forbidden: User x cannot patch", "DetachForbidden"],
    ["UnauthorizedOperation: You are not authorized", "DetachDenied"],
    ["InvalidVolume.NotFound: The volume does not exist", "DetachNotFound"],
    ["not an active Virtual Machine Scale Set VM instanceId 7", "DetachNotFound"],
    ["rpc error: code = Internal desc = it broke", "DetachFails"],
  ] as const;
  for (const [message, reason] of errors) {
    test(`${message}: ${reason}`, () => {
      assert.equal(diagnosisOf([withError(message), live, node(), installed]).verdict.reason, reason);
    });
  }

  test("a driver that has detached it is not blamed for what the API server refuses", () => {
    for (const why of [
      'admission webhook "keep.example.com" denied the request: not authorized',
      'Internal error occurred: failed calling webhook "keep.example.com": service "keep" not found',
    ])
      for (const machine of [node(), node({ name: "other" })]) {
        const error = withError(`could not mark as detached: ${why}`);
        const diagnosis = diagnosisOf([error, live, machine, installed]);
        assert.deepEqual(rootsOf(diagnosis), ["DetachNotRecorded blocked"]);
        assert.match(textOf(diagnosis.verdict.summary), /has detached the volume from/);
        assert.doesNotMatch(textOf(diagnosis), /fails to detach|not detached from/);
        assert.deepEqual(remediesOf(diagnosis), []);
      }
    const rights = "could not mark as detached: x is forbidden: User y cannot patch resource z";
    const { verdict } = diagnosisOf([withError(rights), live, node(), installed]);
    assert.equal(verdict.reason, "DetachForbidden");
    assert.match(textOf(verdict.summary), /has detached the volume from/);
  });

  test("only a backend that finds nothing lets the finalizer be removed", () => {
    const broken = diagnosisOf([withError("it broke"), live, node(), installed]);
    assert.deepEqual(remediesOf(broken), ["repair-driver safe"]);
  });

  test("a fresh detach is under way; an old one without an error means that nobody detaches", () => {
    const fresh = attachment({ deletionTimestamp: "2026-11-20T11:59:30Z", finalizers: [finalizer] });
    assert.deepEqual(rootsOf(diagnosisOf([fresh, live, node(), installed])), ["DetachInProgress waiting"]);
    assert.deepEqual(rootsOf(diagnosisOf([leaving, live, node(), installed])), ["AttacherNotRunning stuck"]);
  });

  test("a running pod on the node keeps its finalizer from being offered", () => {
    const data = claim({ phase: "Bound", volumeName: "pv-data" });
    const bound = volume({ phase: "Bound", spec: ebs, claimRef: claimRefTo(data) });
    const running = pod({ claims: ["data"] });
    assert.deepEqual(remediesOf(diagnosisOf([leaving, bound, data, node(), installed, running])), [
      "restart-sidecar safe",
    ]);
  });
});
