import type { Cluster } from "../cluster/index.ts";
import { everywhere } from "../cluster/index.ts";
import { defineRemedy, kubectl } from "../define/index.ts";
import type { ObjectRef, Phrase } from "../kubernetes/index.ts";
import { distinct, nameOf, say } from "../kubernetes/index.ts";

interface Missing {
  readonly kind: "StorageClass" | "VolumeSnapshotClass" | "Secret";
  readonly name: string;
  readonly namespace?: string;
}

const classes = "storage.k8s.io/v1/storageclasses";
const snapshotClasses = "snapshot.storage.k8s.io/v1/volumesnapshotclasses";

/** The controller that looked for the object looks again, so that nothing but the object is changed. */
export const restoreMissing = defineRemedy({
  name: "restore-missing",
  summary: "Create an object again that another one names: a class or a Secret",
  needs: [classes, snapshotClasses],
  make(_on, using: Missing, cluster) {
    const { kind, name, namespace } = using;
    if (name === undefined || name === "") return undefined;
    switch (kind) {
      case "Secret":
        return ofSecret({ apiVersion: "v1", kind, name, ...(namespace === undefined ? {} : { namespace }) });
      case "StorageClass":
        return ofClass({ apiVersion: "storage.k8s.io/v1", kind, name }, cluster);
      case "VolumeSnapshotClass":
        return ofSnapshotClass({ apiVersion: "snapshot.storage.k8s.io/v1", kind, name }, cluster);
    }
  },
});

/**
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go findProvisionablePlugin, 1.36: looked up at each
 * sync.
 */
function ofClass(missing: ObjectRef, cluster: Cluster) {
  return {
    title: say`Create ${nameOf(missing)} again`,
    because: say`The PV controller looks for the class every 15 seconds, and then continues with the claim.`,
    steps: [
      say`Take the manifest of the class from Git, a backup or another cluster, and check that its provisioner is installed here${onlyOne(provisionersHere(cluster))}.`,
      say`Then run: kubectl apply -f FILE`,
    ],
  };
}

/**
 * kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller_base.go checkAndUpdateSnapshotClass,
 * syncSnapshotByKey, v8.6: the class is looked up at each sync, and one that is missing is an error that is retried.
 */
function ofSnapshotClass(missing: ObjectRef, cluster: Cluster) {
  return {
    title: say`Create ${nameOf(missing)} again`,
    because: say`The snapshot-controller looks for the class again and again, and then continues. A snapshot that is taken only then has the data of that time.`,
    steps: [
      say`Take the manifest of the class from Git, a backup or another cluster, and check that its driver is installed here${onlyOne(snapshotDriversHere(cluster))}.`,
      say`Then run: kubectl apply -f FILE`,
    ],
  };
}

function provisionersHere(cluster: Cluster): readonly (string | undefined)[] {
  const listed = cluster.list(classes, everywhere);
  return listed.read ? listed.items.map(({ provisioner }) => provisioner) : [];
}

function snapshotDriversHere(cluster: Cluster): readonly (string | undefined)[] {
  const listed = cluster.list(snapshotClasses, everywhere);
  return listed.read ? listed.items.map(({ driver }) => driver) : [];
}

function onlyOne(names: readonly (string | undefined)[]): Phrase {
  const [only, ...others] = distinct(
    names.filter((name) => name !== undefined),
    (name) => name,
  );
  return only === undefined || others.length > 0 ? [] : say` (the other classes have ${only})`;
}

/** Names are no secrets: the Secret itself is not read. */
function ofSecret(missing: ObjectRef) {
  return {
    title: say`Check ${nameOf(missing)}, and create it again if it is gone`,
    because: say`The driver cannot log in to the storage backend without the credentials in it. It is asked again without further action.`,
    commands: [kubectl`get secret ${missing.name} -n ${missing.namespace ?? "default"}`],
    steps: [
      say`If it does not exist, create it again under that name, with the credentials of the storage backend. If its namespace was deleted, create that first.`,
      say`If it exists, check that its credentials are still valid, and that the sidecar may read it.`,
    ],
  };
}
