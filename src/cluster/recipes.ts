import type { Resource } from "../kubernetes/index.ts";
import type { FieldTest, Path } from "./part.ts";

/** What the keys of an object are made of, so that a store can note their hashes while it reads, without the object. */
export interface Recipe {
  /** Where one of these holds, the object itself must be asked for its keys. */
  readonly asks?: readonly FieldTest[];
  /** Unless all of these hold, there is no key. */
  readonly when?: readonly FieldTest[];
  readonly keys: readonly KeyRecipe[];
}

export interface KeyRecipe {
  /** A list, each item of which has a key; paths that begin with this one are those of the item. */
  readonly each?: Path;
  /** One text: as it is, where it is there and not empty. Several: `keyOf` them, with an empty one where one is missing. */
  readonly of: KeyText | readonly [KeyText, KeyText, ...KeyText[]];
  /** Unless this field is there, there is no key. */
  readonly ifSet?: Path;
}

export type KeyText = { readonly field: Path } & (
  | { readonly take: "all" }
  | { readonly take: "all"; readonly orElse: string }
  /** Without the prefix there is no key. */
  | { readonly take: "after"; readonly prefix: string }
  /** `data-web` of `data-web-2`. Without a number of at most nine digits there is no key. */
  | { readonly take: "before number" }
);

const name = field("metadata.name");
const namespace = field("metadata.namespace");
const uid = field("metadata.uid");

function path(dotted: string): Path {
  return dotted.split(".");
}

function field(dotted: string): KeyText {
  return { field: path(dotted), take: "all" };
}

function fieldOrEmpty(dotted: string): KeyText {
  return { field: path(dotted), take: "all", orElse: "" };
}

function only(key: KeyRecipe): Recipe {
  return { keys: [key] };
}

const oldClass: Path = ["metadata", "annotations", "volume.beta.kubernetes.io/storage-class"];
const hasOldClass: FieldTest = { path: oldClass, is: "set" };
const classOf: KeyRecipe = { of: fieldOrEmpty("spec.storageClassName") };

const finalizersOfDeleted: Recipe = {
  when: [{ path: path("metadata.deletionTimestamp"), is: "set" }],
  keys: [{ each: path("metadata.finalizers"), of: fieldOrEmpty("metadata.finalizers") }],
};

function claimsIn(volumes: string): KeyRecipe {
  const claimName = `${volumes}.persistentVolumeClaim.claimName`;
  return { each: path(volumes), of: [namespace, field(claimName)], ifSet: path(claimName) };
}

const claimsOfTemplate = only(claimsIn("spec.template.spec.volumes"));

/** Of every kind. */
export const ownerRecipe = only({
  each: path("metadata.ownerReferences"),
  of: field("metadata.ownerReferences.uid"),
});

const claimRef = path("spec.claimRef");
const claimRefName = [field("spec.claimRef.namespace"), field("spec.claimRef.name")] as const;
const isNotOfCsi: FieldTest = { path: path("spec.csi"), is: "absent" };
/** Their volumes are directories, of which one can contain another. */
const withDirectories = ["nfs.csi.k8s.io", "efs.csi.aws.com", "file.csi.azure.com"];
const hasDirectories: FieldTest = { path: path("spec.csi.driver"), is: "one of", values: withDirectories };
/** Several handles of theirs mean one disk, or one snapshot. */
const hasManyHandles: FieldTest = {
  path: path("spec.csi.driver"),
  is: "one of",
  values: ["disk.csi.azure.com", "pd.csi.storage.gke.io", ...withDirectories],
};

/** An index that has one of these says so, and gives the very keys that the recipe makes. */
export const recipes = {
  "v1/pods": {
    byName: only({ of: [namespace, name] }),
    byClaim: {
      asks: [{ path: path("spec.volumes.ephemeral"), is: "set" }],
      keys: [claimsIn("spec.volumes")],
    },
    ofPopulator: only({ of: { field: path("metadata.name"), take: "after", prefix: "populate-" } }),
  },
  "v1/persistentvolumeclaims": {
    byName: only({ of: [namespace, name] }),
    byBond: only({ of: [namespace, name, uid, field("spec.volumeName")], ifSet: path("spec.volumeName") }),
    byVolume: only({ of: field("spec.volumeName") }),
    byClass: { asks: [hasOldClass], keys: [classOf] },
    byAttributesClass: {
      keys: [
        { of: field("spec.volumeAttributesClassName") },
        { of: field("status.currentVolumeAttributesClassName") },
        { of: field("status.modifyVolumeStatus.targetVolumeAttributesClassName") },
      ],
    },
    byDataSource: {
      asks: [
        { path: path("spec.dataSource"), is: "set" },
        { path: path("spec.dataSourceRef"), is: "set" },
      ],
      keys: [],
    },
    deleted: finalizersOfDeleted,
    numbered: only({ of: [namespace, { field: path("metadata.name"), take: "before number" }] }),
    ofPopulator: only({ of: { field: path("metadata.name"), take: "after", prefix: "prime-" } }),
  },
  "v1/persistentvolumes": {
    byName: only({ of: name }),
    byClaim: only({ of: claimRefName, ifSet: claimRef }),
    byBond: only({
      of: [...claimRefName, field("spec.claimRef.uid"), name],
      ifSet: path("spec.claimRef.uid"),
    }),
    byHandle: {
      asks: [isNotOfCsi, hasManyHandles],
      keys: [{ of: [field("spec.csi.driver"), field("spec.csi.volumeHandle")] }],
    },
    byEnclosing: { asks: [isNotOfCsi, hasDirectories], keys: [] },
    byDriver: { asks: [isNotOfCsi], keys: [{ of: fieldOrEmpty("spec.csi.driver") }] },
    byClass: { asks: [hasOldClass], keys: [classOf] },
    open: {
      asks: [hasOldClass],
      when: [
        { path: claimRef, is: "absent" },
        { path: path("status.phase"), is: "one of", values: ["Available"] },
      ],
      keys: [classOf],
    },
    byAttributesClass: only({ of: field("spec.volumeAttributesClassName") }),
    deleted: finalizersOfDeleted,
  },
  "storage.k8s.io/v1/volumeattachments": {
    byVolume: only({ of: field("spec.source.persistentVolumeName") }),
    byNode: only({ of: field("spec.nodeName") }),
    byAttacher: only({ of: fieldOrEmpty("spec.attacher") }),
  },
  "v1/nodes": { byName: only({ of: name }) },
  "storage.k8s.io/v1/storageclasses": { byName: only({ of: name }) },
  "storage.k8s.io/v1/csinodes": {
    byDriver: only({ each: path("spec.drivers"), of: field("spec.drivers.name") }),
  },
  "coordination.k8s.io/v1/leases": { byBareName: only({ of: name }) },
  "v1/events": {
    byObject: only({
      of: [field("involvedObject.kind"), field("involvedObject.namespace"), field("involvedObject.name")],
      ifSet: path("involvedObject"),
    }),
  },
  "apps/v1/deployments": { byClaim: claimsOfTemplate },
  "apps/v1/replicasets": { byClaim: claimsOfTemplate },
  "apps/v1/daemonsets": { byClaim: claimsOfTemplate },
  "apps/v1/statefulsets": { byName: only({ of: [namespace, name] }), byClaim: claimsOfTemplate },
  "batch/v1/jobs": { byClaim: claimsOfTemplate },
  "batch/v1/cronjobs": { byClaim: only(claimsIn("spec.jobTemplate.spec.template.spec.volumes")) },
} as const satisfies { readonly [R in Resource]?: { readonly [index: string]: Recipe } };

/** All that are made of a kind. */
export function recipesOf(resource: Resource): readonly Recipe[] {
  const byKind: { readonly [R in Resource]?: { readonly [index: string]: Recipe } } = recipes;
  return [ownerRecipe, ...Object.values(byKind[resource] ?? {})];
}
