/** Of a volume that is Bound nothing better is said than of its claim: they have the same data. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { controllers } from "../../src/controllers/index.ts";
import { report } from "../../src/engine/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { KubeObject, PersistentVolume, PersistentVolumeClaim } from "../../src/model/index.ts";
import { clusters } from "../support/arbitrary-cluster.ts";
import { runs } from "../support/runs.ts";
import { snapshotOf } from "../support/snapshot.ts";

const count = runs(400);
const losing: readonly unknown[] = ["destroyed", "leaked", "exposed"];
const reassuring: readonly unknown[] = ["kept", "none", "already-gone"];

interface Pair {
  readonly volume: PersistentVolume;
  readonly claim: PersistentVolumeClaim;
}

function bound(volume: PersistentVolume, claim: PersistentVolumeClaim): Pair {
  const { name, namespace = "", uid } = claim.metadata;
  return {
    volume: {
      ...volume,
      spec: {
        ...volume.spec,
        persistentVolumeReclaimPolicy: "Delete",
        claimRef: { apiVersion: "v1", kind: "PersistentVolumeClaim", name, namespace, uid },
      },
      status: { ...volume.status, phase: "Bound" },
    },
    claim: {
      ...claim,
      spec: { ...claim.spec, volumeName: volume.metadata.name },
      status: { ...claim.status, phase: "Bound" },
    },
  };
}

/** Generated clusters in which the first claim is bound to the first volume, the second to the second, and so on. */
const married = clusters.map((objects) => {
  const claims = objects.filter(({ kind }) => kind === "PersistentVolumeClaim") as PersistentVolumeClaim[];
  const volumes = objects.filter(({ kind }) => kind === "PersistentVolume") as PersistentVolume[];
  const pairs = volumes.flatMap((volume, at) => {
    const claim = claims[at];
    return claim === undefined ? [] : [bound(volume, claim)];
  });
  const single = new Set([
    ...claims.slice(0, pairs.length),
    ...volumes.slice(0, pairs.length),
  ] as KubeObject[]);
  const others = objects.filter((each) => !single.has(each));
  return { pairs, objects: [...others, ...pairs.flatMap(({ volume, claim }) => [volume, claim])] };
});

test(`a Bound volume and its claim in ${count} generated clusters`, () => {
  let compared = 0;
  fc.assert(
    fc.property(married, ({ pairs, objects }) => {
      const living = pairs.filter(({ volume }) => volume.metadata.deletionTimestamp === undefined);
      const asked: readonly KubeObject[] = living.flatMap(({ volume, claim }) => [volume, claim]);
      const { diagnoses } = report(asked, snapshotOf(objects), knowledge, controllers);
      for (const [at, { volume }] of living.entries()) {
        const [ofVolume, ofClaim] = diagnoses.slice(2 * at);
        if (!losing.includes(ofClaim?.fate?.data)) continue;
        compared += 1;
        assert.ok(
          !reassuring.includes(ofVolume?.fate?.data),
          `${volume.metadata.name}: ${ofVolume?.fate?.data}, and its claim ${ofClaim?.fate?.data}`,
        );
        assert.notEqual(ofVolume?.verdict.category, "healthy");
      }
    }),
    { numRuns: count },
  );
  assert.ok(compared > 0);
});
