/** Local volumes whose node is deleted: what the node-cleanup controller makes of them, and what it leaves alone. */
import assert from "node:assert/strict";
import type { LocalVolume } from "../local/manifests.ts";
import { boundLocalPair, localVolume } from "../local/manifests.ts";
import { startNodeCleanup } from "../local/node-cleanup.ts";
import { staleObjects } from "../local/stand-in.ts";
import { testKubeconfig } from "../support/e2e.ts";
import { holdsFor } from "../support/eventually.ts";
import { nodeObject } from "../support/node-objects.ts";
import { claims, volumes } from "../why/support/world.ts";
import type { Ground } from "./ground.ts";

const delaySeconds = 6;

/** Claims by name, each with a local volume of its own. */
type Claims = Readonly<Record<string, LocalVolume>>;

export async function deletedByNodeCleanup(ground: Ground): Promise<void> {
  const { api, node } = ground;
  const [listed, other, lost] = [ground.name("local"), ground.name("local"), ground.name("node")];
  await ground.create(storageClass(listed), storageClass(other), nodeObject(lost));
  await bind(ground, {
    data: { storageClassName: listed, node: lost },
    "of-another-class": { storageClassName: other, node: lost },
    "on-a-living-node": { storageClassName: listed, node },
    "by-another-label": { storageClassName: listed, node, label: "disk.example.com/node" },
  });
  const free = { storageClassName: listed, node: lost, policy: "Retain" } as const;
  await ground.create(localVolume(volumeOf(ground, "free"), free));
  await ground.until(
    volumes,
    { name: volumeOf(ground, "free") },
    ({ status }) => status?.phase === "Available",
  );

  await api.remove("v1/nodes", { name: lost });
  const foretold = (await staleObjects(api, [listed])).map(({ name }) => name).sort();
  assert.deepEqual(foretold, ["by-another-label", "data", volumeOf(ground, "free")]);
  const before = await ground.told("pvc/data");
  assert.match(
    before,
    /is Bound: .* is bound but unusable: only \S+, which no longer exists, could mount it Verdict: blocked/,
  );
  assert.match(before, /The data: UNKNOWN/);

  const started = performance.now();
  const cleanup = await startNodeCleanup(testKubeconfig(), { storageClassNames: [listed], delaySeconds });
  try {
    await ground.untilGone(claims, ground.place("data"));
    assert.ok(
      performance.now() - started >= delaySeconds * 1000,
      "the claim was left alone before the delay",
    );
    await ground.untilGone(claims, ground.place("by-another-label"));
    for (const claim of ["data", "by-another-label"]) {
      await ground.untilGone(volumes, { name: volumeOf(ground, claim) });
    }
    await ground.untilGone(volumes, { name: volumeOf(ground, "free") });
    await ground.toldNotFound("pvc/data");
    await ground.toldNotFound(`pv/${volumeOf(ground, "data")}`);
    await holdsFor("the others are left alone", delaySeconds / 2, async () => {
      const left = await api.list(claims, ground.namespace);
      return left.map(({ metadata }) => metadata.name).join() === "of-another-class,on-a-living-node";
    });
  } finally {
    await cleanup.stop();
  }
}

function volumeOf({ namespace }: Ground, claim: string): string {
  return `${namespace}-${claim}`;
}

async function bind(ground: Ground, wanted: Claims): Promise<void> {
  for (const [claim, local] of Object.entries(wanted)) {
    await ground.create(...boundLocalPair(volumeOf(ground, claim), ground.place(claim), local));
    await ground.boundTo(claim);
  }
}

function storageClass(name: string) {
  const provisioner = "kubernetes.io/no-provisioner";
  return { apiVersion: "storage.k8s.io/v1", kind: "StorageClass", metadata: { name }, provisioner };
}
