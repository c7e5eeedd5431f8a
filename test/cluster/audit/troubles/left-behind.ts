/** What apps and snapshots left, and what would go with them. */
import { warned } from "../../support/events.ts";
import { persistentVolume } from "../../support/manifests.ts";
import type { ObjectManifest } from "../../support/paths.ts";
import { volumeSnapshot } from "../../support/snapshot-manifests.ts";
import type { Named, Stage } from "../stage.ts";
import { claims, contents, placeOf, snapshots } from "../stage.ts";
import type { Trouble } from "../trouble.ts";
import { claim, volume } from "../trouble.ts";

function statefulSet(stage: Stage, named: Named, policy: object): ObjectManifest {
  const { name } = placeOf(named);
  const labels = { app: name };
  const volumeMounts = [{ name: "data", mountPath: "/data" }];
  return {
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: { ...placeOf(named) },
    spec: {
      replicas: 2,
      podManagementPolicy: "Parallel",
      serviceName: name,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: "main", image: "example.invalid/none", volumeMounts }] },
      },
      volumeClaimTemplates: [
        {
          metadata: { name: "data" },
          spec: {
            accessModes: ["ReadWriteOnce"],
            storageClassName: stage.csi.driver,
            resources: { requests: { storage: "1Gi" } },
          },
        },
      ],
      ...policy,
    },
  };
}

async function withClaims(stage: Stage, named: Named, policy: object = {}): Promise<void> {
  await stage.create(statefulSet(stage, named, policy));
  const { name, namespace } = placeOf(named);
  for (const number of [0, 1]) {
    const place = { name: `data-${name}-${number}`, namespace };
    await stage.until(claims, place, ({ status }) => status?.phase === "Bound");
  }
}

const contentOf = new Map<Named, string>();

async function snapshotReady(stage: Stage, source: Named, name: Named): Promise<void> {
  await stage.provisioned(source);
  await stage.create(volumeSnapshot(placeOf(source).name, placeOf(name), stage.csi.driver));
  const ready = await stage.until(snapshots, placeOf(name), ({ status }) => status?.readyToUse === true);
  contentOf.set(name, ready.status?.boundVolumeSnapshotContentName ?? "");
}

const content = (name: Named) => `volumesnapshotcontent/${contentOf.get(name) ?? ""}`;

export const leftBehind: readonly Trouble[] = [
  {
    what: "a set that was scaled down",
    async make(stage) {
      await withClaims(stage, "shop/db");
      await stage.api.patch("apps/v1/statefulsets", placeOf("shop/db"), { spec: { replicas: 1 } });
    },
    expected: () => [{ code: "PVG308", object: claim("data-db-1"), because: "has 1 replica now" }],
  },
  {
    what: "a set that takes its claims with it",
    make: (stage) =>
      withClaims(stage, "bank/cache", {
        persistentVolumeClaimRetentionPolicy: { whenDeleted: "Delete", whenScaled: "Retain" },
      }),
    expected: () => [
      { code: "PVG210", object: "statefulset/cache", because: "deleting the set deletes the data" },
    ],
  },
  {
    what: "a claim that goes with its Argo CD application, whatever it says",
    make: (stage) =>
      stage.provisioned("shop/catalog", {
        annotations: {
          "argocd.argoproj.io/tracking-id": "shop:/PersistentVolumeClaim:shop/catalog",
          "argocd.argoproj.io/sync-options": "Prune=false",
        },
      }),
    expected: () => [{ code: "PVG209", object: claim("catalog"), because: "does not cover this" }],
  },
  {
    what: "a claim that nothing uses",
    make: (stage) => stage.bound("media/old-site", "old-site"),
    expected: () => [
      { code: "PVG307", object: claim("old-site"), because: "no pod or workload refers to it" },
    ],
  },
  {
    what: "a volume that nobody takes",
    make: (stage) => stage.create(persistentVolume("spare", { storageClassName: "by-hand" })),
    expected: () => [{ code: "PVG306", object: volume("spare"), because: "no claim is bound to it" }],
  },
  {
    what: "a class that nobody uses",
    make: (stage) =>
      stage.create({
        apiVersion: "storage.k8s.io/v1",
        kind: "StorageClass",
        metadata: { name: "unused" },
        provisioner: stage.csi.driver,
      }),
    expected: () => [
      { code: "PVG314", object: "storageclass/unused", because: "no claim or volume refers to it" },
    ],
  },
  {
    what: "a snapshot that the driver does not delete",
    make: (stage) => snapshotReady(stage, "media/films", "media/films-weekly"),
    async whenDriverFails(stage) {
      await stage.delete(snapshots, placeOf("media/films-weekly"));
      await warned(stage.api, "SnapshotDeleteError", contentOf.get("media/films-weekly") ?? "");
    },
    expected: () => [
      { code: "PVG104", object: "volumesnapshot/films-weekly", because: "BackendKeepsSnapshot" },
      { code: "PVG105", object: content("media/films-weekly"), because: "BackendKeepsSnapshot" },
    ],
  },
  {
    what: "a snapshot's content whose snapshot is gone",
    make: (stage) => snapshotReady(stage, "media/songs", "media/songs-weekly"),
    async whenNobodyActs(stage) {
      await stage.delete(snapshots, placeOf("media/songs-weekly"));
      await stage.strip(snapshots, placeOf("media/songs-weekly"));
      await stage.until(contents, { name: contentOf.get("media/songs-weekly") ?? "" }, () => true);
    },
    expected: () => [{ code: "PVG311", object: content("media/songs-weekly"), because: "no longer exists" }],
  },
  {
    what: "a snapshot of a claim that does not exist",
    make: (stage) => stage.create(volumeSnapshot("nothing", placeOf("media/nothing"), stage.csi.driver)),
    expected: () => [{ code: "PVG312", object: "volumesnapshot/nothing", because: "SnapshotSourceMissing" }],
  },
];
