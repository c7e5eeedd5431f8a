/** What is foreseen of data before it is marked, and while it is used. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../support/eventually.ts";
import { finishPod } from "../support/node.ts";
import { claims, pods, volumes } from "../why/support/world.ts";
import type { Ground } from "./ground.ts";

/** The claim is not marked yet, but is deleted with its namespace. */
export async function rescuedFromItsNamespace(ground: Ground): Promise<void> {
  const disk = await ground.disk();
  await ground.pod("web");
  await ground.podPhase("web", "Running");
  await ground.api.remove("v1/namespaces", { name: ground.namespace });
  assert.equal((await ground.why("pvc/data")).fate, "destroyed");
  await keptFirst(ground, "pvc/data", disk.volume);
  await ground.until(pods, ground.place("web"), ({ metadata }) => metadata.deletionTimestamp !== undefined);
  await finishPod(ground.api, { name: "web", namespace: ground.namespace });
  await ground.destroyed(disk);
}

/** The claim is not marked yet, but is deleted with the pod that the set no longer wants. */
export async function rescuedFromScaleDown(ground: Ground): Promise<void> {
  const disk = await ground.disk("data-web-0");
  const template = {
    metadata: { labels: { app: "web" } },
    spec: {
      terminationGracePeriodSeconds: 60,
      containers: [{ name: "main", image: "example.invalid/none" }],
    },
  };
  const set = {
    serviceName: "web",
    replicas: 1,
    selector: { matchLabels: { app: "web" } },
    persistentVolumeClaimRetentionPolicy: { whenDeleted: "Retain", whenScaled: "Delete" },
    template,
    volumeClaimTemplates: [
      {
        metadata: { name: "data" },
        spec: {
          accessModes: ["ReadWriteOnce"],
          storageClassName: "",
          resources: { requests: { storage: "1Gi" } },
        },
      },
    ],
  };
  const metadata = { ...ground.place("web") };
  await ground.create({ apiVersion: "apps/v1", kind: "StatefulSet", metadata, spec: set });
  await ground.bindPod("web-0");
  await ground.api.patch("apps/v1/statefulsets", ground.place("web"), { spec: { replicas: 0 } });
  await ground.until(pods, ground.place("web-0"), ({ metadata: of }) => of.deletionTimestamp !== undefined);
  assert.equal((await ground.why("pvc/data-web-0")).fate, "destroyed");
  await keptFirst(ground, "pvc/data-web-0", disk.volume);
  await finishPod(ground.api, { name: "web-0", namespace: ground.namespace });
  await ground.destroyed(disk);
}

/** A rescue has nothing to bring back yet, and says how to keep the data at once. */
async function keptFirst(ground: Ground, target: string, volume: string): Promise<void> {
  const { stdout, stderr, code } = await ground.run("rescue", target, "--dry-run");
  const text = (stdout + stderr).replaceAll(/\s+/g, " ");
  assert.equal(code, 5, text);
  assert.match(
    text,
    /But it will be deleted: .* Its disk will then be deleted\. Set the volume to Retain now:/,
  );
  assert.match(text, new RegExp(`kubectl pvguard fix pv/${volume} --remedy set-retain`));
}

/** A watch and a table say of a whole disk that it will be deleted, not that it is. */
export async function watched(ground: Ground): Promise<void> {
  const disk = await ground.disk();
  await ground.pod("web");
  await ground.podPhase("web", "Running");
  const file = join(ground.program.folder, ground.namespace);
  const line = `timeout -s INT 90 kubectl pvguard why pvc/data -n ${ground.namespace} -w > ${file} || true`;
  const watching = ground.program.shell(line);
  const seen = (wanted: RegExp) =>
    eventually(
      `the watch says ${wanted}`,
      async () => {
        const text = existsSync(file) ? readFileSync(file, "utf8").replaceAll(/\s+/g, " ") : "";
        assert.doesNotMatch(text, /destroyed now|is deleted now/, text);
        return wanted.test(text) ? true : undefined;
      },
      60,
    );
  await seen(/is Bound/);
  await ground.delete(claims, "data");
  await seen(/will be deleted \(before: kept\): when pod\/web/);
  const brief = (await ground.run("why", "pvc/data", "-o", "brief")).stdout;
  assert.match(brief, /will be deleted/, brief);
  assert.ok(disk.isThere());
  await finishPod(ground.api, { name: "web", namespace: ground.namespace });
  await ground.destroyed(disk);
  await watching;
}

/** A finished Job is deleted after its TTL, its pods with it, and then the disk of the deleted claim. */
export async function destroyedAfterTtl(ground: Ground): Promise<void> {
  const disk = await ground.disk();
  const spec = {
    restartPolicy: "Never",
    containers: [{ name: "main", image: "example.invalid/none" }],
    volumes: [{ name: "data", persistentVolumeClaim: { claimName: "data" } }],
  };
  await ground.create({
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { ...ground.place("import") },
    spec: { ttlSecondsAfterFinished: 20, template: { spec } },
  });
  const pod = await ground.bindPod("import-");
  await ground.podPhase(pod, "Succeeded");
  await ground.until("batch/v1/jobs", ground.place("import"), ({ status }) =>
    (status?.conditions ?? []).some(({ type, status: is }) => `${type} ${is}` === "Complete True"),
  );
  await ground.delete(claims, "data");
  const told = await ground.why("pvc/data");
  assert.equal(told.fate, "destroyed");
  assert.equal(told.category, "waiting", told.text);
  const [, seconds = ""] = /and the pod with it, in (\d+)s/.exec(told.text) ?? [];
  assert.ok(Number(seconds) > 0 && Number(seconds) <= 20, told.text);
  const start = performance.now();
  await ground.destroyed(disk);
  const took = (performance.now() - start) / 1000;
  assert.ok(Math.abs(took - Number(seconds)) < 12, `${took} s, foretold: ${seconds} s`);
}

/** The volume was deleted first: what is proposed then is not forbidden (`why` looks), and pv and pvc have one fate. */
export async function volumeDeletedFirst(ground: Ground): Promise<void> {
  const disk = await ground.disk();
  await asProvisioned(ground, disk.volume);
  await ground.delete(volumes, disk.volume);
  const told = await ground.why(`pv/${disk.volume}`);
  assert.equal((await ground.why("pvc/data")).fate, told.fate);
  await ground.delete(claims, "data");
  await eventually("the volume is gone", async () =>
    (await ground.api.get(volumes, { name: disk.volume })) === undefined ? true : undefined,
  );
  assert.equal(told.fate, "destroyed");
  await ground.destroyed(disk);
}

/**
 * Marks a volume as one that the PV controller has provisioned and waits for the controller's finalizer. Without that, PV
 * protection may let a deleted volume go before the deleter has read it again, and the disk stays: a race of the two.
 */
async function asProvisioned(ground: Ground, volume: string): Promise<void> {
  const annotations = { "pv.kubernetes.io/provisioned-by": "kubernetes.io/host-path" };
  await ground.api.patch(volumes, { name: volume }, { metadata: { annotations } });
  await ground.until(volumes, { name: volume }, ({ metadata }) =>
    (metadata.finalizers ?? []).includes("kubernetes.io/pv-controller"),
  );
}
