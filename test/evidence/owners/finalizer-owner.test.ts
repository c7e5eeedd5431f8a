import assert from "node:assert/strict";
import { test } from "node:test";
import { finalizerOwner } from "../../../src/evidence/index.ts";
import type { APIService } from "../../../src/kubernetes/index.ts";
import { flatten } from "../../../src/kubernetes/index.ts";
import { claim, csiNode, ebs, metadataOf, volume } from "../../support/objects.ts";
import { clusterOf, looked } from "../ask.ts";

const service = (group: string): APIService => ({
  apiVersion: "apiregistration.k8s.io/v1",
  kind: "APIService",
  metadata: metadataOf({}, `v1.${group}`),
  spec: { group },
});
const attacher = "external-attacher/ebs-csi-aws-com";
const ramen = "volumereplicationgroups.ramendr.openshift.io/pvc-vr-protection";

test("for: a node runs the driver; the API group of the product is served", () => {
  const driver = clusterOf([csiNode("node-a", "ebs.csi.aws.com")]);
  assert.equal(finalizerOwner(volume({ spec: ebs }), attacher, driver).is, "proven");
  const group = clusterOf([service("apps"), service("ramendr.openshift.io")]);
  assert.equal(finalizerOwner(claim(), ramen, group).is, "proven");
});

test("against: the driver is not installed, the group is not served; it says why", () => {
  const answer = finalizerOwner(volume({ spec: ebs }), attacher, clusterOf([]));
  assert.equal(answer.is, "refuted");
  assert.equal(looked(answer).driver, "ebs.csi.aws.com");
  assert.equal(
    flatten(looked(answer).because, (data) => data),
    "no driver named ebs.csi.aws.com is installed",
  );
  const group = clusterOf([service("apps"), service("batch")]);
  assert.equal(finalizerOwner(claim(), ramen, group).is, "refuted");
});

test("possible: a finalizer of which nothing is known", () => {
  assert.equal(finalizerOwner(claim(), "example.org/keep", clusterOf([])).is, "possible");
});

test("unread: the registrations, the APIServices", () => {
  const noNodes = clusterOf([], "storage.k8s.io/v1/csinodes");
  assert.equal(finalizerOwner(volume({ spec: ebs }), attacher, noNodes).is, "unread");
  const noGroups = clusterOf([], "apiregistration.k8s.io/v1/apiservices");
  assert.equal(finalizerOwner(claim(), ramen, noGroups).is, "unread");
});
