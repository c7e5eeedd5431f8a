import assert from "node:assert/strict";
import { test } from "node:test";
import { writeSnapshot } from "../../../src/reading/snapshot-file/index.ts";
import { listOf, object, pod, readFiles } from "../files/reading.ts";

const canary = (place: number) => `CANARY${place}`;
const last = "kubectl.kubernetes.io/last-applied-configuration";

function podWithSecrets(): object {
  const base = pod("web");
  return {
    ...base,
    metadata: {
      ...base.metadata,
      annotations: { [last]: canary(1), "vault.hashicorp.com/token": canary(2), note: canary(3) },
      managedFields: [
        {
          manager: "kubectl",
          operation: "Update",
          fieldsV1: {
            "f:metadata": { "f:annotations": { [`f:${canary(4)}`]: {} }, "f:finalizers": { 'v:"a/b"': {} } },
            "f:spec": { [`k:{"name":"${canary(5)}"}`]: {} },
          },
        },
      ],
      selfLink: canary(6),
    },
    spec: {
      containers: [
        {
          name: "c",
          image: canary(7),
          command: [canary(8)],
          args: [canary(9)],
          env: [{ name: "PASSWORD", value: canary(10) }, { name: canary(11) }],
        },
      ],
      imagePullSecrets: [{ name: canary(12) }],
      volumes: [
        { name: "s", secret: { secretName: canary(13) }, csi: { volumeAttributes: { key: canary(14) } } },
      ],
    },
  };
}

const volumeWithSecrets = object("v1", "PersistentVolume", "pv", undefined, {
  spec: {
    csi: {
      driver: "smb.csi.k8s.io",
      volumeHandle: "h",
      volumeAttributes: { password: canary(15) },
      nodeStageSecretRef: { name: canary(16), namespace: canary(17) },
    },
    mountOptions: [`password=${canary(18)}`, "vers=3.0"],
    rbd: { image: "i", keyring: canary(19), secretRef: { name: canary(20) } },
    iscsi: { iqn: "q", secretRef: { name: canary(21) } },
  },
  status: {
    message: `mount //user:${canary(22)}@host failed: https://u:${canary(23)}@host/ token=${canary(24)}`,
  },
});

const others = [
  object("v1", "Secret", "s", "shop", { data: { key: canary(25) }, stringData: { key: canary(26) } }),
  object("v1", "ConfigMap", "c", "shop", { data: { key: canary(27) } }),
  object("v1", "Event", "e", "shop", {
    involvedObject: { kind: "Pod", name: "web", namespace: "shop" },
    message: `Authorization: Bearer ${canary(28)} and passwd=${canary(29)}`,
    related: { name: canary(30) },
  }),
  object("storage.k8s.io/v1", "StorageClass", "sc", undefined, {
    provisioner: "p",
    parameters: { "csi.storage.k8s.io/secret": canary(31), password: canary(32) },
  }),
];

test("nothing secret of the cluster is in a snapshot file", async () => {
  const items = [podWithSecrets(), volumeWithSecrets, ...others];
  const text = writeSnapshot(await readFiles({ "f.json": listOf(...items) }));
  assert.equal(/CANARY\d+/.exec(text)?.[0], undefined);
  assert.match(text, /vers=3.0/);
  assert.match(text, /password=\*\*\*/);
});

test("annotations that storage, deployers and pvguard write are kept", async () => {
  const annotations = {
    "pv.kubernetes.io/bind-completed": "yes",
    "volume.kubernetes.io/selected-node": "n1",
    "helm.sh/resource-policy": "keep",
    "argocd.argoproj.io/sync-options": "Prune=false",
    "forklift.konveyor.io/populated-from": "shop/x",
    "pvguard.dev/ignore": "PVG301",
    [last]: "{}",
  };
  const { metadata, ...rest } = object("v1", "PersistentVolumeClaim", "data", "shop");
  const text = writeSnapshot(
    await readFiles({ "f.json": listOf({ ...rest, metadata: { ...metadata, annotations } }) }),
  );
  for (const key of Object.keys(annotations)) assert.equal(text.includes(`${key}:`), key !== last, key);
});
