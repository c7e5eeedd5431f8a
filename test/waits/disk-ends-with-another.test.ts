import assert from "node:assert/strict";
import { test } from "node:test";
import { finalizerNames } from "../../src/controllers/index.ts";
import type { KubeObject, PersistentVolume, Resource } from "../../src/kubernetes/index.ts";
import { diagnosisOf, textOf } from "../support/diagnose.ts";
import { claim, claimRefTo, ebs, namespaceObject, node, pod, volume } from "../support/objects.ts";

const deletionTimestamp = "2026-11-20T11:59:00Z";

function bound(name: string, extra: Parameters<typeof claim>[0] = {}) {
  return claim({
    name,
    phase: "Bound",
    volumeName: `pv-${name}`,
    finalizers: [finalizerNames.pvcProtection],
    annotations: { "pv.kubernetes.io/bind-completed": "yes" },
    ...extra,
  });
}

const mine = bound("data");
const copy = bound("copy");

function volumeOf(
  of: typeof mine,
  policy: "Delete" | "Retain",
  phase: "Available" | "Bound" | "Failed" | "Released" = "Bound",
) {
  return volume({
    name: `pv-${of.metadata.name}`,
    phase,
    policy,
    spec: ebs,
    claimRef: claimRefTo(of),
    finalizers: [finalizerNames.pvProtection, finalizerNames.externalProvisioner],
  });
}

const kept = volumeOf(mine, "Retain");
const around = [mine, kept, node(), namespaceObject()];

function saidOf(subject: KubeObject, others: readonly KubeObject[], hidden: readonly Resource[] = []) {
  const rest = around.filter((each) => each !== subject);
  const { verdict, fate, remedies } = diagnosisOf([subject, ...rest, ...others], hidden);
  const steps = remedies.map(({ title }) => textOf(title).trim());
  return [verdict.category, verdict.reason, fate?.data, ...steps].join(" ");
}

const doomed = "blocked DiskGoesWithAnother destroyed Keep the data: set pv/ pv-copy  to Retain first";

for (const subject of [kept, mine]) {
  test(`${subject.kind}: Retain keeps nothing where another volume has the disk destroyed`, () => {
    assert.equal(saidOf(subject, [volumeOf(copy, "Delete", "Released")]), doomed);
    assert.equal(saidOf(subject, [volumeOf(copy, "Delete"), bound("copy", { deletionTimestamp })]), doomed);
  });

  test(`${subject.kind}: it is well as long as the other volume has its claim, or is left alone`, () => {
    for (const other of [
      [volumeOf(copy, "Delete"), copy],
      [volumeOf(copy, "Retain", "Released")],
      // The provisioner leaves alone what has Failed.
      [volumeOf(copy, "Delete", "Failed")],
      [volumeOf(copy, "Delete", "Available")],
    ]) {
      assert.match(saidOf(subject, other), /^healthy \w+ kept/);
    }
  });

  test(`${subject.kind}: what could not be read of the other may have it destroyed`, () => {
    const hidden = saidOf(subject, [], ["v1/persistentvolumes"]);
    assert.match(hidden, /^unknown CouldNotRead unknown/);
  });
}

test("a pod that uses the claim of the other volume only puts it off", () => {
  const user = pod({ claims: ["copy"] });
  const dying = bound("copy", { deletionTimestamp });
  assert.equal(saidOf(kept, [volumeOf(copy, "Delete"), dying, user]), doomed);
});

test("of two volumes that go both, both have to be kept", () => {
  const own: PersistentVolume = volumeOf(copy, "Delete", "Released");
  const other = volumeOf(bound("third"), "Delete", "Released");
  const said = saidOf(own, [other]);
  assert.match(said, /destroyed .*pv-third {2}to Retain first .*pv-copy {2}to Retain first/);
});

test("a claim that is being deleted keeps no data by Retain where another volume goes", () => {
  const dying = bound("data", { deletionTimestamp });
  const said = saidOf(dying, [kept, volumeOf(copy, "Delete", "Released")]);
  assert.match(said, /destroyed/);
});
