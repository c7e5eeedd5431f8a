import assert from "node:assert/strict";
import test from "node:test";
import { annotationNames, attacherFinalizer, finalizerNames } from "../../../src/controllers/index.ts";
import type { KubeObject, Resource } from "../../../src/kubernetes/index.ts";
import type { VolumeFacts } from "../../support/objects.ts";
import { attachment, claim, claimRefTo, ebs, volume } from "../../support/objects.ts";
import { decide } from "./decide.ts";

const { pvProtection, externalProvisioner, pvController } = finalizerNames;
const attacher = attacherFinalizer("ebs.csi.aws.com");
const driver = "ebs.csi.aws.com";
const owner = claim({ phase: "Bound", volumeName: "pv-data" });
const claimRef = claimRefTo(owner);
const scratch = { hostPath: { path: "/tmp/scratch" } };

interface Row {
  readonly name: string;
  readonly controller: string;
  readonly volume: VolumeFacts;
  readonly others?: readonly KubeObject[];
  readonly hidden?: readonly Resource[];
  readonly lines: readonly string[];
}

const released: VolumeFacts = { phase: "Released", claimRef, spec: ebs, finalizers: [externalProvisioner] };
const binder = "persistentvolume-controller";
const inTree = { [annotationNames.provisionedBy]: "kubernetes.io/host-path" };
const provisioner = "external-provisioner";

const rows: readonly Row[] = [
  {
    name: "pv-protection waits for the claim of a Bound volume",
    controller: "pv-protection-controller",
    volume: { phase: "Bound", claimRef, finalizers: [pvProtection], deletionTimestamp: true },
    lines: ["waits for data"],
  },
  {
    name: "pv-protection lets go",
    controller: "pv-protection-controller",
    volume: { phase: "Released", finalizers: [pvProtection], deletionTimestamp: true },
    lines: [`remove-finalizer ${pvProtection} pv-data`],
  },
  {
    name: "the binder releases",
    controller: binder,
    volume: { phase: "Bound", claimRef, spec: ebs },
    lines: ["pv-data becomes Released"],
  },
  {
    name: "the binder does not guess that the claim is gone",
    controller: binder,
    volume: { phase: "Bound", claimRef, spec: ebs },
    hidden: ["v1/persistentvolumeclaims"],
    lines: ["unread v1/persistentvolumeclaims"],
  },
  {
    name: "the binder leaves a Released CSI volume to others",
    controller: binder,
    volume: released,
    lines: [],
  },
  {
    name: "the binder fails a volume that no plugin deletes",
    controller: binder,
    volume: { phase: "Released", claimRef, spec: { nfs: { server: "a", path: "/" } } },
    lines: ["pv-data becomes Failed"],
  },
  {
    name: "and tries it again",
    controller: binder,
    volume: { phase: "Failed", claimRef, spec: { nfs: { server: "a", path: "/" } } },
    lines: ["waits for nothing named"],
  },
  {
    name: "the binder deletes a hostPath volume",
    controller: binder,
    volume: { phase: "Released", claimRef, spec: scratch, annotations: inTree, finalizers: [pvController] },
    lines: [
      "kubernetes.io/host-path destroys /tmp/scratch",
      `remove-finalizer ${pvController} pv-data`,
      "delete pv-data",
    ],
  },
  {
    name: "the deleter of hostPath refuses other paths",
    controller: binder,
    volume: { phase: "Released", claimRef, spec: { hostPath: { path: "/data" } } },
    lines: ["pv-data becomes Failed"],
  },
  {
    name: "the binder recycles",
    controller: binder,
    volume: { phase: "Released", policy: "Recycle", claimRef, spec: scratch },
    lines: [
      "kubernetes.io/host-path destroys /tmp/scratch",
      "clear-claim-ref uid pv-data",
      "pv-data becomes Available",
    ],
  },
  {
    name: "the binder sets finalizers before all else",
    controller: binder,
    volume: { phase: "Bound", claimRef, spec: scratch, annotations: inTree },
    lines: [`add-finalizer ${pvController} pv-data`],
  },
  {
    name: "the binder hangs on a finalizer that it may not add",
    controller: binder,
    volume: { phase: "Bound", claimRef, spec: scratch, annotations: inTree, deletionTimestamp: true },
    lines: ["waits for nothing named"],
  },
  {
    name: "the binder marks a migrated volume",
    controller: binder,
    volume: {
      phase: "Released",
      claimRef,
      spec: { awsElasticBlockStore: { volumeID: "vol-1" } },
      annotations: { [annotationNames.provisionedBy]: "kubernetes.io/aws-ebs" },
    },
    lines: [`annotate pv-data ${annotationNames.migratedTo}=${driver}`],
  },
  {
    name: "the binder sets an unclaimed volume free",
    controller: binder,
    volume: { phase: "Released", spec: ebs },
    lines: ["pv-data becomes Available"],
  },
  {
    name: "the provisioner deletes",
    controller: provisioner,
    volume: released,
    lines: [
      `${driver} destroys vol-0abc`,
      "delete pv-data",
      `remove-finalizer ${externalProvisioner} pv-data`,
    ],
  },
  {
    name: "the provisioner waits for attachments",
    controller: provisioner,
    volume: released,
    others: [attachment({ attached: false })],
    lines: ["waits for csi-1"],
  },
  {
    name: "the provisioner does not guess that nothing is attached",
    controller: provisioner,
    volume: released,
    hidden: ["storage.k8s.io/v1/volumeattachments"],
    lines: ["unread storage.k8s.io/v1/volumeattachments"],
  },
  {
    name: "the provisioner waits for the claim of a Terminating volume",
    controller: provisioner,
    volume: { ...released, phase: "Bound", deletionTimestamp: true },
    lines: ["waits for data"],
  },
  {
    name: "the provisioner never deletes a Failed volume",
    controller: provisioner,
    volume: { ...released, phase: "Failed", deletionTimestamp: true },
    lines: ["waits for nothing named"],
  },
  {
    name: "the provisioner drops its finalizer for Retain",
    controller: provisioner,
    volume: { ...released, policy: "Retain", deletionTimestamp: true },
    lines: [`remove-finalizer ${externalProvisioner} pv-data`],
  },
  {
    name: "the provisioner takes a Terminating volume without its finalizer for deleted",
    controller: provisioner,
    volume: { ...released, finalizers: [pvProtection], deletionTimestamp: true },
    lines: [],
  },
  {
    name: "a provisioner with its own code",
    controller: provisioner,
    volume: {
      phase: "Released",
      claimRef,
      spec: { nfs: { server: "a", path: "/x" } },
      annotations: { [annotationNames.provisionedBy]: "nfs.example.com" },
    },
    lines: ["nfs.example.com destroys a:/x", "delete pv-data"],
  },
  {
    name: "the attacher waits for any attachment",
    controller: "external-attacher",
    volume: { spec: ebs, finalizers: [attacher], deletionTimestamp: true },
    others: [attachment({ attached: false, nodeName: "node-b" })],
    lines: ["waits for csi-1"],
  },
  {
    name: "the attacher lets go",
    controller: "external-attacher",
    volume: { spec: ebs, finalizers: [attacher], deletionTimestamp: true },
    others: [attachment({ volume: "pv-other" })],
    lines: [`remove-finalizer ${attacher} pv-data`],
  },
  {
    name: "the local provisioner wipes",
    controller: "local-volume-provisioner",
    volume: {
      phase: "Released",
      claimRef,
      spec: { local: { path: "/mnt/0" } },
      annotations: { [annotationNames.provisionedBy]: "local-volume-provisioner-node-a-1" },
    },
    lines: ["local-volume-provisioner destroys /mnt/0", "delete pv-data"],
  },
];

test("what controllers decide about volumes", async (t) => {
  for (const { name, controller, volume: facts, others, hidden, lines } of rows) {
    await t.test(name, () => assert.deepEqual(decide(controller, volume(facts), others, hidden), lines));
  }
});
