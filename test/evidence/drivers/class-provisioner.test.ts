import assert from "node:assert/strict";
import { test } from "node:test";
import { classHasProvisioner } from "../../../src/evidence/index.ts";
import { refOf } from "../../../src/kubernetes/index.ts";
import { event } from "../../support/driver.ts";
import { claim, csiNode, storageClass, volume } from "../../support/objects.ts";
import { clusterOf } from "../ask.ts";

const made = volume({ annotations: { "pv.kubernetes.io/provisioned-by": "rancher.io/local-path" } });
const own = storageClass({ provisioner: "rancher.io/local-path" });

test("for: a node runs the driver; or a volume says that it was created by it", () => {
  assert.equal(
    classHasProvisioner(storageClass(), clusterOf([csiNode("n", "ebs.csi.aws.com")])).is,
    "proven",
  );
  assert.equal(classHasProvisioner(own, clusterOf([made])).is, "likely");
});

test("for: it told of an attempt on a claim of the class", () => {
  const waiting = claim({ phase: "Pending", storageClassName: own.metadata.name });
  const told = (component: string) => ({
    ...event(refOf(waiting), "ProvisioningFailed", "no room"),
    source: { component },
  });
  const answer = (component: string) => classHasProvisioner(own, clusterOf([waiting, told(component)])).is;
  assert.equal(answer("rancher.io/local-path_local-path-provisioner-6d"), "proven");
  assert.equal(answer("persistentvolume-controller"), "possible");
  assert.equal(classHasProvisioner(own, clusterOf([waiting], "v1/events")).is, "unread");
});

test("possible: a provisioner with its own code registers nowhere", () => {
  assert.equal(classHasProvisioner(own, clusterOf([])).is, "possible");
});

test("against: an in-tree plugin without its driver; a class without a provisioner", () => {
  const inTree = storageClass({ provisioner: "kubernetes.io/glusterfs" });
  assert.equal(classHasProvisioner(inTree, clusterOf([])).is, "refuted");
  const none = storageClass({ provisioner: "kubernetes.io/no-provisioner" });
  assert.equal(classHasProvisioner(none, clusterOf([])).is, "refuted");
});

test("unread: the registrations, the volumes", () => {
  assert.equal(classHasProvisioner(storageClass(), clusterOf([], "storage.k8s.io/v1/csinodes")).is, "unread");
  assert.equal(classHasProvisioner(own, clusterOf([], "v1/persistentvolumes")).is, "unread");
});
