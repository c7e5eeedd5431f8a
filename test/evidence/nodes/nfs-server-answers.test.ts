import assert from "node:assert/strict";
import { test } from "node:test";
import { nfsServerHangs } from "../../../src/evidence/index.ts";
import type { Pod } from "../../../src/kubernetes/index.ts";
import { claim, claimRefTo, ebs, node, pod, volume } from "../../support/objects.ts";
import { clusterOf, looked } from "../ask.ts";

const on = (name: string, server = "192.0.2.9") => {
  const of = claim({ name, volumeName: `pv-${name}`, phase: "Bound" });
  const spec = { nfs: { server, path: "/x" } };
  return { of, at: volume({ name: `pv-${name}`, claimRef: claimRefTo(of), phase: "Bound", spec }) };
};
const scans = on("scans");
const index = on("index");
const hanging = pod({ name: "ocr", claims: ["scans"], deletionTimestamp: "2026-11-20T11:00:00Z" });
const ready = (facts: { readonly at: string; readonly nodeName: string }): Pod =>
  pod({
    name: "indexer",
    claims: ["index"],
    nodeName: facts.nodeName,
    status: { conditions: [{ type: "Ready", status: "True", lastTransitionTime: facts.at }] },
  });
const told = (message: string) => ({ reason: "FailedUnMount", message, by: "kubelet" });
const base = [scans.of, scans.at, index.of, index.at, hanging, node()];
const ask = (
  message: string | undefined,
  objects: Parameters<typeof clusterOf>[0],
  hidden: "v1/pods"[] = [],
) =>
  nfsServerHangs(
    { pod: hanging, volume: scans.at, told: message === undefined ? undefined : told(message) },
    clusterOf([...base, ...objects], ...hidden),
  );

test("for: an error of the kubelet that speaks of NFS", () => {
  assert.equal(ask("unmount failed: exit status 16: umount.nfs: connection timed out", []).is, "likely");
});

test("possible: the type of the volume alone", () => {
  assert.equal(ask(undefined, []).is, "possible");
  assert.equal(ask("error killing pod: context deadline exceeded", []).is, "possible");
});

test("against: a pod on the same node became Ready with the same server after the deletion", () => {
  assert.equal(ask(undefined, [ready({ at: "2026-11-20T11:25:00Z", nodeName: "node-a" })]).is, "refuted");
});

test("against, and no more: the same on another node, or before the deletion, or of another server", () => {
  const elsewhere = ask(undefined, [ready({ at: "2026-11-20T11:25:00Z", nodeName: "node-b" })]);
  assert.equal(elsewhere.is, "possible");
  assert.equal(looked(elsewhere).against.length, 1);
  const before = ask(undefined, [ready({ at: "2026-11-20T10:25:00Z", nodeName: "node-a" })]);
  assert.equal(looked(before).against.length, 0);
});

test("against: the node came back since, and no mount outlives the kernel", () => {
  const back = node({ readySince: "2026-11-20T11:30:00Z" });
  const cluster = clusterOf([scans.of, scans.at, hanging, back]);
  const answer = nfsServerHangs({ pod: hanging, volume: scans.at, told: undefined }, cluster);
  assert.equal(looked(answer).against.length, 1);
});

test("against: the volume is of another kind", () => {
  const answer = nfsServerHangs(
    { pod: hanging, volume: volume({ spec: ebs }), told: undefined },
    clusterOf(base),
  );
  assert.equal(answer.is, "refuted");
});

test("unread: the pods", () => {
  assert.equal(ask(undefined, [], ["v1/pods"]).is, "unread");
});
