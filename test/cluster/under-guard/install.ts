import { accidents, guardFor } from "../../../src/guard/index.ts";
import { Api } from "../support/api.ts";
import { newName } from "../support/e2e.ts";
import { when } from "../support/eventually.ts";
import { boundPair, persistentVolume, persistentVolumeClaim } from "../support/manifests.ts";
import type { ObjectManifest } from "../support/paths.ts";
import { pathOf, resourceOf } from "../support/paths.ts";
import { teamNamespace } from "../users/users.ts";

/** Set to `deny` for a run under the guards: every control plane then has them, unless a test installs its own. */
const variable = "PVGUARD_E2E_GUARD";

/**
 * Who passes beside the controllers of Kubernetes. The tests cause accidents on purpose. The node-cleanup controller deletes
 * claims, so that a cluster with it needs the same exemption.
 */
export const exempt = ["admin", "local-volume-node-cleanup"];

/** Who causes each accident in each control plane, to see that the guards are in force. Has every right. */
export const colleague = "colleague";

export function runsUnderGuard(): boolean {
  const mode = process.env[variable] ?? "";
  if (mode !== "" && mode !== "deny") throw new Error(`${variable} must be deny, not ${mode}`);
  return mode === "deny";
}

export function runUnderGuard(): void {
  process.env[variable] = "deny";
}

/** Installs what `kubectl pvguard guard --mode deny` prints, and returns once the API server refuses each of the accidents. */
export async function installGuards(kubeconfig: string): Promise<void> {
  const admin = new Api(kubeconfig);
  for (const accident of accidents) {
    const { policy, binding } = guardFor(accident, { mode: "deny", exempt });
    for (const each of [policy, binding]) await admin.create(each as unknown as ObjectManifest);
  }
  const name = newName("guarded");
  const ground = await prepare(admin, name);
  const other = new Api(kubeconfig, colleague);
  const requests = requestsOf(name);
  for (const accident of accidents) {
    const { method, path, body } = requests[accident.name] ?? unknown(accident.name);
    await when(
      `${accident.name} is refused`,
      () => other.send(method, `${path}?dryRun=All`, body, "application/merge-patch+json"),
      ({ status, body: said }) => status === 403 && said.includes(`'pvguard-${accident.name}'`),
    );
  }
  await ground.remove();
}

interface Request {
  readonly method: "DELETE" | "PATCH";
  readonly path: string;
  readonly body?: object;
}

const claims = "v1/persistentvolumeclaims";
const volumes = "v1/persistentvolumes";

/** By the name of the guard. All objects have one name, but for a claim in use, and its volume, which is kept. */
function requestsOf(name: string): Readonly<Record<string, Request>> {
  const claim = pathOf(claims, { name, namespace: teamNamespace });
  const kept = pathOf(volumes, { name: `${name}-kept` });
  const deletion = (path: string): Request => ({ method: "DELETE", path });
  return {
    namespace: deletion(pathOf("v1/namespaces", { name: teamNamespace })),
    "claim-data": deletion(claim),
    "claim-in-use": deletion(pathOf(claims, { name: `${name}-kept`, namespace: teamNamespace })),
    volume: deletion(pathOf(volumes, { name })),
    "reclaim-policy": {
      method: "PATCH",
      path: kept,
      body: { spec: { persistentVolumeReclaimPolicy: "Delete" } },
    },
    finalizers: { method: "PATCH", path: claim, body: { metadata: { finalizers: null } } },
    "storage-class": deletion(pathOf("storage.k8s.io/v1/storageclasses", { name })),
    driver: deletion(pathOf("storage.k8s.io/v1/csidrivers", { name })),
  };
}

function unknown(guard: string): never {
  throw new Error(`no accident is known for the guard ${guard}`);
}

/** Also without controllers: the claim is Bound because the status of its volume says so. */
async function prepare(admin: Api, name: string): Promise<{ remove(): Promise<void> }> {
  const place = { name, namespace: teamNamespace };
  const storage = { apiVersion: "storage.k8s.io/v1", metadata: { name } };
  const objects: readonly ObjectManifest[] = [
    { ...storage, kind: "CSIDriver" },
    { ...storage, kind: "StorageClass", provisioner: name },
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { ...place } },
  ];
  const claim = persistentVolumeClaim(place, { volumeName: name, storageClassName: name });
  const held = { ...claim.metadata, finalizers: ["kubernetes.io/pvc-protection"] };
  const [made] = await admin.create({ ...claim, metadata: held });
  const claimRef = { apiVersion: "v1", kind: "PersistentVolumeClaim", ...place, uid: made?.metadata.uid };
  const volume = persistentVolume(name, {
    claimRef,
    persistentVolumeReclaimPolicy: "Delete",
    storageClassName: name,
    hostPath: undefined,
    csi: { driver: name, volumeHandle: name },
  });
  const inUse = boundPair(`${name}-kept`, { ...place, name: `${name}-kept` });
  await admin.create(volume, ...inUse, ...objects, podOn(`${name}-kept`, name));
  await admin.patch(volumes, { name }, { status: { phase: "Bound" } }, "/status");
  return {
    async remove() {
      await admin.patch(volumes, { name }, { spec: { persistentVolumeReclaimPolicy: "Retain" } });
      await admin.remove("v1/pods", place, { gracePeriodSeconds: 0 });
      for (const each of [claim, volume, ...inUse, ...objects]) await end(admin, each);
    },
  };
}

function podOn(claimName: string, name: string): ObjectManifest {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace: teamNamespace },
    spec: {
      serviceAccountName: name,
      automountServiceAccountToken: false,
      containers: [{ name: "main", image: "example.invalid/none" }],
      volumes: [{ name: "data", persistentVolumeClaim: { claimName } }],
    },
  };
}

/** With its finalizers: there may be no controller to remove them. */
async function end(admin: Api, object: ObjectManifest): Promise<void> {
  await admin.removeObject(object);
  const none = { metadata: { finalizers: null } };
  await admin.patch(resourceOf(object), object.metadata, none).catch(() => undefined);
}
