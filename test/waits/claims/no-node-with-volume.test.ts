import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { node, volume } from "../../support/objects.ts";
import { delayed, pending, refusedPod, saidOf } from "./refused-pod.ts";
import { hour, play } from "./rows.ts";

const byHand = { ...delayed, provisioner: "kubernetes.io/no-provisioner" };
const noVolume = "0/1 nodes are available: 1 node(s) didn't find available persistent volumes to bind.";

describe("the scheduler finds no volume where the pod could run", () => {
  const refused = refusedPod(noVolume);
  const tiedTo = (name: string) =>
    volume({
      name: `pv-${name}`,
      phase: "Available",
      storageClassName: "gp3",
      creationTimestamp: hour,
      spec: {
        nodeAffinity: {
          required: {
            nodeSelectorTerms: [
              { matchExpressions: [{ key: "kubernetes.io/hostname", operator: "In", values: [name] }] },
            ],
          },
        },
      },
    });
  const host = node({ name: "node-a", labels: { "kubernetes.io/hostname": "node-a", zone: "a" } });
  const inZone = (zone: string) => ({
    ...delayed,
    allowedTopologies: [{ matchLabelExpressions: [{ key: "zone", values: [zone] }] }],
  });
  play([
    [
      "volumes are tied to nodes",
      [pending(), byHand, refused, tiedTo("node-a"), host],
      "NoNodeWithVolumeForPod blocked",
    ],
    [
      "one came a moment ago",
      [
        pending(),
        byHand,
        refused,
        {
          ...tiedTo("node-a"),
          status: { phase: "Available", lastPhaseTransitionTime: "2026-11-20T11:59:00Z" },
        },
        host,
      ],
      "PodUnschedulable blocked",
    ],
    [
      "one can be used anywhere, so that another claim must be meant",
      [
        pending(),
        byHand,
        refused,
        volume({ phase: "Available", storageClassName: "gp3", creationTimestamp: hour }),
        host,
      ],
      "PodUnschedulable blocked",
    ],
    ["the class is for one zone", [pending(), inZone("a"), refused, host], "NoNodeWithVolumeForPod blocked"],
    ["the class is for everywhere", [pending(), delayed, refused, host], "PodUnschedulable blocked"],
  ]);

  test("it is said where volumes are, and what no node has", () => {
    assert.match(
      saidOf([pending(), byHand, refused, tiedTo("node-a"), tiedTo("node-b"), host]),
      /pv\/pv-node-a.* kubernetes\.io\/hostname=node-a.*pv-node-b.*hostname=node-b, which no node has/,
    );
    assert.match(
      saidOf([pending(), inZone("b"), refused, host]),
      /only where zone=b, and no node matches that/,
    );
    assert.doesNotMatch(saidOf([pending(), inZone("a"), refused, host]), /no node (?:has|matches)/);
  });

  test("two claims of one pod can want the same volume", () => {
    const both = refusedPod(noVolume, ["data", "logs"]);
    assert.match(
      saidOf([pending(), byHand, both, tiedTo("node-a"), pending("logs"), host]),
      /have a volume for each of its claims/,
    );
  });
});
