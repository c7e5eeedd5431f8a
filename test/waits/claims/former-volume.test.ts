import assert from "node:assert/strict";
import { test } from "node:test";
import { diagnosisOf } from "../../support/diagnose.ts";
import type { VolumeFacts } from "../../support/objects.ts";
import { claim, claimRefTo, ebs, volume } from "../../support/objects.ts";

const anew = claim({ uid: "new", phase: "Bound", volumeName: "pv-b" });
const its = volume({ name: "pv-b", phase: "Bound", spec: ebs, claimRef: claimRefTo(anew) });
const old = { ...claimRefTo(anew), uid: "old" };

function remarkOn(facts: VolumeFacts): boolean {
  const other = volume({ policy: "Retain", spec: ebs, ...facts });
  return diagnosisOf([anew, its, other]).verdict.reason === "FormerVolumeLeft";
}

test("a Released volume of a former claim of that name is told of", () => {
  assert.equal(remarkOn({ phase: "Released", claimRef: old }), true);
});

test("a volume that is not Released, or that was this claim's, is not", () => {
  assert.equal(remarkOn({ phase: "Available", claimRef: old }), false);
  assert.equal(remarkOn({ phase: "Released", claimRef: claimRefTo(anew) }), false);
  assert.equal(remarkOn({ phase: "Released" }), false);
});
