import type { Api } from "../support/api.ts";
import { podUsing } from "../support/manifests.ts";
import type { ObjectManifest } from "../support/paths.ts";
import type { Ground } from "./ground.ts";
import { attachmentIn, claimIn, rivalOf, volumeIn } from "./manifests.ts";
import type { AttachmentSituation, ClaimSituation, Situation, VolumeSituation } from "./situation.ts";

const claims = "v1/persistentvolumeclaims";
const attachments = "storage.k8s.io/v1/volumeattachments";
const volumes = "v1/persistentvolumes";

/** Makes a situation in a namespace of its own, while no controller runs. Its volume has the namespace's name. */
export async function plant(
  api: Api,
  situation: Situation,
  namespace: string,
  ground: Ground,
): Promise<void> {
  const { claim, volume, rival, attachment, pod } = situation;
  const place = { name: "data", namespace };
  await api.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  const [made] = claim === undefined ? [] : await api.create(claimIn(claim, place, namespace));
  const uid = made?.metadata.uid;
  const named = [
    [namespace, volume],
    [rivalOf(namespace), rival],
  ] as const;
  for (const [name, each] of named) {
    if (each !== undefined) await api.create(volumeIn(each, name, place, uid, ground.driver));
  }
  if (pod !== "none") await plantPod(api, pod, namespace, ground.nodes["with the driver"]);
  if (claim !== undefined) await shape(api, claims, place, claim);
  for (const [name, each] of named) if (each !== undefined) await shape(api, volumes, { name }, each);
  if (attachment !== undefined)
    await plantAttachment(api, attachment, attachmentIn(attachment, namespace, ground));
}

async function plantAttachment(
  api: Api,
  { attached, fate }: AttachmentSituation,
  object: ObjectManifest,
): Promise<void> {
  const { name } = object.metadata;
  await api.create(object);
  if (attached === "yes") await api.patch(attachments, { name }, { status: { attached: true } }, "/status");
  if (fate === "deleted") await api.remove(attachments, { name });
}

async function plantPod(
  api: Api,
  pod: Exclude<Situation["pod"], "none">,
  namespace: string,
  nodeName: string,
): Promise<void> {
  const place = { name: "user", namespace };
  await api.create(podUsing("data", place, pod === "unscheduled" ? {} : { nodeName }));
  if (pod === "finished") await api.patch("v1/pods", place, { status: { phase: "Succeeded" } }, "/status");
}

/** What only comes after creation: phase and deletion. */
async function shape(
  api: Api,
  resource: typeof claims | typeof volumes,
  place: { readonly name: string; readonly namespace?: string },
  { phase, fate }: ClaimSituation | VolumeSituation,
): Promise<void> {
  if (phase !== "Pending") await api.patch(resource, place, { status: { phase } }, "/status");
  if (fate === "deleted") await api.remove(resource, place);
}
