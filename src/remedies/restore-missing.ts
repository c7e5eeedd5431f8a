import type { Cluster } from "../cluster/index.ts";
import { everywhere } from "../cluster/index.ts";
import { defineRemedy, kubectl } from "../define/index.ts";
import type { ObjectRef, Phrase } from "../kubernetes/index.ts";
import { distinct, nameOf, say } from "../kubernetes/index.ts";

interface Missing {
  readonly kind: "StorageClass" | "Secret";
  readonly name: string;
  readonly namespace?: string;
}

const classes = "storage.k8s.io/v1/storageclasses";

/** The controller that looked for the object looks again, so that nothing but the object is changed. */
export const restoreMissing = defineRemedy({
  name: "restore-missing",
  summary: "Create an object again that another one names: a StorageClass or a Secret",
  needs: [classes],
  make(_on, using: Missing, cluster) {
    const { kind, name, namespace } = using;
    if (name === undefined || name === "") return undefined;
    return kind === "Secret"
      ? ofSecret({ apiVersion: "v1", kind, name, ...(namespace === undefined ? {} : { namespace }) })
      : ofClass({ apiVersion: "storage.k8s.io/v1", kind: "StorageClass", name }, cluster);
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
      say`Take the manifest of the class from Git, a backup or another cluster, and check that its provisioner is installed here${provisionersHere(cluster)}.`,
      say`Then run: kubectl apply -f FILE`,
    ],
  };
}

function provisionersHere(cluster: Cluster): Phrase {
  const listed = cluster.list(classes, everywhere);
  const [only, ...others] = distinct(
    listed.read
      ? listed.items.flatMap(({ provisioner }) => (provisioner === undefined ? [] : [provisioner]))
      : [],
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
