/** What is done to a field's text: see `Redactor`. */
export type Treatment =
  | "keep"
  | "name"
  | "uid"
  | "handle"
  | "in-use"
  | "component"
  | "label-key"
  | "tracking"
  | "container"
  | "image"
  | "text";

const of = (treatment: Treatment, fields: string): readonly (readonly [string, Treatment])[] =>
  fields.split(/\s+/).map((field) => [field, treatment]);

/** By the name of the field, or of its parent and itself. Everything else is free text. */
const treatments: ReadonlyMap<string, Treatment> = new Map([
  ...of("keep", "apiVersion kind apiGroup apiGroups apiVersions resources operations accessModes finalizers"),
  ...of("keep", "resourceVersion driver driverName attacher provisioner schedulerName drivers.name manager"),
  ...of("keep", "phase type status operation operator effect group version reclaimPolicy deletionPolicy"),
  ...of("keep", "creationTimestamp deletionTimestamp time firstTimestamp lastTimestamp eventTime renewTime"),
  ...of(
    "keep",
    "lastTransitionTime lastHeartbeatTime lastObservedTime startTime startedAt finishedAt timeAdded",
  ),
  ...of("name", "name namespace volumeName claimName nodeName persistentVolumeName storageClassName"),
  ...of("name", "volumeAttributesClassName currentVolumeAttributesClassName targetVolumeAttributesClassName"),
  ...of("name", "volumeSnapshotClassName persistentVolumeClaimName volumeSnapshotContentName"),
  ...of(
    "name",
    "boundVolumeSnapshotContentName volumeGroupSnapshotName secretName secretNamespace endpoints holderIdentity host",
  ),
  ...of("name", "taints.value tolerations.value ownerNodeID currentNodeID pvName pvcName requestName"),
  ...of("keep", "state robustness accessType capacity size currentSize lastPVCRefAt"),
  ...of("handle", "internalName poolName volGroup"),
  ...of("label-key", "taints.key tolerations.key"),
  ...of("container", "containers.name containerStatuses.name"),
  ...of("image", "containers.image"),
  ...of("uid", "uid"),
  ...of("handle", "volumeHandle snapshotHandle volumeGroupSnapshotHandle volumeID pdName diskName diskURI"),
  ...of("handle", "shareName volumePath image pool path server monitors targetPortal iqn targetWWNs nodeID"),
  ...of("handle", "providerID bootID volume devicePath url scaleIO.volumeName storageos.volumeName"),
  ...of("component", "component reportingComponent"),
  ...of("in-use", "volumesInUse volumesAttached.name"),
]);

export function treatmentOf(parent: string, field: string): Treatment {
  return treatments.get(`${parent}.${field}`) ?? treatments.get(field) ?? "text";
}

/** Names that say which software runs, not whose cluster it is. */
export function keepsItsName(kind: string, name: string): boolean {
  if (kind === "CSIDriver" || kind === "APIService") return true;
  return kind === "Lease" && /leader|csi|attacher|provisioner|resizer|snapshotter/.test(name);
}

/** The name of a container that tells which sidecar of a driver it is. */
export function isSidecarName(name: string): boolean {
  return /^csi-(?:provisioner|attacher|snapshotter|resizer)$/.test(name);
}

/** Of an image only the version in its tag goes into a file: where it comes from says whose cluster it is. */
export function versionOfImage(image: string): string {
  const [, version] = /:(v?\d+\.\d+(?:\.\d+)?)[^/]*$/.exec(image) ?? [];
  return version === undefined ? "image" : `image:${version}`;
}

const knownDomain =
  /(?:^|\.)(?:kubernetes\.io|k8s\.io|helm\.sh|argoproj\.io|fluxcd\.io|openshift\.io|pvguard\.dev|cnpg\.io|strimzi\.io|elastic\.co|crunchydata\.com|datastax\.com|prometheus\.io|topolvm\.io|openebs\.io|min\.io)$/;

/** As in `topology.ebs.csi.aws.com/zone`. */
const topologyOfDriver = /^topology\.(?:[a-z-]+\.)*csi\./;

/** `kubernetes.io` and what is below it, and the tools that pvguard knows. */
export function isKnownDomain(domain: string): boolean {
  return knownDomain.test(domain) || topologyOfDriver.test(domain);
}

const knownLabels = new Set(["app.kubernetes.io/managed-by", "kubernetes.io/os", "kubernetes.io/arch"]);

export function keepsItsValue(key: string, value: string): boolean {
  return knownLabels.has(key) || value === "" || value === "true" || value === "false";
}

const namingAnnotations =
  /^(?:meta\.helm\.sh\/|cluster\.x-k8s\.io\/machine$)|-secret-(?:name|namespace)$|\/populated-from$/;

export function annotationTreatment(key: string): Treatment {
  if (key === "argocd.argoproj.io/tracking-id") return "tracking";
  if (namingAnnotations.test(key)) return "name";
  return key === "csi.alpha.kubernetes.io/node-id" ? "handle" : "text";
}
