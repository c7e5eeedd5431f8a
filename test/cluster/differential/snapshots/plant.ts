import type { Api } from "../../support/api.ts";
import type { Place } from "../../support/paths.ts";
import type { Scene } from "./manifests.ts";
import {
  claimOf,
  contentNameOf,
  contentOf,
  copyOf,
  copyVolume,
  handleOf,
  snapshotOf,
  volumeOf,
  volumeOfCopy,
} from "./manifests.ts";
import type { ContentSituation, CopySituation, Situation, SnapshotSituation } from "./situation.ts";

const claims = "v1/persistentvolumeclaims";
const volumes = "v1/persistentvolumes";
const snapshots = "snapshot.storage.k8s.io/v1/volumesnapshots";
const contents = "snapshot.storage.k8s.io/v1/volumesnapshotcontents";

const madeAt = "2026-01-01T00:00:00Z";

/** Makes a situation in a namespace of its own, while no controller runs. */
export async function plant(api: Api, situation: Situation, scene: Scene): Promise<void> {
  const { namespace } = scene;
  await api.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  await plantClaim(api, situation, scene);
  const content = await plantSnapshots(api, situation, scene);
  if (situation.copy !== undefined) await plantCopy(api, situation.copy, scene);
  await remove(api, situation, scene, content);
}

async function plantClaim(api: Api, { claim, volume }: Situation, scene: Scene): Promise<void> {
  const { namespace } = scene;
  const [made] = claim === undefined ? [] : await api.create(claimOf(claim, scene));
  const uid = made?.metadata.uid;
  if (claim?.phase === "Bound") await setStatus(api, claims, { name: "data", namespace }, { phase: "Bound" });
  if (volume === undefined) return;
  await api.create(volumeOf(volume, scene, uid));
  const phase = uid !== undefined && volume.claimRef === "the claim" ? "Bound" : "Released";
  await setStatus(api, volumes, { name: namespace }, { phase });
}

/** Returns the name that the content has, or would have. */
async function plantSnapshots(
  api: Api,
  { snapshot, second, content }: Situation,
  scene: Scene,
): Promise<string> {
  const uid = await plantSnapshot(api, snapshot, "backup", scene);
  await plantSnapshot(api, second, "second", scene);
  const name = contentNameOf(snapshot, scene, uid);
  if (content !== undefined) {
    await api.create(contentOf(content, name, scene, uid));
    await setStatus(api, contents, { name }, contentStatus(content, scene));
  }
  return name;
}

/** Returns its uid. */
async function plantSnapshot(
  api: Api,
  snapshot: SnapshotSituation | undefined,
  name: string,
  scene: Scene,
): Promise<string | undefined> {
  if (snapshot === undefined) return undefined;
  const place = { name, namespace: scene.namespace };
  const [made] = await api.create(snapshotOf(snapshot, place, scene));
  const uid = made?.metadata.uid;
  const { bound, ready } = snapshot;
  const readyToUse = { yes: true, no: false, unknown: undefined }[ready];
  const content = contentNameOf(snapshot, scene, uid);
  const binding = bound === "yes" ? { boundVolumeSnapshotContentName: content, creationTime: madeAt } : {};
  if (bound === "yes" || ready !== "unknown")
    await setStatus(api, snapshots, place, { ...binding, readyToUse });
  return uid;
}

function contentStatus({ status }: ContentSituation, scene: Scene): object | undefined {
  const creationTime = Date.parse(madeAt) * 1_000_000;
  switch (status) {
    case "none":
      return undefined;
    case "ready":
      return { snapshotHandle: handleOf(scene), readyToUse: true, creationTime };
    case "not ready":
      return { snapshotHandle: handleOf(scene), readyToUse: false, creationTime };
    case "without handle":
      return { readyToUse: false };
  }
}

async function plantCopy(api: Api, copy: CopySituation, scene: Scene): Promise<void> {
  const [made] = await api.create(copyOf(copy, scene));
  if (copy.phase === "Pending") return;
  await api.create(volumeOfCopy(scene, made?.metadata.uid));
  const phase = "Bound";
  await setStatus(api, volumes, { name: copyVolume(scene) }, { phase });
  await setStatus(api, claims, { name: "copy", namespace: scene.namespace }, { phase });
}

async function setStatus(
  api: Api,
  resource: string,
  place: Place,
  status: object | undefined,
): Promise<void> {
  if (status !== undefined) await api.patch(resource, place, { status }, "/status");
}

async function remove(
  api: Api,
  { claim, volume, snapshot, second, content, copy }: Situation,
  { namespace }: Scene,
  contentName: string,
): Promise<void> {
  const doomed: readonly (readonly [{ readonly fate: string } | undefined, string, Place])[] = [
    [copy, claims, { name: "copy", namespace }],
    [snapshot, snapshots, { name: "backup", namespace }],
    [second, snapshots, { name: "second", namespace }],
    [content, contents, { name: contentName }],
    [claim, claims, { name: "data", namespace }],
    [volume, volumes, { name: namespace }],
  ];
  for (const [part, resource, place] of doomed) {
    if (part?.fate === "deleted") await api.remove(resource, place);
  }
}
