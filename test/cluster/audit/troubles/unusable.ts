/** Claims and pods that do not start, and claims that have lost their volume. */
import { warned } from "../../support/events.ts";
import { persistentVolumeClaim, podUsing } from "../../support/manifests.ts";
import type { Named, Stage } from "../stage.ts";
import { claims, placeOf, volumes } from "../stage.ts";
import type { Trouble } from "../trouble.ts";
import { claim, volume } from "../trouble.ts";

const pending = (stage: Stage, named: Named, spec: object) =>
  stage.create(persistentVolumeClaim(placeOf(named), spec));

function onlyOn(key: string, value: string): object {
  const matchExpressions = [{ key, operator: "In", values: [value] }];
  return { nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions }] } } };
}

export const unusable: readonly Trouble[] = [
  {
    what: "no volume is as large as a claim asks",
    make: (stage) => pending(stage, "ci/huge", { resources: { requests: { storage: "900Ti" } } }),
    expected: () => [{ code: "PVG401", object: claim("huge"), because: "NoVolumeFits" }],
  },
  {
    what: "a claim names a volume that does not exist",
    make: (stage) => pending(stage, "ci/restored", { volumeName: "restored" }),
    expected: () => [{ code: "PVG401", object: claim("restored"), because: "NamedVolumeMissing" }],
  },
  {
    what: "the driver does not make a volume",
    async whenDriverFails(stage) {
      await pending(stage, "ci/artifacts", { storageClassName: stage.csi.driver });
      await warned(stage.api, "ProvisioningFailed", "artifacts", "ci");
    },
    expected: () => [{ code: "PVG401", object: claim("artifacts"), because: "ProvisioningFails" }],
  },
  {
    what: "a mistyped provisioner",
    async make(stage) {
      const provisioner = `${stage.csi.driver}s`;
      await stage.create({
        apiVersion: "storage.k8s.io/v1",
        kind: "StorageClass",
        metadata: { name: "mistyped" },
        provisioner,
      });
      await pending(stage, "ci/results", { storageClassName: "mistyped" });
    },
    expected: () => [
      { code: "PVG315", object: "storageclass/mistyped", because: "the closest name is" },
      { code: "PVG401", object: claim("results"), because: "ProvisionerNotInstalled" },
    ],
  },
  {
    what: "a claim whose volume was removed by force",
    async make(stage) {
      await stage.bound("media/covers", "covers");
      await stage.delete(volumes, { name: "covers" });
      await stage.strip(volumes, { name: "covers" });
      await stage.until(claims, placeOf("media/covers"), ({ status }) => status?.phase === "Lost");
    },
    expected: () => [{ code: "PVG305", object: claim("covers"), because: "VolumeObjectMissing" }],
  },
  {
    what: "a volume in a zone without nodes",
    make: (stage) => stage.bound("media/index", "index", onlyOn("topology.kubernetes.io/zone", "zone-c")),
    expected: () => [{ code: "PVG402", object: claim("index"), because: "NoNodeMatchesVolume" }],
  },
  {
    what: "a local volume of a node that is gone",
    make: (stage) =>
      stage.bound("media/frames", "frames", {
        hostPath: null,
        local: { path: "/mnt/disk" },
        ...onlyOn("kubernetes.io/hostname", "node-7"),
      }),
    expected: () => [
      { code: "PVG310", object: volume("frames"), because: "NodeOfVolumeGone" },
      { code: "PVG402", object: claim("frames"), because: "NodesOfVolumeGone" },
    ],
  },
  {
    what: "a pod that names a claim which does not exist",
    make: (stage) => stage.create(podUsing("typo", placeOf("ci/lint"))),
    expected: () => [{ code: "PVG403", object: "pod/lint", because: "ClaimMissing" }],
  },
];
