/** What waits, and for whom. */
import assert from "node:assert/strict";
import { eventually } from "../support/eventually.ts";
import { persistentVolumeClaim } from "../support/manifests.ts";
import { claims, volumes } from "../why/support/world.ts";
import type { Ground } from "./ground.ts";

/** No pod will come: that does not end by itself. */
export async function noFirstPod(ground: Ground): Promise<void> {
  const name = ground.name("late");
  await ground.create({
    apiVersion: "storage.k8s.io/v1",
    kind: "StorageClass",
    metadata: { name },
    provisioner: "example.com/none",
    volumeBindingMode: "WaitForFirstConsumer",
  });
  await ground.create(persistentVolumeClaim(ground.place("data"), { storageClassName: name }));
  const { text } = await ground.why("pvc/data");
  assert.doesNotMatch(text, /ends by itself/, text);
  assert.match(text, /pod/, text);
}

/** Without an external-resizer the claim stays as it is. That there is none cannot be seen: only its leases and pods tell. */
export async function noResizer(ground: Ground): Promise<void> {
  const name = ground.name("growing");
  const driver = `${name}.example.com`;
  await ground.create({
    apiVersion: "storage.k8s.io/v1",
    kind: "StorageClass",
    metadata: { name },
    provisioner: driver,
    allowVolumeExpansion: true,
  });
  const volume = ground.name("volume");
  const csi = { driver, volumeHandle: volume };
  const claim = ground.place("data");
  const { namespace } = ground;
  await ground.create(
    {
      apiVersion: "v1",
      kind: "PersistentVolume",
      metadata: { name: volume },
      spec: {
        capacity: { storage: "1Gi" },
        accessModes: ["ReadWriteOnce"],
        persistentVolumeReclaimPolicy: "Delete",
        storageClassName: name,
        claimRef: { name: "data", namespace },
        csi,
      },
    },
    persistentVolumeClaim(claim, { storageClassName: name, volumeName: volume }),
  );
  await ground.until(claims, claim, ({ status }) => status?.phase === "Bound");
  await ground.until(volumes, { name: volume }, ({ status }) => status?.phase === "Bound");
  await ground.api.patch(claims, claim, { spec: { resources: { requests: { storage: "2Gi" } } } });
  await eventually("the expand controller leaves it to another", async () =>
    (await ground.api.list("v1/events", namespace)).find(({ reason }) => reason === "ExternalExpanding"),
  );
  const told = await ground.why("pvc/data");
  assert.deepEqual([told.category, told.reason, told.fate], ["waiting", "ResizerNotSeen", "kept"]);
  assert.match(told.text, /resizer/, told.text);
  assert.doesNotMatch(told.text, /: this resolves without you/, told.text);
  const after = await ground.api.get(claims, claim);
  assert.equal(after?.status?.capacity?.storage, "1Gi");
}

/** A quota refuses the claim of a StatefulSet: the set says so, though the claim does not exist. */
export async function quotaRefusesClaim(ground: Ground): Promise<void> {
  await ground.create({
    apiVersion: "v1",
    kind: "ResourceQuota",
    metadata: { ...ground.place("few") },
    spec: { hard: { persistentvolumeclaims: "1" } },
  });
  await eventually("the quota is counted", async () => {
    const path = `/api/v1/namespaces/${ground.namespace}/resourcequotas/few`;
    const { body } = await ground.api.send("GET", path);
    return /"used"/.test(body) ? true : undefined;
  });
  await ground.create({
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: { ...ground.place("db") },
    spec: {
      serviceName: "db",
      replicas: 2,
      podManagementPolicy: "Parallel",
      selector: { matchLabels: { app: "db" } },
      template: {
        metadata: { labels: { app: "db" } },
        spec: { containers: [{ name: "main", image: "example.invalid/none" }] },
      },
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
    },
  });
  await eventually("the set's controller is refused", async () =>
    (await ground.api.list("v1/events", ground.namespace)).find(
      ({ reason, message = "" }) => reason === "FailedCreate" && message.includes("exceeded quota"),
    ),
  );
  const { text } = await ground.why("statefulset/db");
  assert.match(text, /exceeded quota: few/, text);
  assert.equal((await ground.run("why", "pvc/data-db-1")).code, 2);
}

/** The class of a claim that is Pending without one cannot be set in the claim. */
export async function noClass(ground: Ground): Promise<void> {
  const claim = persistentVolumeClaim(ground.place("data"));
  const { storageClassName: _none, ...spec } = claim.spec as { readonly storageClassName?: string };
  await ground.create({ ...claim, spec });
  const { text } = await ground.why("pvc/data");
  assert.doesNotMatch(text, /[Ss]et storageClassName in the claim/, text);
  const { stdout } = await ground.run("explain", "PVG401");
  assert.doesNotMatch(stdout.replaceAll(/\s+/g, " "), /[Ss]et storageClassName in the claim/);
}
