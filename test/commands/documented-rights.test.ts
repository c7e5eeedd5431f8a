/** The two roles of docs/rbac.yaml are enough for fix and rescue. Other tests of them have no more rights either. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { apiClaim, apiVolume } from "../support/fix/objects.ts";
import { session } from "../support/fix/session.ts";
import type { JsonObject } from "../support/memory-server/index.ts";

const lost: readonly JsonObject[] = [
  {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name: "app", uid: "uid-app" },
    status: { phase: "Active" },
  },
  apiClaim("data", { deleted: "yes", finalizers: ["kubernetes.io/pvc-protection"] }),
  apiVolume("pv", { finalizers: ["kubernetes.io/pv-protection"] }),
];

test("a rescue that stops a ReplicaSet of nobody", async (context) => {
  const metadata = { name: "web", namespace: "app", uid: "uid-web" };
  const template = {
    metadata: { labels: { app: "web" } },
    spec: { volumes: [{ name: "v", persistentVolumeClaim: { claimName: "data" } }], containers: [] },
  };
  const set: JsonObject = {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata,
    spec: { replicas: 1, selector: { matchLabels: { app: "web" } }, template },
    status: { replicas: 1 },
  };
  const pod: JsonObject = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: "web-1",
      namespace: "app",
      uid: "uid-web-1",
      labels: { app: "web" },
      ownerReferences: [
        { apiVersion: "apps/v1", kind: "ReplicaSet", name: "web", uid: "uid-web", controller: true },
      ],
    },
    spec: { nodeName: "n1", ...template.spec },
    status: { phase: "Running" },
  };
  const { run } = await session(context, [...lost, set, pod]);
  const { code, out } = await run(["rescue", "pvc/data", "-n", "app", "--dry-run=server"]);
  assert.match(out, /replicaset\/web/);
  assert.equal(code, 0, out);
});
