import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { diagnosisOf, textOf } from "../../support/diagnose.ts";
import { claim } from "../../support/objects.ts";
import { closed, delayed, pending, refusedPod } from "./refused-pod.ts";
import { hour, play } from "./rows.ts";

const unbound =
  "0/1 nodes are available: pod has unbound immediate PersistentVolumeClaims. not found. being deleted.";

describe("the scheduler leaves a pod alone because of another of its claims", () => {
  const waiting = refusedPod(unbound, ["data", "other"]);
  play([
    ["which does not exist", [pending(), delayed, waiting], "OtherClaimOfPodNotReady blocked"],
    [
      "which nothing makes a volume for",
      [pending(), delayed, waiting, pending("other", "")],
      "NoVolumeFits blocked",
    ],
    [
      "which is Lost",
      [
        pending(),
        delayed,
        waiting,
        claim({ name: "other", phase: "Lost", volumeName: "gone", creationTimestamp: hour }),
      ],
      "VolumeObjectMissing blocked",
    ],
    [
      "but it is bound by now",
      [
        pending(),
        delayed,
        waiting,
        claim({
          name: "other",
          phase: "Bound",
          volumeName: "pv-other",
          annotations: { "pv.kubernetes.io/bind-completed": "yes" },
        }),
      ],
      "PodUnschedulable blocked",
    ],
    [
      "which is one that waits for its node too",
      [pending(), delayed, waiting, pending("other")],
      "PodUnschedulable blocked",
    ],
    [
      "which nobody has made for its ephemeral volume",
      [pending(), delayed, refusedPod(unbound, ["data"], ["tmp"])],
      "OtherClaimOfPodNotReady stuck",
    ],
  ]);

  test("the other claim is named, and what is wrong with it", () => {
    const diagnosis = diagnosisOf([pending(), delayed, waiting, pending("other", "")]);
    const [own, others] = diagnosis.holds;
    assert.match(
      closed(own?.message),
      /pod\/web-0 .*is not scheduled because of another of its claims: .*pvc\/other .*is not bound yet/,
    );
    assert.equal(own?.reason, "OtherClaimOfPodNotReady");
    assert.equal(others?.held.name, "other");
    assert.doesNotMatch(textOf(diagnosis.next), /is deleted|removes/);
  });
});
