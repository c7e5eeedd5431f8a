/**
 * A pod that cannot start is told alike by everything that is asked about it: the pod, its claim and its volume have the same
 * root, and the audit has a finding with that reason. And no claim is healthy while a pod that needs it is being created for
 * more than ten minutes, unless the account of that pod names another cause.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { audit, report } from "../../src/analysis/index.ts";
import type { Cluster, Snapshot } from "../../src/cluster/index.ts";
import { createCluster, everywhere } from "../../src/cluster/index.ts";
import { claimsOfPod, isPodScheduled } from "../../src/controllers/index.ts";
import { volumesMounted } from "../../src/evidence/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { KubeObject, PersistentVolumeClaim, Pod } from "../../src/kubernetes/index.ts";
import { isTerminating, nameKey, refOf, secondsSince } from "../../src/kubernetes/index.ts";
import { nodeFiles, readInputs } from "../../src/reading/files/index.ts";
import type { Diagnosis } from "../../src/report/index.ts";
import { rootsOf } from "../support/diagnose.ts";
import { shareOf } from "../support/runs.ts";
import { scenarios } from "../support/scenario.ts";

const seen = { pods: 0, asked: 0, findings: 0 };

/** What keeps the pod, and says nothing of the volume of any claim. */
const ofPodAlone: readonly string[] = ["OtherVolumeNotMounted"];
const tenMinutes = 600;

const isLive = (claim: PersistentVolumeClaim) => claim.status?.phase === "Bound" && !isTerminating(claim);

function isBeingCreated(pod: Pod, cluster: Cluster): boolean {
  const age = secondsSince(pod.metadata.creationTimestamp, cluster.now);
  const isLong = age !== undefined && age > tenMinutes;
  if (!isLong || pod.status?.phase !== "Pending" || !isPodScheduled(pod) || isTerminating(pod)) return false;
  const { is } = volumesMounted(pod, cluster);
  return is !== "proven" && is !== "likely";
}

function diagnose(object: KubeObject, snapshot: Snapshot): Diagnosis {
  const [diagnosis] = report([object], snapshot, knowledge).diagnoses;
  assert.ok(diagnosis !== undefined);
  return diagnosis;
}

function check(name: string, snapshot: Snapshot): void {
  const cluster = createCluster(snapshot);
  const pods = cluster.list("v1/pods", everywhere);
  if (!pods.read) return;
  const stuck = pods.items.filter((pod) => isBeingCreated(pod, cluster));
  if (stuck.length === 0) return;
  const scope = { namespace: undefined, olderThan: 300 };
  const { findings } = audit(knowledge.rules, scope, snapshot, knowledge);
  for (const pod of stuck) {
    const claims = claimsOfPod(pod, cluster);
    const bound = (claims.read ? claims.claims : []).flatMap(({ claim }) =>
      claim === "missing" ? [] : [claim],
    );
    if (bound.length === 0 || !bound.every(isLive)) continue;
    const ofPod = diagnose(pod, snapshot);
    seen.pods += 1;
    const about = `${name}: ${nameKey(refOf(pod))}`;
    assert.notEqual(ofPod.verdict.category, "healthy", about);
    if (ofPodAlone.includes(ofPod.verdict.reason)) continue;
    const [claim] = bound;
    // Of a pod with several claims, the trouble can be about one of them.
    if (claim !== undefined && bound.length === 1) alike(about, ofPod, claim, snapshot);
    if (ofPod.verdict.category !== "blocked" && ofPod.verdict.category !== "stuck") continue;
    const reasons = findings.map(({ reason }) => reason);
    assert.ok(
      reasons.includes(ofPod.verdict.reason),
      `${about}: ${ofPod.verdict.reason} in ${reasons.join(", ")}`,
    );
    seen.findings += 1;
  }
}

function alike(about: string, ofPod: Diagnosis, claim: PersistentVolumeClaim, snapshot: Snapshot): void {
  const volume = createCluster(snapshot).get("v1/persistentvolumes", claim.spec?.volumeName ?? "");
  // That the volume was deleted is the first thing to say of both, whatever the pod waits for.
  if (volume.state === "found" && isTerminating(volume.object)) return;
  const asked: readonly KubeObject[] = volume.state === "found" ? [claim, volume.object] : [claim];
  for (const object of asked) {
    const diagnosis = diagnose(object, snapshot);
    assert.notEqual(diagnosis.verdict.category, "healthy", `${about}: ${object.kind} is healthy`);
    for (const root of rootsOf(ofPod))
      assert.ok(
        rootsOf(diagnosis).includes(root),
        `${about}: ${root} of ${object.kind}: ${rootsOf(diagnosis).join()}`,
      );
    seen.asked += 1;
  }
}

async function* noInput(): AsyncGenerator<Uint8Array> {}

test("in every scenario, a pod that cannot start is told alike by pod, claim, volume and audit", async () => {
  for (const { name, folder } of shareOf(scenarios(), 4)) {
    const files = nodeFiles(noInput());
    check(name, await readInputs([join(folder, "cluster.yaml")], files, { now: Date.now() }));
  }
  assert.ok(seen.pods >= 3 && seen.asked >= 5 && seen.findings >= 2, JSON.stringify(seen));
});
