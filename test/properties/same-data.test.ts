/**
 * Both of each pair have the same data, so nothing better is said of the first than of the second: a volume and the
 * claim that it is bound to; a content and its snapshot; an attachment (of the data behind it) and its volume; one volume
 * of a disk and another.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { report } from "../../src/analysis/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type {
  KubeObject,
  PersistentVolume,
  PersistentVolumeClaim,
  VolumeAttachment,
  VolumeSnapshot,
  VolumeSnapshotContent,
} from "../../src/kubernetes/index.ts";
import { nameKey, refOf } from "../../src/kubernetes/index.ts";
import { clusters } from "../support/arbitrary-cluster.ts";
import { runs } from "../support/runs.ts";
import { snapshotOf } from "../support/snapshot.ts";

const count = runs(30, 1 / 2);
/** What is left behind is there, as what is kept. */
const losing: readonly unknown[] = ["destroyed", "exposed"];
const reassuring: readonly unknown[] = ["kept", "none", "already-gone"];

/** One that stands for the data, and the one that it belongs to. */
type Pair = readonly [behind: KubeObject, owner: KubeObject];

function boundVolume(volume: PersistentVolume, claim: PersistentVolumeClaim): Pair {
  const claimRef = refOf(claim);
  return [
    {
      ...volume,
      spec: { ...volume.spec, persistentVolumeReclaimPolicy: "Delete", claimRef },
      status: { ...volume.status, phase: "Bound" },
    },
    {
      ...claim,
      spec: { ...claim.spec, volumeName: volume.metadata.name },
      status: { ...claim.status, phase: "Bound" },
    },
  ];
}

function boundContent(content: VolumeSnapshotContent, snapshot: VolumeSnapshot): Pair {
  return [
    {
      ...content,
      spec: { ...content.spec, deletionPolicy: "Delete", volumeSnapshotRef: refOf(snapshot) },
    },
    {
      ...snapshot,
      status: { ...snapshot.status, boundVolumeSnapshotContentName: content.metadata.name },
    },
  ];
}

function attachedVolume(attachment: VolumeAttachment, volume: PersistentVolume): Pair {
  const source = { persistentVolumeName: volume.metadata.name };
  return [{ ...attachment, spec: { ...attachment.spec, source } }, volume];
}

/** The second stands for the disk of the first, and its driver has to delete it. */
function sameDisk(volume: PersistentVolume, other: PersistentVolume): Pair {
  const csi = { driver: "ebs.csi.aws.com", volumeHandle: `vol-${volume.metadata.name}` };
  return [
    {
      ...volume,
      spec: { csi, claimRef: volume.spec?.claimRef ?? {}, persistentVolumeReclaimPolicy: "Retain" },
    },
    {
      ...other,
      metadata: {
        ...other.metadata,
        annotations: { ...other.metadata.annotations, "pv.kubernetes.io/provisioned-by": csi.driver },
      },
      spec: { csi, claimRef: other.spec?.claimRef ?? {}, persistentVolumeReclaimPolicy: "Delete" },
      status: { ...other.status, phase: "Released" },
    },
  ];
}

/** The first of the one kind is bound to the first of the other, the second to the second, and so on. */
function paired<B extends KubeObject, O extends KubeObject>(
  objects: readonly KubeObject[],
  kinds: readonly [behind: B["kind"], owner: O["kind"]],
  bound: (behind: B, owner: O) => Pair,
) {
  const [behind, owners] = kinds.map((wanted) => objects.filter(({ kind }) => kind === wanted));
  const pairs = (behind ?? []).flatMap((each, at) => {
    const owner = owners?.[at];
    return owner === undefined ? [] : [bound(each as B, owner as O)];
  });
  const changed = new Map(pairs.flat().map((each) => [nameKey(refOf(each)), each]));
  return { pairs, objects: objects.map((each) => changed.get(nameKey(refOf(each))) ?? each) };
}

/** How often a loss was told of both. */
function compare({ pairs, objects }: ReturnType<typeof paired>): number {
  const living = pairs.filter(([{ metadata }]) => metadata.deletionTimestamp === undefined);
  const { diagnoses } = report(living.flat(), snapshotOf(objects), knowledge);
  let compared = 0;
  for (const at of living.keys()) {
    const [behind, owner] = diagnoses.slice(2 * at);
    if (!losing.includes(owner?.fate?.data)) continue;
    compared += 1;
    assert.ok(
      !reassuring.includes(behind?.fate?.data),
      `${behind?.object.name}: ${behind?.fate?.data}, and ${owner?.object.name}: ${owner?.fate?.data}`,
    );
    // An attachment is healthy as long as it does its work.
    if (behind?.object.kind !== "VolumeAttachment") assert.notEqual(behind?.verdict.category, "healthy");
  }
  return compared;
}

function twoOfOneDisk(objects: readonly KubeObject[]): ReturnType<typeof paired> {
  const [volume, other] = objects.filter((each) => each.kind === "PersistentVolume");
  if (volume === undefined || other === undefined) return { pairs: [], objects: [...objects] };
  const pair = sameDisk(volume as PersistentVolume, other as PersistentVolume);
  const others = objects.filter((each) => each !== volume && each !== other);
  return { pairs: [pair], objects: [...others, ...pair] };
}

const bonds = {
  "two volumes of one disk": twoOfOneDisk,
  "a volume and its claim": (objects: readonly KubeObject[]) =>
    paired(objects, ["PersistentVolume", "PersistentVolumeClaim"], boundVolume),
  "a content and its snapshot": (objects: readonly KubeObject[]) =>
    paired(objects, ["VolumeSnapshotContent", "VolumeSnapshot"], boundContent),
  "an attachment and its volume": (objects: readonly KubeObject[]) =>
    paired(objects, ["VolumeAttachment", "PersistentVolume"], attachedVolume),
};

for (const [name, bond] of Object.entries(bonds)) {
  test(`${name} in ${count} generated clusters`, () => {
    let compared = 0;
    fc.assert(
      fc.property(clusters, (objects) => {
        compared += compare(bond(objects));
      }),
      { numRuns: count },
    );
    assert.ok(compared > 0);
  });
}
