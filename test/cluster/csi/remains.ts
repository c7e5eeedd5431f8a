import type { Api } from "../support/api.ts";

const volumes = "v1/persistentvolumes";
const attachments = "storage.k8s.io/v1/volumeattachments";
const contents = "snapshot.storage.k8s.io/v1/volumesnapshotcontents";

/** Takes away what a driver that no longer runs can no longer delete. */
export async function removeRemains(api: Api, driver: string): Promise<void> {
  const found = [
    ...(await api.list(attachments)).map((each) => ({ in: attachments, of: each.spec?.attacher, each })),
    ...(await api.list(volumes)).map((each) => ({ in: volumes, of: each.spec?.csi?.driver, each })),
    ...(await listOrNone(api)).map((each) => ({ in: contents, of: each.spec?.driver, each })),
  ];
  for (const { in: resource, of, each } of found) {
    if (of !== driver) continue;
    const place = { name: each.metadata.name };
    await api.remove(resource, place).catch(() => undefined);
    await api.patch(resource, place, { metadata: { finalizers: null } }).catch(() => undefined);
  }
}

/** A cluster without snapshots has no contents. */
async function listOrNone(api: Api) {
  return await api.list(contents).catch(() => []);
}
