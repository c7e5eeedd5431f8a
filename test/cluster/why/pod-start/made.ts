import { passDays, storedAsJson } from "../../audit/ageing.ts";
import { startCluster } from "../../cluster.ts";
import type { Api } from "../../support/api.ts";
import { eventually } from "../../support/eventually.ts";
import { boundPair, podUsing } from "../../support/manifests.ts";
import { playNode } from "../../support/node.ts";
import type { Situation } from "./situations.ts";
import { situations } from "./situations.ts";
import { attached, expand, kubeletTells } from "./written.ts";

const storage = "storage.k8s.io/v1";
const pods = "v1/pods";
const claims = "v1/persistentvolumeclaims";
const nodes = "v1/nodes";

/** Long enough for the audit to call a start too slow. */
const twentyMinutes = 20 / 24 / 60;

export const handleOf = (volume: string) => `disk-of-${volume}`;

/** The driver that no node has, and how many volumes of the other one node-2 can have. */
const nowhere = "absent.csi.example.com";
const limited = "limited.csi.example.com";

/** A situation on the cluster: its objects are `pod/app`, `pvc/data` and `volume`. */
export interface Made {
  readonly situation: Situation;
  readonly namespace: string;
  readonly volume: string;
}

interface Played {
  readonly kubeconfig: string;
  readonly made: readonly Made[];
  stop(): Promise<void>;
}

/**
 * The real kube-apiserver, kube-controller-manager and kube-scheduler act in all situations at once; the Multi-Attach error,
 * the errors of attaches and what no node can take are in their own events. The test plays what does not run here: kubelets
 * with their CSINodes, statuses and events, and external-attachers. Then the controllers stop, and twenty minutes pass.
 */
export async function playAll(): Promise<Played> {
  const cluster = await startCluster({
    controllers: ["kube-controller-manager", "kube-scheduler"],
    extraArgs: { "kube-apiserver": storedAsJson },
  });
  const api = cluster.api();
  const hearts: (() => void)[] = [];
  const stop = async (): Promise<void> => {
    for (const stopHeart of hearts) stopHeart();
    await cluster.stop();
  };
  try {
    const drivers = [...new Set(situations.map(({ driver }) => driver))];
    await api.create(...drivers.map(driverObject), growing);
    for (const [name, zone] of [
      ["node-1", "a"],
      ["node-2", "b"],
    ] as const) {
      hearts.push(
        await playNode(
          api,
          name,
          drivers.filter((driver) => driver !== nowhere && driver !== limited),
        ),
      );
      await api.patch(nodes, { name }, { metadata: { labels: { "topology.kubernetes.io/zone": zone } } });
    }
    await limitNode2(api);
    const made = situations.map((situation, at) => ({ situation, namespace: `s${at}`, volume: `pv-${at}` }));
    await Promise.all(made.map((each) => make(api, each)));
    const inUse = made.filter(({ situation }) => situation.attach !== "not needed");
    await api.patch(nodes, { name: "node-1" }, { status: { volumesInUse: inUse.map(nameInUse) } }, "/status");
    for (const program of ["kube-scheduler", "kube-controller-manager"]) await cluster.stopProgram(program);
    await passDays(cluster.etcd, twentyMinutes);
    return { kubeconfig: cluster.kubeconfigPath, made, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const growing = {
  apiVersion: storage,
  kind: "StorageClass",
  metadata: { name: "growing" },
  provisioner: "ebs.csi.aws.com",
  allowVolumeExpansion: true,
};

function driverObject(name: string) {
  const attachRequired = situations.some(({ driver, attach }) => driver === name && attach !== "not needed");
  return { apiVersion: storage, kind: "CSIDriver", metadata: { name }, spec: { attachRequired } };
}

/** As the kubelet does when the driver registers with max_volumes_per_node. */
async function limitNode2(api: Api): Promise<void> {
  const found = await api.get("storage.k8s.io/v1/csinodes", { name: "node-2" });
  const driver = { name: limited, nodeID: "node-2", topologyKeys: [], allocatable: { count: 1 } };
  const drivers = [...(found?.spec?.drivers ?? []), driver];
  await api.patch("storage.k8s.io/v1/csinodes", { name: "node-2" }, { spec: { drivers } });
}

/** kubernetes/kubernetes pkg/volume/util/util.go GetUniqueVolumeName; pkg/volume/csi/csi_plugin.go GetVolumeName, 1.36. */
function nameInUse({ situation, volume }: Made): string {
  return `kubernetes.io/csi/${situation.driver}^${handleOf(volume)}`;
}

async function make(api: Api, { situation, namespace, volume }: Made): Promise<void> {
  await api.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  await eventually(`service account default in ${namespace}`, async () => {
    const answer = await api.send("GET", `/api/v1/namespaces/${namespace}/serviceaccounts/default`);
    return answer.status === 200 ? answer : undefined;
  });
  await bound(api, { situation, namespace, volume }, "data");
  switch (situation.also) {
    case "another pod has the volume":
      await podOn(api, namespace, "first", "node-1");
      await attached(api, situation, volume, "node-1");
      await api.patch(pods, { name: "first", namespace }, { status: { phase: "Running" } }, "/status");
      await podOn(api, namespace, "app", "node-2");
      await told(api, namespace, "FailedAttachVolume");
      return;
    case "the node is full":
      await bound(api, { situation, namespace, volume: `${volume}-first` }, "first");
      await podOn(api, namespace, "first", "node-2", "first");
      await attached(api, situation, `${volume}-first`, "node-2");
      await api.patch(pods, { name: "first", namespace }, { status: { phase: "Running" } }, "/status");
      return await unscheduled(api, situation, namespace);
    case "scheduled by kube-scheduler":
      return await unscheduled(api, situation, namespace);
    case "expanding":
      await expand(api, namespace, volume);
      break;
    case undefined:
      break;
  }
  await podOn(api, namespace, "app", "node-1");
  await attached(api, situation, volume, "node-1");
  if (situation.attach !== "not needed" && typeof situation.attach === "object")
    await told(api, namespace, "FailedAttachVolume");
  await kubeletTells(api, situation, namespace, volume);
}

async function bound(api: Api, { situation, namespace, volume }: Made, claim: string): Promise<void> {
  const isGrowing = situation.also === "expanding";
  const { driver } = situation;
  const csi = { driver, volumeHandle: handleOf(volume) };
  const storageClassName = isGrowing ? "growing" : "";
  const place = { name: claim, namespace };
  const [made, wanted] = boundPair(volume, place, {
    hostPath: null,
    csi,
    storageClassName,
    ...situation.volume,
  });
  const spec = { ...(wanted.spec as object), storageClassName };
  await api.create(made, { ...wanted, spec });
  await eventually(`${claim} is Bound`, async () => {
    const found = await api.get(claims, place);
    return found?.status?.phase === "Bound" ? found : undefined;
  });
}

async function podOn(
  api: Api,
  namespace: string,
  name: string,
  nodeName: string,
  claim = "data",
): Promise<void> {
  await api.create(podUsing(claim, { name, namespace }, { nodeName }));
}

async function unscheduled(api: Api, { pod }: Situation, namespace: string): Promise<void> {
  await api.create(podUsing("data", { name: "app", namespace }, pod));
  await told(api, namespace, "FailedScheduling");
}

/** Waits for an event of a real controller. */
async function told(api: Api, namespace: string, reason: string): Promise<void> {
  await eventually(
    `${reason} in ${namespace}`,
    async () => (await api.list("v1/events", namespace)).find((event) => event.reason === reason),
    60,
  );
}
