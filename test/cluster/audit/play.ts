/** A real control plane in which everything is broken that the audit knows. */
import { startCluster } from "../cluster.ts";
import { startCsi } from "../csi/csi.ts";
import type { Sidecar } from "../csi/sidecars.ts";
import { eventually } from "../support/eventually.ts";
import { playNode } from "../support/node.ts";
import { passDays, storedAsJson } from "./ageing.ts";
import { appAtRest } from "./app-at-rest.ts";
import type { Request } from "./requests.ts";
import { auditLogged } from "./requests.ts";
import { Stage } from "./stage.ts";
import type { Expected } from "./trouble.ts";
import { troubles } from "./troubles/index.ts";

const driver = "disks.example.com";
const sidecars: readonly Sidecar[] = [
  "csi-provisioner",
  "csi-attacher",
  "csi-snapshotter",
  "snapshot-controller",
];
const namespaces = ["shop", "bank", "media", "ci", "staging"];
/** More than a week, so that also what takes long to be worth a word is old enough. */
const days = 9;

const faults = {
  CreateVolume: { code: "RESOURCE_EXHAUSTED", message: "the pool is full" },
  DeleteVolume: { code: "INTERNAL", message: "the array does not answer" },
  ControllerUnpublishVolume: { code: "INTERNAL", message: "the hypervisor does not answer" },
  DeleteSnapshot: { code: "INTERNAL", message: "a clone depends on it" },
};

export interface Broken {
  readonly kubeconfig: string;
  /** What pvguard asked the API server for until now. */
  requests(): readonly Request[];
  readonly api: Stage["api"];
  readonly kinds: readonly string[];
  readonly expected: readonly Expected[];
  stop(): Promise<void>;
}

/**
 * The real kube-controller-manager, the real CSI sidecars and a driver create everything. Then they stop, what they
 * would have fixed is broken too, and nine days pass.
 */
export async function playAll(): Promise<Broken> {
  const log = auditLogged();
  const extraArgs = { "kube-apiserver": [...storedAsJson, ...log.args] };
  const cluster = await startCluster({ extraArgs });
  const api = cluster.api();
  const csi = await startCsi(cluster.kubeconfigPath, sidecars, driver).catch(async (error: unknown) => {
    await cluster.stop();
    throw error;
  });
  const hearts: (() => void)[] = [];
  const stop = async (): Promise<void> => {
    for (const stopHeart of hearts) stopHeart();
    await csi.stop();
    await cluster.stop();
    log.remove();
  };
  try {
    for (const name of ["node-1", "node-2"]) hearts.push(await playNode(api, name, [driver]));
    await Promise.all(namespaces.map((name) => makeNamespace(api, name)));
    const stage = new Stage(api, csi);
    await Promise.all(troubles.map(({ make }) => make?.(stage)));
    csi.backend.script(faults);
    await Promise.all(troubles.map(({ whenDriverFails }) => whenDriverFails?.(stage)));
    for (const name of sidecars) await csi.stopProgram(name);
    await cluster.stopProgram("kube-controller-manager");
    await Promise.all(troubles.map(({ whenNobodyActs }) => whenNobodyActs?.(stage)));
    for (const name of namespaces.filter((each) => each !== "staging"))
      await stage.create(appAtRest(stage, name));
    await passDays(cluster.etcd, days);
    const expected = troubles.flatMap((trouble) => trouble.expected(stage));
    const kinds = troubles.map(({ what }) => what);
    const { requests } = log;
    return { kubeconfig: cluster.kubeconfigPath, api, requests, kinds, expected, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function makeNamespace(api: Stage["api"], name: string): Promise<void> {
  await api.create({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
  await eventually(`service account default in ${name}`, async () => {
    const answer = await api.send("GET", `/api/v1/namespaces/${name}/serviceaccounts/default`);
    return answer.status === 200 ? answer : undefined;
  });
}
