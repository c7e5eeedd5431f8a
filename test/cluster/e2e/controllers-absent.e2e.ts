import { after, before, test } from "node:test";
import type { Cluster } from "../cluster.ts";
import { startCluster } from "../cluster.ts";
import { newNamespace } from "../support/e2e.ts";
import { gone, holdsFor } from "../support/eventually.ts";
import { persistentVolumeClaim } from "../support/manifests.ts";

const claims = "v1/persistentvolumeclaims";

let cluster: Cluster;
before(async () => {
  cluster = await startCluster();
});
after(() => cluster.stop());

test("nobody releases an unused claim while kube-controller-manager is away", async (context) => {
  const api = cluster.api();
  const claim = { name: "data", namespace: await newNamespace(context, api) };
  await api.create(persistentVolumeClaim(claim));
  await cluster.stopProgram("kube-controller-manager");
  await api.remove(claims, claim);
  await holdsFor("the claim exists", 3, async () => (await api.get(claims, claim)) !== undefined);
  await cluster.restartProgram("kube-controller-manager");
  await gone("the claim", () => api.get(claims, claim));
});
