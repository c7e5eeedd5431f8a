/** A Bound volume that no node can mount, which is not one of a lost machine. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { KubeObject, Resource } from "../../src/kubernetes/index.ts";
import { diagnosisOf, rootsOf, textOf } from "../support/diagnose.ts";
import { claim, claimRefTo, ebs, node, volume } from "../support/objects.ts";

const zone = "topology.kubernetes.io/zone";

function only(...values: readonly string[]) {
  return onlyBy(zone, ...values);
}

function onlyBy(key: string, ...values: readonly string[]) {
  return {
    nodeAffinity: {
      required: { nodeSelectorTerms: [{ matchExpressions: [{ key, operator: "In", values }] }] },
    },
  };
}

const data = claim({ uid: "u1", phase: "Bound", volumeName: "pv-data" });
const bound = (spec: object) =>
  volume({ phase: "Bound", policy: "Retain", claimRef: claimRefTo(data), spec: { ...ebs, ...spec } });
const nodeInA = node({ labels: { [zone]: "a" } });

function told(about: KubeObject, others: readonly KubeObject[], hidden: readonly Resource[] = []) {
  return rootsOf(diagnosisOf([about, ...others], hidden));
}

describe("a Bound volume in a zone", () => {
  test("without a node", () => {
    assert.deepEqual(told(bound(only("c")), [data, nodeInA]), ["NoNodeMatchesVolume blocked"]);
  });

  test("its claim says the same", () => {
    assert.deepEqual(told(data, [bound(only("c")), nodeInA]), ["NoNodeMatchesVolume blocked"]);
  });

  test("with a node, or without one that it needs", () => {
    assert.deepEqual(told(bound(only("c", "a")), [data, nodeInA]), []);
    assert.deepEqual(told(bound({}), [data]), []);
  });

  test("of which the nodes were not read", () => {
    assert.deepEqual(told(bound(only("c")), [data], ["v1/nodes"]), ["CouldNotRead unknown"]);
  });

  test("of which the claim was not read: it may be going", () => {
    const roots = told(bound(only("c")), [data, nodeInA], ["v1/persistentvolumeclaims"]);
    assert.deepEqual([...new Set(roots)], ["CouldNotRead unknown"]);
  });

  test("whose claim is being deleted waits for no node", () => {
    const going = claim({
      uid: "u1",
      phase: "Bound",
      volumeName: "pv-data",
      deletionTimestamp: "2026-11-20T11:00:00Z",
    });
    assert.ok(
      !told(bound(only("c")), [going, nodeInA])
        .join()
        .includes("NoNodeMatchesVolume"),
    );
  });
});

test("one that is not local, and whose machine is gone", () => {
  const diagnosis = diagnosisOf([bound(onlyBy("kubernetes.io/hostname", "node-y", "node-z")), data, node()]);
  assert.deepEqual(rootsOf(diagnosis), ["NodesOfVolumeGone blocked"]);
  assert.match(textOf(diagnosis.verdict.summary), /which\s+no longer\s+exist/);
  assert.deepEqual(
    diagnosis.remedies.filter(({ safety }) => safety === "loses-data"),
    [],
  );
});

test("a label that is as it should be is not blamed where the zone does not match", () => {
  const nodeAffinity = {
    required: {
      nodeSelectorTerms: [
        {
          matchExpressions: [
            { key: "kubernetes.io/hostname", operator: "In", values: ["node-a"] },
            { key: zone, operator: "In", values: ["c"] },
          ],
        },
      ],
    },
  };
  const here = node({ labels: { "kubernetes.io/hostname": "node-a", [zone]: "a" } });
  const diagnosis = diagnosisOf([bound({ nodeAffinity }), data, here]);
  assert.deepEqual(rootsOf(diagnosis), ["NoNodeMatchesVolume blocked"]);
  assert.match(
    textOf(diagnosis.verdict.summary),
    /requires\s+kubernetes.io\/hostname=node-a and .*zone=c\s+, which no node has/,
  );
  assert.deepEqual(
    diagnosis.remedies.filter(({ name }) => name === "relabel-node"),
    [],
  );
});
