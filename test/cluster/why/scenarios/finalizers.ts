/** Finalizers on claims, and what they wait for. */
import { persistentVolumeClaim } from "../../support/manifests.ts";
import type { Scenario } from "../support/scenario.ts";
import type { World } from "../support/world.ts";
import { claims } from "../support/world.ts";

const cloning = "provisioner.storage.kubernetes.io/cloning-protection";
const snapshotting = "snapshot.storage.kubernetes.io/pvc-as-source-protection";

const unknown = "backup.example.com/keep";

async function claimWith(world: World, finalizer: string): Promise<void> {
  const claim = persistentVolumeClaim(world.place("data"));
  await world.create({ ...claim, metadata: { ...claim.metadata, finalizers: [finalizer] } });
}

export const finalizers: readonly Scenario[] = [
  {
    name: "a finalizer that nobody knows",
    reason: "UnknownFinalizer",
    blockers: [],
    says: "the field manager backup-operator",
    async make(world) {
      await world.create(persistentVolumeClaim(world.place("data")));
      await world.addFinalizer(claims, world.place("data"), unknown, "backup-operator");
      await world.delete(claims, "data");
      return "pvc/data";
    },
  },
  {
    name: "the finalizer of a known product",
    reason: "WaitsForThirdParty",
    async make(world) {
      await claimWith(world, "topolvm.io/pvc");
      await world.delete(claims, "data");
      return "pvc/data";
    },
  },
  {
    name: "a clone of the claim is Pending",
    reason: "ClonePending",
    blockers: ["persistentvolumeclaim/copy"],
    async make(world) {
      await world.bound(world.name("volume"));
      await world.addFinalizer(claims, world.place("data"), cloning);
      const storageClassName = world.name("class");
      const dataSource = { kind: "PersistentVolumeClaim", name: "data" };
      await world.create(persistentVolumeClaim(world.place("copy"), { storageClassName, dataSource }));
      await world.delete(claims, "data");
      return "pvc/data";
    },
  },
  {
    name: "a snapshot of the claim is not ready",
    reason: "SnapshotClassMissing",
    says: "SnapshotNotReady",
    blockers: ["volumesnapshot/nightly"],
    async make(world) {
      await claimWith(world, snapshotting);
      await world.create({
        apiVersion: "snapshot.storage.k8s.io/v1",
        kind: "VolumeSnapshot",
        metadata: { ...world.place("nightly") },
        spec: { source: { persistentVolumeClaimName: "data" }, volumeSnapshotClassName: "nope" },
      });
      await world.delete(claims, "data");
      return "pvc/data";
    },
  },
  {
    name: "no snapshot of the claim is left",
    reason: "NoSnapshotLeft",
    blockers: [],
    async make(world) {
      await claimWith(world, snapshotting);
      await world.delete(claims, "data");
      return "pvc/data";
    },
  },
  {
    name: "a foreground deletion waits for a dependent",
    reason: "UnknownFinalizer",
    says: "DependentLeft",
    blockers: ["persistentvolumeclaim/child"],
    async make(world) {
      await world.create(persistentVolumeClaim(world.place("data")));
      const owner = await world.until(claims, world.place("data"), () => true);
      const dependent = persistentVolumeClaim(world.place("child"));
      const { name, uid } = owner.metadata;
      const ownerReferences = [
        { apiVersion: "v1", kind: "PersistentVolumeClaim", name, uid, blockOwnerDeletion: true },
      ];
      const held = { ownerReferences, finalizers: [unknown] };
      await world.create({ ...dependent, metadata: { ...dependent.metadata, ...held } });
      await world.delete(claims, "data", { propagationPolicy: "Foreground" });
      return "pvc/data";
    },
  },
  {
    name: "the garbage collector deleted a claim whose owner is gone, and a pod holds it",
    reason: "PodUsesClaim",
    async make(world) {
      await world.bound(world.name("volume"));
      await world.pod("web");
      await world.podPhase("web", "Running");
      const uid = "7d1c4c1e-0000-4000-8000-000000000000";
      const ownerReferences = [{ apiVersion: "apps/v1", kind: "StatefulSet", name: "web", uid }];
      await world.api.patch(claims, world.place("data"), { metadata: { ownerReferences } });
      await world.until(
        claims,
        world.place("data"),
        ({ metadata }) => metadata.deletionTimestamp !== undefined,
      );
      return "pvc/data";
    },
  },
];
