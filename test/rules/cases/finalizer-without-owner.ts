import type { APIService } from "../../../src/model/index.ts";
import { claim, csiNode, ebs, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const left = volume({ spec: ebs, finalizers: ["external-attacher/ebs-csi-aws-com"] });
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
      says: /nobody takes off external-attacher\/ebs-csi-aws-com \(no driver called ebs\.csi\.aws\.com is installed\)/,
      remedies: ["reinstall-driver"],
    },
    {
      what: "its API group is not served",
      objects: [mirrored, ...served],
      on: ["data"],
      severity: "warning",
      says: /the API group of csi-addons is not served here/,
      remedies: [],
    },
  ],
  silent: [
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
