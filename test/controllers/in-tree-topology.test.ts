/** The cases of kubernetes/kubernetes staging/src/k8s.io/csi-translation-lib/plugins/in_tree_volume_test.go and aws_ebs_test.go. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createCluster } from "../../src/cluster/index.ts";
import { usableNodes } from "../../src/controllers/index.ts";
import type { PersistentVolume } from "../../src/kubernetes/index.ts";
import { node, volume } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

type Spec = NonNullable<PersistentVolume["spec"]>;
type Expressions = readonly (readonly [key: string, value: string])[];

const tied = (source: Spec, ...wanted: Expressions) =>
  volume({
    spec: {
      ...source,
      nodeAffinity: {
        required: {
          nodeSelectorTerms: [
            { matchExpressions: wanted.map(([key, value]) => ({ key, operator: "In", values: [value] })) },
          ],
        },
      },
    },
  });
const usable = (asked: PersistentVolume, labels: Readonly<Record<string, string>>) =>
  usableNodes(asked, createCluster(snapshotOf([asked, node({ labels })]))).nodes;

const beta = "failure-domain.beta.kubernetes.io";
const ebs: Spec = { awsElasticBlockStore: { volumeID: "aws://z1/vol-1" } };

test("a zone of an in-tree volume is that of its CSI driver", () => {
  const drivers: readonly (readonly [Spec, string])[] = [
    [ebs, "topology.ebs.csi.aws.com/zone"],
    [{ gcePersistentDisk: { pdName: "d" } }, "topology.gke.io/zone"],
    [{ cinder: { volumeID: "c" } }, "topology.cinder.csi.openstack.org/zone"],
    [{ vsphereVolume: { volumePath: "[a] b" } }, "topology.csi.vmware.com/zone"],
  ];
  for (const [source, key] of drivers) {
    for (const zone of ["topology.kubernetes.io/zone", `${beta}/zone`]) {
      assert.equal(usable(tied(source, [zone, "z1"]), { [key]: "z1" }), "some", `${zone} as ${key}`);
      assert.equal(usable(tied(source, [zone, "z1"]), { [key]: "z2" }), "none");
      assert.equal(usable(tied(source, [zone, "z1"]), { [zone]: "z1" }), "some", "as it is");
    }
  }
});

test("the old region becomes the new one, and of vSphere its own", () => {
  const both = [
    [`${beta}/zone`, "z1"],
    [`${beta}/region`, "r1"],
  ] as const;
  const labels = { "topology.ebs.csi.aws.com/zone": "z1", "topology.kubernetes.io/region": "r1" };
  assert.equal(usable(tied(ebs, ...both), labels), "some");
  assert.equal(usable(tied(ebs, ...both), { ...labels, "topology.kubernetes.io/region": "r2" }), "none");
  const own = { "topology.csi.vmware.com/zone": "z1", "topology.csi.vmware.com/region": "r1" };
  assert.equal(usable(tied({ vsphereVolume: { volumePath: "[a] b" } }, ...both), own), "some");
});

test("nothing is translated of a CSI volume, of Azure, and of another label", () => {
  const key = "topology.kubernetes.io/zone";
  const csi: Spec = { csi: { driver: "ebs.csi.aws.com", volumeHandle: "vol-1" } };
  assert.equal(usable(tied(csi, [key, "z1"]), { "topology.ebs.csi.aws.com/zone": "z1" }), "none");
  const azure: Spec = { azureDisk: { diskURI: "/d" } };
  assert.equal(usable(tied(azure, [key, "z1"]), { "topology.disk.csi.azure.com/zone": "z1" }), "none");
  assert.equal(usable(tied(ebs, ["disk", "ssd"]), { "topology.ebs.csi.aws.com/zone": "ssd" }), "none");
});
