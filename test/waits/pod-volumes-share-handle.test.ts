import assert from "node:assert/strict";
import { test } from "node:test";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { diagnosisOf, rootsOf, textOf } from "../support/diagnose.ts";
import { attachment, claim, claimRefTo, csiNode, ebs, volume } from "../support/objects.ts";
import { nodes, told, waiting } from "./waiting-pod.ts";

const waited =
  "Unable to attach or mount volumes: unmounted volumes=[logs], unattached volumes=[], failed to process volumes=[]: timed out waiting for the condition";
const around = [...nodes, csiNode("node-b", "ebs.csi.aws.com"), told("FailedMount", waited)];

/** A Bound claim with its volume of that disk, attached to the node of the pod or not. */
function pair(name: string, volumeHandle: string, isAttached: boolean): readonly KubeObject[] {
  const bound = claim({ name, phase: "Bound", volumeName: `pv-${name}` });
  const csi = { ...ebs.csi, volumeHandle };
  return [
    bound,
    volume({
      name: `pv-${name}`,
      phase: "Bound",
      claimRef: claimRefTo(bound),

      spec: { csi },
    }),
    ...(isAttached ? [attachment({ name: `to-${name}`, nodeName: "node-b", volume: `pv-${name}` })] : []),
  ];
}

const asks = waiting({ claims: ["data", "logs"] });
const data = pair("data", "vol-1", true);

test("two volumes of one disk in one pod: the second is never mounted, attached or not", () => {
  for (const isAttached of [true, false]) {
    const diagnosis = diagnosisOf([asks, ...data, ...pair("logs", "vol-1", isAttached), ...around]);
    assert.deepEqual(rootsOf(diagnosis), ["PodVolumesShareHandle blocked"]);
    assert.match(textOf(diagnosis.avoid.map(({ step }) => step)), /before both volumes are set to Retain/);
  }
});

test("two disks are no such thing", () => {
  const rootsWith = (isAttached: boolean) =>
    rootsOf(diagnosisOf([asks, ...data, ...pair("logs", "vol-2", isAttached), ...around]));
  assert.deepEqual(rootsWith(true), ["MountNotReported stuck"]);
  assert.deepEqual(rootsWith(false), ["AttachNotBegun stuck"]);
});
