import {
  annotationOf,
  type Cluster,
  everywhere,
  type Fact,
  type Found,
  inNamespace,
  keyOf,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type StorageClass,
  type Unread,
} from "../../model/index.ts";
import { bindCompleted } from "../annotation-names.ts";
import { podsByClaim, volumesByClaim } from "../indexes/index.ts";
import { defaultClassOf, leavesClassOpen, storageClassNameOf } from "../storage-class-name.ts";
import type { ClaimWorld } from "./claim.ts";
import { openVolumesFor } from "./open-volumes.ts";

type WorldReading =
  | { readonly read: true; readonly world: ClaimWorld }
  | { readonly read: false; readonly unread: Unread };

const noWorld: ClaimWorld = {
  named: undefined,
  volumes: [],
  storageClass: undefined,
  defaultClass: undefined,
  pods: [],
};

/** Reads only what the PV controller looks at for this claim. */
export function readClaimWorld(claim: PersistentVolumeClaim, cluster: Cluster): WorldReading {
  const name = claim.spec?.volumeName ?? "";
  if (name !== "") {
    return fromFound(cluster.get("v1/persistentvolumes", name), (named) => ({ ...noWorld, named }));
  }
  if (annotationOf(claim, bindCompleted) !== undefined) return { read: true, world: noWorld };
  return readMatchingWorld(claim, cluster);
}

function readMatchingWorld(claim: PersistentVolumeClaim, cluster: Cluster): WorldReading {
  const { name, namespace = "" } = claim.metadata;
  const own = keyOf(namespace, name);
  const reserved = cluster.lookup(volumesByClaim, own, everywhere);
  if (!reserved.read) return reserved;
  const open = openVolumesFor(claim, cluster);
  if (!open.read) return open;
  const volumes: readonly PersistentVolume[] = [...reserved.items, ...open.items];
  const world = { ...noWorld, volumes };
  return leavesClassOpen(claim) ? withDefaultClass(world, cluster) : withClass(world, claim, cluster);
}

function withClass(world: ClaimWorld, claim: PersistentVolumeClaim, cluster: Cluster): WorldReading {
  const name = storageClassNameOf(claim);
  if (name === "") return { read: true, world };
  const found: Found<StorageClass> = cluster.get("storage.k8s.io/v1/storageclasses", name);
  if (found.state !== "found" || found.object.volumeBindingMode !== "WaitForFirstConsumer") {
    return fromFound(found, (storageClass) => ({ ...world, storageClass }));
  }
  const namespace = claim.metadata.namespace ?? "";
  const pods = cluster.lookup(podsByClaim, keyOf(namespace, claim.metadata.name), inNamespace(namespace));
  if (!pods.read) return pods;
  return { read: true, world: { ...world, storageClass: found.object, pods: pods.items } };
}

function withDefaultClass(world: ClaimWorld, cluster: Cluster): WorldReading {
  const found = cluster.fact(defaultClass, "");
  return found.read ? { read: true, world: { ...world, defaultClass: found.storageClass } } : found;
}

/** The same for every claim without a class. */
const defaultClass: Fact<
  | { readonly read: true; readonly storageClass: StorageClass | undefined }
  | { readonly read: false; readonly unread: Unread }
> = {
  name: "default-class",
  from: ["storage.k8s.io/v1/storageclasses"],
  workOut(_, cluster) {
    const classes = cluster.list("storage.k8s.io/v1/storageclasses", everywhere);
    return classes.read ? { read: true, storageClass: defaultClassOf(classes.items) } : classes;
  },
};

function fromFound<T>(found: Found<T>, world: (object: T | undefined) => ClaimWorld): WorldReading {
  switch (found.state) {
    case "unread":
      return { read: false, unread: found.unread };
    case "absent":
      return { read: true, world: world(undefined) };
    case "found":
      return { read: true, world: world(found.object) };
  }
}
