/** Claims that are deleted and do not go, each for another reason. */
import { persistentVolumeClaim, podUsing } from "../../support/manifests.ts";
import { claims, placeOf, pods, snapshots } from "../stage.ts";
import type { Trouble } from "../trouble.ts";
import { claim } from "../trouble.ts";

const cloning = "provisioner.storage.kubernetes.io/cloning-protection";
const snapshotting = "snapshot.storage.kubernetes.io/pvc-as-source-protection";

export const heldClaims: readonly Trouble[] = [
  {
    what: "a finished pod keeps a deleted claim",
    async make(stage) {
      await stage.bound("shop/reports", "reports");
      await stage.pod("shop/reports-export", "reports", "Succeeded", { restartPolicy: "Never" });
      await stage.delete(claims, placeOf("shop/reports"));
    },
    expected: () => [
      { code: "PVG101", object: claim("reports"), because: "FinishedPodUsesClaim" },
      { code: "PVG107", object: "pod/reports-export", because: "FinishedPodUsesClaim" },
    ],
  },
  {
    what: "a pod waits for a claim that is being deleted",
    async make(stage) {
      await stage.create(podUsing("reports", placeOf("shop/reports-viewer")));
    },
    expected: () => [{ code: "PVG108", object: "pod/reports-viewer", because: "ClaimBeingDeleted" }],
  },
  {
    what: "nothing but a running pod stands between the data and its end",
    async make(stage) {
      await stage.provisioned("bank/ledger");
      await stage.pod("bank/ledger-0", "ledger", "Running");
      await stage.attached(stage.volumeOf("bank/ledger"));
      await stage.delete(claims, placeOf("bank/ledger"));
    },
    expected: () => [
      { code: "PVG101", object: claim("ledger"), because: "PodUsesClaim" },
      { code: "PVG208", object: claim("ledger"), because: "will be deleted (policy Delete)" },
    ],
  },
  {
    what: "a finalizer of a tool that nobody knows",
    async make(stage) {
      await stage.bound("shop/exports", "exports");
      await stage.addFinalizer(claims, placeOf("shop/exports"), "backup.example.com/keep", "backup-operator");
      await stage.delete(claims, placeOf("shop/exports"));
    },
    expected: () => [{ code: "PVG101", object: claim("exports"), because: "UnknownFinalizer" }],
  },
  {
    what: "a snapshot that can never be ready",
    async make(stage) {
      await stage.bound("media/photos", "photos");
      await stage.create({
        apiVersion: "snapshot.storage.k8s.io/v1",
        kind: "VolumeSnapshot",
        metadata: { ...placeOf("media/photos-nightly") },
        spec: { source: { persistentVolumeClaimName: "photos" }, volumeSnapshotClassName: "nightly" },
      });
      await stage.until(
        snapshots,
        placeOf("media/photos-nightly"),
        ({ status }) => status?.error !== undefined,
      );
      await stage.addFinalizer(claims, placeOf("media/photos"), snapshotting);
      await stage.delete(claims, placeOf("media/photos"));
    },
    expected: () => [
      { code: "PVG101", object: claim("photos"), because: "SnapshotClassMissing" },
      { code: "PVG312", object: "volumesnapshot/photos-nightly", because: "SnapshotClassMissing" },
    ],
  },
  {
    what: "a clone whose source is being deleted",
    async make(stage) {
      await stage.bound("media/raw", "raw");
      await stage.addFinalizer(claims, placeOf("media/raw"), cloning);
      const dataSource = { kind: "PersistentVolumeClaim", name: "raw" };
      const spec = { storageClassName: "fast", dataSource };
      await stage.create(persistentVolumeClaim(placeOf("media/raw-copy"), spec));
      await stage.delete(claims, placeOf("media/raw"));
    },
    expected: () => [
      { code: "PVG101", object: claim("raw"), because: "ClonePending" },
      { code: "PVG401", object: claim("raw-copy"), because: "DataSourceTerminating" },
    ],
  },
  {
    what: "a pod on a node that is gone",
    make: (stage) => stage.bound("ci/cache", "cache"),
    async whenNobodyActs(stage) {
      await stage.pod("ci/build", "cache", "Running", { nodeName: "node-9" });
      await stage.delete(pods, placeOf("ci/build"));
      await stage.delete(claims, placeOf("ci/cache"));
    },
    expected: () => [{ code: "PVG101", object: claim("cache"), because: "PodNodeGone" }],
  },
  {
    what: "a controller that does not act",
    make: (stage) => stage.bound("ci/scratch", "scratch"),
    whenNobodyActs: (stage) => stage.delete(claims, placeOf("ci/scratch")),
    expected: () => [{ code: "PVG101", object: claim("scratch"), because: "ControllerNotActing" }],
  },
  {
    what: "a namespace that a claim keeps, with the finalizer of a snapshot that is gone",
    async make(stage) {
      await stage.bound("staging/uploads", "uploads");
      await stage.addFinalizer(claims, placeOf("staging/uploads"), snapshotting);
      await stage.delete("v1/namespaces", { name: "staging" });
      await stage.until(
        claims,
        placeOf("staging/uploads"),
        ({ metadata }) => metadata.deletionTimestamp !== undefined,
      );
    },
    expected: () => [
      { code: "PVG101", object: claim("uploads"), because: "NoSnapshotLeft" },
      { code: "PVG106", object: "namespace/staging", because: "NoSnapshotLeft" },
    ],
  },
];
