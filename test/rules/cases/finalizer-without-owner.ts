import type { APIService } from "../../../src/kubernetes/index.ts";
import { attachment, claim, csiNode, ebs, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const left = volume({ spec: ebs, finalizers: ["external-attacher/ebs-csi-aws-com"] });
const provisioning = "external-provisioner.volume.kubernetes.io/finalizer";
const mirrored = claim({ finalizers: ["replication.storage.openshift.io/pvc-protection"] });
const apiService = (group: string): APIService => ({
  apiVersion: "apiregistration.k8s.io/v1",
  kind: "APIService",
  metadata: { name: `v1.${group}`, uid: `${group}-uid` },
  spec: { group, version: "v1" },
});
const served = [apiService("apps"), apiService("batch")];

export const cases: RuleCases = {
  fires: [
    {
      what: "its driver is not installed",
      objects: [left],
      on: ["pv-data"],
      severity: "warning",
      says: /no controller in this cluster removes external-attacher\/ebs-csi-aws-com \(no driver named ebs\.csi\.aws\.com is installed\)/,
      remedies: ["reinstall-driver"],
    },
    {
      what: "its API group is not served",
      objects: [mirrored, ...served],
      on: ["data"],
      severity: "warning",
      says: /this cluster does not serve the API group of csi-addons/,
      remedies: [],
    },
    {
      what: "the driver that made the volume is not installed",
      objects: [volume({ spec: ebs, finalizers: [provisioning] })],
      on: ["pv-data"],
      severity: "warning",
      says: /no driver named ebs\.csi\.aws\.com is installed/,
      remedies: ["reinstall-driver"],
    },
    {
      what: "the driver of an attachment is not installed",
      objects: [attachment({ finalizers: ["external-attacher/ebs-csi-aws-com"] })],
      on: ["csi-1"],
      severity: "warning",
      says: /no driver named ebs\.csi\.aws\.com is installed/,
      remedies: ["reinstall-driver"],
    },
    {
      what: "a volume of a driver without a name, beside one of no driver",
      objects: [
        volume({ name: "pv-a", spec: { hostPath: { path: "/data" } }, finalizers: [provisioning] }),
        volume({ name: "pv-b", spec: { csi: {} }, finalizers: [provisioning] }),
      ],
      on: ["pv-b"],
      severity: "warning",
      says: /no driver named/,
    },
    {
      what: "a driver is not installed, and the volume is of another one",
      objects: [
        volume({ spec: ebs, finalizers: ["external-attacher/nas-example-com"] }),
        csiNode("node-a", "ebs.csi.aws.com"),
      ],
      on: ["pv-data"],
      severity: "warning",
      says: /external-attacher\/nas-example-com \(no installed driver has it\)/,
      remedies: [],
    },
  ],
  silent: [
    {
      what: "the driver that made the volume is there",
      objects: [volume({ spec: ebs, finalizers: [provisioning] }), csiNode("node-a", "ebs.csi.aws.com")],
    },
    {
      what: "nothing tells who made the volume",
      objects: [volume({ spec: { hostPath: { path: "/data" } }, finalizers: [provisioning] })],
    },
    { what: "of a list of API groups that is none", objects: [mirrored, apiService("apps")] },
    { what: "the driver is there", objects: [left, csiNode("node-a", "ebs.csi.aws.com")] },
    {
      what: "the API group is served",
      objects: [mirrored, ...served, apiService("replication.storage.openshift.io")],
    },
    { what: "a finalizer of which nothing can be told", objects: [claim({ finalizers: ["example.com/x"] })] },
    {
      what: "snapshots are served",
      objects: [claim({ finalizers: ["snapshot.storage.kubernetes.io/pvc-as-source-protection"] })],
    },
  ],
  unread: [
    { what: "volumes", objects: [left], hidden: ["v1/persistentvolumes"] },
    { what: "drivers", objects: [left], hidden: ["storage.k8s.io/v1/csidrivers"] },
    { what: "API groups", objects: [mirrored], hidden: ["apiregistration.k8s.io/v1/apiservices"] },
  ],
};
