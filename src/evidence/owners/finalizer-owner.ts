import type { Cluster, Fact } from "../../cluster/index.ts";
import { everywhere } from "../../cluster/index.ts";
import { attachDriver, attacherFinalizer, finalizerNames, provisionerOf } from "../../controllers/index.ts";
import type { KubeObject, PersistentVolume, Phrase, VolumeAttachment } from "../../kubernetes/index.ts";
import { say, words } from "../../kubernetes/index.ts";
import { proof, refutation } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";
import { attacherInstalled, provisionerInstalled } from "../drivers/driver-installed.ts";

interface Found {
  /** Why its owner counts as missing; empty where it does not. */
  readonly because: Phrase;
  /** The driver that it belongs to, where its name is known in full. */
  readonly driver?: string;
}

type Owner = Answer<Found>;

/** What comes with the API group of its own kinds, by the beginning of its finalizers. */
const groups: readonly (readonly [prefix: string, group: string, owner: string])[] = [
  ["replication.storage.openshift.io/", "replication.storage.openshift.io", "csi-addons"],
  ["volumereplicationgroups.ramendr.openshift.io/", "ramendr.openshift.io", "Ramen"],
  ["cns.vmware.com/", "cns.vmware.com", "the vSphere syncer"],
  ["topolvm.", "topolvm.", "TopoLVM"],
  ["cdi.kubevirt.io/", "cdi.kubevirt.io", "CDI"],
  ["replication.storage.dell.com/", "replication.storage.dell.com", "Dell CSM replication"],
  ["velero.io/", "velero.io", "Velero"],
  ["argocd.argoproj.io/", "argoproj.io", "Argo CD"],
];

const snapshots = "snapshot.storage.k8s.io/v1/volumesnapshots";

/**
 * Is the controller that removes this finalizer in the cluster at all? Possible where nothing tells it, either way; refuted
 * where its driver is not installed, or the API group of its own kinds is not served.
 */
export function finalizerOwner(object: KubeObject, finalizer: string, cluster: Cluster): Owner {
  if (finalizer.startsWith(finalizerNames.attacherPrefix)) {
    return ofDriver(attacherInstalled([finalizer], cluster), () => attacherOf(object, finalizer));
  }
  if (finalizer === finalizerNames.externalProvisioner && object.kind === "PersistentVolume") {
    const volume = object as PersistentVolume;
    return ofDriver(provisionerInstalled(volume, cluster), () => provisionerOf(volume)?.name ?? "");
  }
  if (finalizer.startsWith("snapshot.storage.kubernetes.io/")) return ofSnapshots(cluster);
  const group = groups.find(([prefix]) => finalizer.startsWith(prefix));
  return group === undefined ? notTold : ofGroup(group, cluster);
}

const notTold: Owner = { ...weigh([]), because: [] };

/** A finalizer has the driver's name with other letters for the dots, so that it is looked up where it stands in full. */
function attacherOf(object: KubeObject, finalizer: string): string | undefined {
  const driver = attacherNamed(object);
  return driver !== undefined && attacherFinalizer(driver) === finalizer ? driver : undefined;
}

function attacherNamed(object: KubeObject): string | undefined {
  if (object.kind === "PersistentVolume") return attachDriver(object as PersistentVolume);
  return object.kind === "VolumeAttachment" ? (object as VolumeAttachment).spec?.attacher : undefined;
}

function ofDriver(installed: Answer, driverOf: () => string | undefined): Owner {
  if (installed.is === "unread") return installed;
  if (installed.is !== "refuted") return { ...installed, because: [] };
  const driver = driverOf();
  return driver === undefined
    ? { ...installed, because: words("no installed driver has it") }
    : { ...installed, driver, because: say`no driver named ${driver} is installed` };
}

/** If the kind is not served, no controller handles snapshots. */
function ofSnapshots(cluster: Cluster): Owner {
  switch (cluster.serves(snapshots)) {
    case "yes":
      return { ...weigh([proof(groupNamed("snapshot.storage.k8s.io"), "served", true)]), because: [] };
    case "no":
      return {
        ...weigh([], [refutation(groupNamed("snapshot.storage.k8s.io"), "served", false)]),
        because: say`this cluster does not serve VolumeSnapshots: the snapshot-controller is missing`,
      };
    case "not-known": {
      const listed = cluster.list(snapshots, everywhere);
      return listed.read ? notTold : notLooked(listed.unread);
    }
  }
}

function groupNamed(name: string) {
  return { apiVersion: "apiregistration.k8s.io/v1", kind: "APIService", name } as const;
}

function ofGroup([, group, owner]: (typeof groups)[number], cluster: Cluster): Owner {
  const served = cluster.fact(groupServed, group);
  if (served.is === "unread") return served;
  return {
    ...served,
    because: served.is === "refuted" ? say`this cluster does not serve the API group of ${owner}` : [],
  };
}

/** Every API group, also of custom resources, has an APIService. Key: how its name begins. */
const groupServed: Fact<Answer> = {
  name: "group-served",
  from: ["apiregistration.k8s.io/v1/apiservices"],
  workOut(group, cluster) {
    const services = cluster.list("apiregistration.k8s.io/v1/apiservices", everywhere);
    if (!services.read) return notLooked(services.unread);
    // A list without the groups of Kubernetes itself is not the list of a server.
    if (services.items.length < 2) return weigh([]);
    const found = services.items.find(({ spec }) => (spec?.group ?? "").startsWith(group));
    return found === undefined
      ? weigh([], [refutation(groupNamed(group), "metadata.name", null)])
      : weigh([proof(found, "spec.group", found.spec?.group)]);
  },
};
