import type { Api } from "../../support/api.ts";
import { eventually } from "../../support/eventually.ts";
import type { Situation } from "./situations.ts";

const pods = "v1/pods";
const claims = "v1/persistentvolumeclaims";
const volumes = "v1/persistentvolumes";
const attachments = "storage.k8s.io/v1/volumeattachments";

/**
 * kubernetes-csi/external-attacher pkg/controller/csi_handler.go csiAttach, saveAttachError; util.go markAsAttached, v4.13: the
 * finalizer and the machine's name come first, then the answer of the driver.
 */
export async function attached(
  api: Api,
  { attach, driver }: Situation,
  volume: string,
  node: string,
): Promise<void> {
  if (attach === "not needed") return;
  const name = await eventually(`an attachment of ${volume} to ${node}`, async () => {
    const found = (await api.list(attachments)).find(
      ({ spec }) => spec?.source?.persistentVolumeName === volume && spec.nodeName === node,
    );
    return found?.metadata.name;
  });
  const status =
    attach === "done"
      ? { attached: true }
      : typeof attach === "object"
        ? { attached: false, attachError: { time: new Date().toISOString(), message: attach.error } }
        : { attached: false };
  const finalizer = `external-attacher/${driver.replaceAll(".", "-")}`;
  for (const [resource, place] of [
    [volumes, { name: volume }],
    [attachments, { name }],
  ] as const) {
    const found = await api.get(resource, place);
    const finalizers = [...(found?.metadata.finalizers ?? []), finalizer];
    await api.patch(resource, place, { metadata: { finalizers } });
  }
  await api.patch(
    attachments,
    { name },
    { metadata: { annotations: { "csi.alpha.kubernetes.io/node-id": node } } },
  );
  await api.patch(attachments, { name }, { status }, "/status");
}

/**
 * What external-resizer has done, and the kubelet begun: kubernetes/kubernetes
 * pkg/volume/util/resizefs.go MarkNodeExpansionInProgress, 1.36.
 */
export async function expand(api: Api, namespace: string, volume: string): Promise<void> {
  const storage = "2Gi";
  const claim = { name: "data", namespace };
  await api.patch(claims, claim, { spec: { resources: { requests: { storage } } } });
  await api.patch(volumes, { name: volume }, { spec: { capacity: { storage } } });
  const status = {
    allocatedResources: { storage },
    allocatedResourceStatuses: { storage: "NodeResizeInProgress" },
    conditions: [
      {
        type: "FileSystemResizePending",
        status: "True",
        lastTransitionTime: new Date().toISOString(),
        message: "Waiting for user to (re-)start a pod to finish file system resize of volume on node.",
      },
    ],
  };
  await api.patch(claims, claim, { status }, "/status");
}

/** As a kubelet's recorder does: a minute lies between the first and the last of them. */
export async function kubeletTells(
  api: Api,
  { mount = [] }: Situation,
  namespace: string,
  volume: string,
): Promise<void> {
  const uid = (await api.get(pods, { name: "app", namespace }))?.metadata.uid;
  for (const [at, message] of mount.entries()) {
    const time = new Date(Date.now() - 60_000 + at * 10_000).toISOString().replace(/\.\d+Z/, "Z");
    await api.create({
      apiVersion: "v1",
      kind: "Event",
      metadata: { name: `app.${at}`, namespace },
      involvedObject: { apiVersion: "v1", kind: "Pod", name: "app", namespace, uid },
      type: "Warning",
      reason: "FailedMount",
      message: message.replaceAll("PV", volume),
      count: 4,
      firstTimestamp: time,
      lastTimestamp: time,
      source: { component: "kubelet", host: "node-1" },
      reportingComponent: "kubelet",
      reportingInstance: "node-1",
    });
  }
}
