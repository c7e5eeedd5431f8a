import assert from "node:assert/strict";
import { test } from "node:test";
import {
  countedAsAttached,
  driverAttaches,
  listingOf,
  nodeHasNoRoom,
  sameMachine,
} from "../../../src/evidence/index.ts";
import type { CSINode, KubeObject, Resource } from "../../../src/kubernetes/index.ts";
import {
  attachment,
  claim,
  claimRefTo,
  csiDriver,
  ebs,
  metadataOf,
  node,
  pod,
  volume,
} from "../../support/objects.ts";
import { clusterOf, looked, restsOn } from "../ask.ts";

const driver = "ebs.csi.aws.com";
const listed = "kubernetes.io/csi/ebs.csi.aws.com^vol-0abc";
const disk = volume({ spec: ebs, phase: "Bound" });
const csiNode = (nodeID: string, count?: number): CSINode => ({
  apiVersion: "storage.k8s.io/v1",
  kind: "CSINode",
  metadata: metadataOf({}, "node-a"),
  spec: { drivers: [{ name: driver, nodeID, ...(count === undefined ? {} : { allocatable: { count } }) }] },
});

test("the attach-detach controller counts what the status of the node lists, and nothing else", () => {
  const answer = countedAsAttached(node({ volumesAttached: ["kubernetes.io/csi/x^y", listed] }), disk);
  assert.equal(answer.is, "proven");
  assert.deepEqual(restsOn(looked(answer).for), [`Node/node-a status.volumesAttached: ${listed}`]);
  for (const other of [node(), node({ volumesAttached: [`${listed}d`] }), node({ volumesInUse: [listed] })])
    assert.equal(countedAsAttached(other, disk).is, "refuted");
});

test("a driver attaches, unless its CSIDriver says that it does not", () => {
  assert.equal(driverAttaches(driver, clusterOf([csiDriver(driver, true)])).is, "proven");
  assert.equal(driverAttaches(driver, clusterOf([csiDriver(driver, false)])).is, "refuted");
  assert.equal(driverAttaches(driver, clusterOf([csiDriver("other", false)])).is, "possible");
  assert.equal(driverAttaches(driver, clusterOf([], "storage.k8s.io/v1/csidrivers")).is, "unread");
});

test("a node has no room when its other attachments reach the limit: this one does not count", () => {
  const own = attachment();
  const other = attachment({ name: "csi-2", volume: "pv-other" });
  const ask = (count: number, ...hidden: readonly Resource[]) =>
    nodeHasNoRoom(own, clusterOf([own, other, csiNode("i-1", count)], ...hidden));
  assert.equal(ask(1).is, "proven");
  assert.equal(ask(2).is, "possible");
  assert.equal(ask(1, "storage.k8s.io/v1/volumeattachments").is, "unread");
  assert.equal(ask(1, "storage.k8s.io/v1/csinodes").is, "unread");
});

test("the ID of the machine tells whether it is the same, unless it comes from the name of the node", () => {
  const of = (id: string) => attachment({ annotations: { "csi.alpha.kubernetes.io/node-id": id } });
  const ask = (id: string, now: string, providerID = "aws:///eu-1a/i-9") =>
    sameMachine(of(id), node({ providerID }), clusterOf([csiNode(now)])).is;
  assert.equal(ask("i-1", "i-1"), "proven");
  assert.equal(ask("i-9", "something"), "proven");
  assert.equal(ask("i-1", "i-2"), "possible");
  assert.equal(ask("zone/node-a", "zone/node-a"), "possible");
  assert.equal(sameMachine(attachment(), node(), clusterOf([csiNode("i-1")])).is, "possible");
  assert.equal(sameMachine(of("i-1"), node(), clusterOf([])).is, "possible");
  assert.equal(sameMachine(of("i-1"), node(), clusterOf([], "storage.k8s.io/v1/csinodes")).is, "unread");
  const two = looked(sameMachine(of("i-1"), node(), clusterOf([csiNode("i-2")])));
  assert.deepEqual(two.ids, { before: "i-1", now: "i-2" });
});

test("the nodes that list a volume: in use counts as mounted only where no pod wants it", () => {
  const data = claim({ phase: "Bound", volumeName: "pv-data" });
  const own = volume({ spec: ebs, phase: "Bound", claimRef: claimRefTo(data) });
  const here = node({ volumesAttached: [listed], volumesInUse: [listed] });
  const ask = (objects: readonly KubeObject[], ...hidden: readonly Resource[]) => {
    const answer = listingOf(own, clusterOf([own, data, ...objects], ...hidden));
    return answer.read
      ? [answer.attached, answer.mounted].map((nodes) => nodes.map(({ metadata }) => metadata.name))
      : "unread";
  };
  assert.deepEqual(ask([here]), [["node-a"], ["node-a"]]);
  assert.deepEqual(ask([here, pod({ claims: ["data"] })]), [["node-a"], []]);
  assert.deepEqual(ask([here, pod({ claims: ["data"], phase: "Failed" })]), [["node-a"], ["node-a"]]);
  assert.deepEqual(ask([node({ volumesAttached: ["kubernetes.io/iscsi/1.2.3.4:3260:iqn:0"] })]), [[], []]);
  assert.equal(ask([here], "v1/nodes"), "unread");
  assert.equal(ask([here], "v1/pods"), "unread");
});
