import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cluster } from "../../src/cluster/index.ts";
import { controllers, finalizerNames } from "../../src/controllers/index.ts";
import type { KubeObject, Resource } from "../../src/kubernetes/index.ts";
import { kindNamed } from "../../src/kubernetes/index.ts";
import {
  attachment,
  attributesClass,
  claim,
  claimRefTo,
  content,
  ebs,
  namespaceObject,
  ownedBy,
  pod,
  snapshot,
  statefulSet,
  storageClass,
  volume,
} from "../support/objects.ts";
import { clusterOf, linesOf } from "./decisions/decide.ts";

/** More than the arguments of a call may be. */
const many = 150_000;

const names = finalizerNames;

const leaving = { deletionTimestamp: true } as const;
const inForeground = statefulSet({ ...leaving, finalizers: [names.foregroundDeletion] });
const source = claim({ ...leaving, finalizers: [names.cloningProtection], phase: "Bound" });
const former = claim({ name: "former" });
const released = {
  ...leaving,
  phase: "Released",
  storageClassName: "gp3",
  claimRef: claimRefTo(former),
  spec: ebs,
  annotations: { "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com" },
} as const;
const restored = claim({
  name: "restored",
  spec: { dataSource: { apiGroup: "snapshot.storage.k8s.io", kind: "VolumeSnapshot", name: "nightly" } },
});

const cases: readonly (readonly [string, string, KubeObject, KubeObject])[] = [
  ["pods of a namespace", "namespace-controller", namespaceObject(leaving), pod()],
  [
    "deleted claims of a namespace",
    "namespace-controller",
    namespaceObject(leaving),
    claim({ ...leaving, finalizers: [names.pvcProtection] }),
  ],
  [
    "dependents that are to be deleted",
    "garbage-collector",
    inForeground,
    pod({ ownerReferences: [ownedBy(inForeground)] }),
  ],
  [
    "dependents that are being deleted",
    "garbage-collector",
    inForeground,
    pod({ ...leaving, ownerReferences: [ownedBy(inForeground)] }),
  ],
  [
    "dependents that are to be orphaned",
    "garbage-collector",
    statefulSet({ ...leaving, finalizers: [names.orphanDependents] }),
    pod({ ownerReferences: [ownedBy(statefulSet())] }),
  ],
  [
    "clones of a claim",
    "external-provisioner",
    source,
    claim({ name: "copy", spec: { dataSource: { kind: "PersistentVolumeClaim", name: "data" } } }),
  ],
  [
    "attachments of a volume that its attacher lets go",
    "external-attacher",
    volume({ ...leaving, finalizers: ["external-attacher/ebs-csi-aws-com"], spec: ebs }),
    attachment(),
  ],
  [
    "attachments of a volume that is to be destroyed",
    "external-provisioner",
    volume({ ...released, finalizers: [names.externalProvisioner] }),
    attachment(),
  ],
  [
    "claims that are restored from a snapshot",
    "external-provisioner",
    snapshot({ ...leaving, finalizers: [names.restoreSourceProtection] }),
    restored,
  ],
  [
    "claims that are restored from a snapshot, for its own controller",
    "snapshot-controller",
    snapshot({
      ...leaving,
      className: "fast",
      content: "snapcontent-1",
      finalizers: [names.snapshotAsSource],
    }),
    restored,
  ],
  [
    "claims of a class",
    "vac-protection-controller",
    attributesClass({ ...leaving, finalizers: [names.vacProtection] }),
    claim({ spec: { volumeAttributesClassName: "silver" } }),
  ],
];

/** A cluster with very many of this object, as far as lists go; to make them and their indexes takes long. */
function crowdOf(one: KubeObject, object: KubeObject): Cluster {
  const crowd: readonly KubeObject[] = new Array(many).fill(one);
  const small = clusterOf([object, one, storageClass(), content()]);
  const itemsOf = (resource: Resource) => ({ read: true, items: resource === resourceOf(one) ? crowd : [] });
  const lists = {
    list: itemsOf,
    lookup: ({ on }: { readonly on: Resource }, key: string) =>
      key === one.metadata.uid ? { read: true, items: [] } : itemsOf(on),
    get: small.get.bind(small),
    now: small.now,
    serves: () => "yes",
    fact: small.fact.bind(small),
    resolve: small.resolve.bind(small),
  };
  return lists as unknown as Cluster;
}

function resourceOf({ apiVersion, kind }: KubeObject): Resource | undefined {
  return kindNamed(apiVersion, kind)?.resource;
}

for (const [name, controller, object, one] of cases) {
  test(`${name}: as many as there are`, () => {
    const models = controllers.filter((each) => each.name === controller && each.on === resourceOf(object));
    const cluster = crowdOf(one, object);
    const told = models.flatMap((model) => linesOf(model.decide(object, cluster))).join(" ");
    assert.ok(told.split(" ").length >= many, told.slice(0, 200));
  });
}
