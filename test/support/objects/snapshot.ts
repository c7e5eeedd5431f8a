import type {
  VolumeSnapshot,
  VolumeSnapshotClass,
  VolumeSnapshotContent,
} from "../../../src/kubernetes/index.ts";
import type { MetaFacts, NamespacedFacts } from "./metadata.ts";
import { metadataOf } from "./metadata.ts";

export interface SnapshotFacts extends NamespacedFacts {
  readonly sourceClaim?: string;
  readonly sourceContent?: string;
  readonly className?: string;
  readonly content?: string;
  readonly readyToUse?: boolean;
  readonly group?: string;
}

/** A snapshot `shop/nightly` of the claim `data` and of no class, without a status unless `content`, `readyToUse` or `group` is given. */
export function snapshot(facts: SnapshotFacts = {}): VolumeSnapshot {
  const { content, readyToUse, group, className } = facts;
  const source =
    facts.sourceContent === undefined
      ? { persistentVolumeClaimName: facts.sourceClaim ?? "data" }
      : { volumeSnapshotContentName: facts.sourceContent };
  const status = {
    ...(content === undefined ? {} : { boundVolumeSnapshotContentName: content }),
    ...(readyToUse === undefined ? {} : { readyToUse }),
    ...(group === undefined ? {} : { volumeGroupSnapshotName: group }),
  };
  return {
    apiVersion: "snapshot.storage.k8s.io/v1",
    kind: "VolumeSnapshot",
    metadata: metadataOf(facts, "nightly", facts.namespace ?? "shop"),
    spec: { source, ...(className === undefined ? {} : { volumeSnapshotClassName: className }) },
    ...(Object.keys(status).length === 0 ? {} : { status }),
  };
}

export interface ContentFacts extends MetaFacts {
  readonly policy?: "Delete" | "Retain";
  readonly snapshotRef?: NonNullable<VolumeSnapshotContent["spec"]>["volumeSnapshotRef"];
  /** The backend's handle of the snapshot, in the status. */
  readonly handle?: string;
  readonly groupHandle?: string;
  /** Pre-provisioned: the handle is given in the spec. */
  readonly sourceHandle?: string;
}

/** A content `snapcontent-1` of ebs.csi.aws.com for `shop/nightly`, policy Delete, with the handle `snap-0abc`. */
export function content(facts: ContentFacts = {}): VolumeSnapshotContent {
  return {
    apiVersion: "snapshot.storage.k8s.io/v1",
    kind: "VolumeSnapshotContent",
    metadata: metadataOf(facts, "snapcontent-1"),
    spec: {
      deletionPolicy: facts.policy ?? "Delete",
      driver: "ebs.csi.aws.com",
      volumeSnapshotRef: facts.snapshotRef ?? { namespace: "shop", name: "nightly", uid: "nightly-uid" },
      source:
        facts.sourceHandle === undefined
          ? { volumeHandle: "vol-0abc" }
          : { snapshotHandle: facts.sourceHandle },
    },
    status: {
      snapshotHandle: facts.handle ?? "snap-0abc",
      ...(facts.groupHandle === undefined ? {} : { volumeGroupSnapshotHandle: facts.groupHandle }),
    },
  };
}

/** The class `ebs-snapshots` of ebs.csi.aws.com, policy Delete. */
export function snapshotClass(facts: MetaFacts = {}): VolumeSnapshotClass {
  return {
    apiVersion: "snapshot.storage.k8s.io/v1",
    kind: "VolumeSnapshotClass",
    metadata: metadataOf(facts, "ebs-snapshots"),
    driver: "ebs.csi.aws.com",
    deletionPolicy: "Delete",
  };
}
