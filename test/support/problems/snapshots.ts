import fc from "fast-check";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { claim, content, snapshot, snapshotClass } from "../objects.ts";
import { deletion, driver, facts, moments, mostly, one } from "./common.ts";
import { nameOfClaim } from "./names.ts";

/** A snapshot of the claim of a disk, its content, and a claim that is filled from the one or the other. */
export const snapshotsOfDisk = fc.array(
  fc.record({
    stands: mostly("both", "the snapshot alone", "the content alone"),
    bound: mostly("each other", "not yet", "the content to an earlier snapshot"),
    ready: mostly(true, false),
    policy: one("Delete", "Retain"),
    snapshotDeleted: deletion,
    contentDeleted: deletion,
    keeps: mostly("all", "nothing", "unknown"),
    mark: mostly("none", "being created", "being deleted"),
    handle: mostly("own", "shared", "none"),
    error: mostly("none", "busy", "not found"),
    created: one(moments.yesterday, "2026-11-20T11:40:00Z"),
    clone: mostly("none", "of the snapshot", "of the claim"),
    class: mostly("there", "missing", "none"),
  }),
  { maxLength: 1 },
);
export type SnapshotFacts = typeof snapshotsOfDisk extends fc.Arbitrary<readonly (infer T)[]> ? T : never;

const prefix = "snapshot.storage.kubernetes.io";
const ofSnapshot = [
  `${prefix}/volumesnapshot-as-source-protection`,
  `${prefix}/volumesnapshot-bound-protection`,
];

export const snapshotClassObject: KubeObject = snapshotClass();

export function snapshotObjects(of: SnapshotFacts, at: number): readonly KubeObject[] {
  const name = `snap-${at}`;
  const contentName = `snapcontent-${at}`;
  const isReady = of.ready && of.bound === "each other";
  const source = { namespace: "shop", name };
  const made = snapshot(
    facts({
      name,
      sourceClaim: nameOfClaim(at),
      content: of.bound === "not yet" ? undefined : contentName,
      readyToUse: isReady,
      creationTimestamp: of.created,
      deletionTimestamp: of.snapshotDeleted,
      finalizers: finalizersFor(of, ofSnapshot),
    }),
  );
  const classed: KubeObject & { readonly spec: object } = {
    ...made,
    spec: {
      ...made.spec,
      ...(of.class === "none"
        ? {}
        : { volumeSnapshotClassName: of.class === "there" ? snapshotClassObject.metadata.name : "nope" }),
    },
  };
  const taken = content(
    facts({
      name: contentName,
      policy: of.policy,
      snapshotRef: {
        ...source,
        uid: of.bound === "each other" ? `${name}-uid` : "earlier-uid",
      },
      creationTimestamp: of.created,
      deletionTimestamp: of.contentDeleted,
      finalizers: finalizersFor(of, [`${prefix}/volumesnapshotcontent-bound-protection`]),
      annotations: marks[of.mark],
    }),
  );
  const withStatus: KubeObject & { readonly status: object } = {
    ...taken,
    status: {
      readyToUse: of.ready,
      ...(of.handle === "none" ? {} : { snapshotHandle: of.handle === "own" ? `snap-0b${at}` : "snap-0b0" }),
      ...errorOf(of, at),
    },
  };
  return [
    ...(of.stands === "the content alone" ? [] : [classed]),
    ...(of.stands === "the snapshot alone" ? [] : [withStatus]),
    ...(of.clone === "none" ? [] : [clone(of, at)]),
  ];
}

const marks: Record<SnapshotFacts["mark"], { readonly [key: string]: string }> = {
  none: {},
  "being created": { [`${prefix}/volumesnapshot-being-created`]: "yes" },
  "being deleted": { [`${prefix}/volumesnapshot-being-deleted`]: "yes" },
};

function finalizersFor({ keeps }: SnapshotFacts, usual: readonly string[]): readonly string[] {
  switch (keeps) {
    case "all":
      return usual;
    case "nothing":
      return [];
    case "unknown":
      return [...usual, "example.com/keep"];
  }
}

function errorOf({ error }: SnapshotFacts, at: number): object {
  const time = moments.today;
  if (error === "none") return {};
  const message =
    error === "busy"
      ? "rpc error: code = Internal desc = snapshot is in use"
      : `rpc error: code = NotFound desc = snapshot snap-0b${at} not found`;
  return { error: { message, time } };
}

/** A claim that is to be filled from the snapshot, or from the claim. */
function clone(of: SnapshotFacts, at: number): KubeObject {
  const dataSource =
    of.clone === "of the snapshot"
      ? { apiGroup: "snapshot.storage.k8s.io", kind: "VolumeSnapshot", name: `snap-${at}` }
      : { kind: "PersistentVolumeClaim", name: nameOfClaim(at) };
  return claim({
    name: `copy-${at}`,
    storageClassName: "fast",
    finalizers: ["kubernetes.io/pvc-protection"],
    annotations: { "volume.kubernetes.io/storage-provisioner": driver },
    spec: { dataSource },
  });
}
