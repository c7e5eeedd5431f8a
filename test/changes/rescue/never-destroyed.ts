import assert from "node:assert/strict";
import fc from "fast-check";
import { everywhere } from "../../../src/cluster/index.ts";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { pod } from "../../support/objects.ts";
import { play, volumeNow } from "./play.ts";
import { begun, deploymentUsing, ofClaim, ofVolume, pair, setOf } from "./situation.ts";

const state = fc.constantFrom("live" as const, "deleted" as const);
const start = fc.record({
  claim: state,
  volume: state,
  policy: fc.constantFrom("Delete", "Delete", "Retain"),
  workload: fc.constantFrom("none", "pod", "Deployment", "StatefulSet", "StatefulSet that deletes"),
  neighbours: fc.tuple(state, state, state, state),
  by: fc.constantFrom("claim", "volume"),
  accepted: fc.constantFrom([], ["DeletesPods"]),
  replicas: fc.integer({ min: 1, max: 3 }),
  choices: fc.array(fc.nat(10_000), { maxLength: 60 }),
});
type Start = typeof start extends fc.Arbitrary<infer S> ? S : never;

function objectsOf({ claim, volume, policy, workload, neighbours, replicas }: Start): readonly KubeObject[] {
  const [c1, v1, c2, v2] = neighbours;
  switch (workload) {
    case "none":
      return pair({ claim, volume, policy });
    case "pod":
      return [...pair({ claim, volume, policy }), pod({ name: "alone", claims: ["data"] })];
    case "Deployment":
      return [...pair({ claim, volume, policy }), ...deploymentUsing("data")];
    default:
      return [
        ...pair({ name: "data-web-0", claim, volume, policy }),
        ...(replicas > 1 ? pair({ name: "data-web-1", claim: c1, volume: v1, policy }) : []),
        ...(replicas > 2 ? pair({ name: "data-web-2", claim: c2, volume: v2, policy }) : []),
        ...setOf(replicas, workload === "StatefulSet" ? "Retain" : "Delete"),
      ];
  }
}

/**
 * From each start, whatever order the controllers act in: once Retain is written, no controller can destroy the disk. A
 * rescue that ends well has brought back every claim with its own disk, and started what it stopped.
 */
export function neverDestroyed(runs: number): void {
  const ends = new Map<string, number>();
  fc.assert(
    fc.property(start, (facts) => {
      const objects = objectsOf(facts);
      const name = facts.workload.startsWith("StatefulSet") ? "data-web-0" : "data";
      const rescue = begun(facts.by === "claim" ? ofClaim(name) : ofVolume(`pv-${name}`), objects, facts);
      if ("reason" in rescue) return assert.equal(rescue.reason, "nothing-to-do");
      const { world, end, exposed, retained, stages } = play(rescue, objects, facts.choices);
      const how = "refusal" in end ? end.refusal.reason : "end" in end ? end.end : end.by;
      ends.set(how, (ends.get(how) ?? 0) + 1);
      if (how === "DiskBeingDestroyed" || how === "RetainNotProven")
        assert.ok(
          stages.every((stage) => stage.startsWith("retain ")),
          `a disk was lost after ${stages.join(", ")}`,
        );
      if (how !== "done") return assert.ok(expected.includes(how), how);
      assert.deepEqual([...exposed], [], "a disk that may be destroyed was called rescued");
      for (const { claim, volume } of rescue.pairs) {
        const now = volumeNow(world, volume.name);
        const found = world.cluster.get("v1/persistentvolumeclaims", claim.name, "shop");
        assert.ok(now !== undefined && found.state === "found");
        assert.equal(now.spec?.csi?.volumeHandle, `vol-${claim.name}`);
        assert.equal(now.spec?.persistentVolumeReclaimPolicy, "Retain");
        assert.equal(now.spec?.claimRef?.uid, found.object.metadata.uid);
        assert.equal(found.object.status?.phase, "Bound");
        assert.equal(found.object.spec?.volumeName, volume.name);
        assert.ok(facts.policy === "Retain" || retained.has(volume.name));
      }
      for (const resource of ["apps/v1/statefulsets", "apps/v1/deployments"] as const) {
        const listed = world.cluster.list(resource, everywhere);
        const was = new Map(objects.map((object) => [object.metadata.uid, object]));
        for (const workload of listed.read ? listed.items : [])
          assert.deepEqual(workload.spec, (was.get(workload.metadata.uid) as typeof workload).spec);
      }
    }),
    { numRuns: runs },
  );
  assert.ok((ends.get("done") ?? 0) > runs / 4, `too few rescues end well: ${JSON.stringify([...ends])}`);
}

/** Ends that are not a fault: the disk was lost before, a person must act, or another client took the name first. */
const expected = [
  "DiskBeingDestroyed",
  "RetainNotProven",
  "PodUsesClaim",
  "ClaimNameTaken",
  "AnotherClaimDeleted",
  "DeletedAgain",
];
