/** What a plan says is lost, by the name under which it must be accepted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createSandbox } from "../../../src/analysis/timeline/sandbox.ts";
import { stepOf } from "../../../src/analysis/timeline/settle.ts";
import type { TimedMove } from "../../../src/analysis/timeline/steps.ts";
import { lossesToAccept } from "../../../src/changes/plan/fates-to-tell.ts";
import { createCluster } from "../../../src/cluster/index.ts";
import type { Action } from "../../../src/controllers/index.ts";
import type { KubeObject, Phrase } from "../../../src/kubernetes/index.ts";
import { flatten, refOf, words } from "../../../src/kubernetes/index.ts";
import { claim, content, ebs, volume } from "../../support/objects.ts";
import { snapshotOf } from "../../support/snapshot.ts";

/** The losses, one line each, when `gone` no longer exists in the end, and these actions were taken. */
function losses(
  objects: readonly KubeObject[],
  gone: readonly KubeObject[],
  actions: readonly Action[] = [],
  when: Phrase = words("now"),
): readonly string[] {
  const cluster = createCluster(snapshotOf(objects));
  const end = createSandbox(cluster);
  for (const object of gone) end.removeObject(refOf(object));
  const moves = actions.map(
    (action): TimedMove => ({ controller: "pv-controller", action, after: [], allAfter: [] }),
  );
  const steps = moves.map((move) => stepOf(move, when));
  return lossesToAccept({ steps, moves, end, followed: objects }, "all", cluster).map(
    ({ name, because }) => `${name}: ${flatten(because, String)}`,
  );
}

const disk = volume({ spec: ebs });
const kept = volume({ spec: ebs, policy: "Retain" });
const snapshot = content();

function destroy(object: KubeObject, handle: string): Action {
  return { do: "destroy-backend", object: refOf(object), driver: "ebs.csi.aws.com", handle };
}

const leak =
  "DiskLeaks: pv/pv-data is deleted but vol-0abc is not, and remains in the storage backend with no record of it.";
const snapshotLeak =
  "SnapshotLeaks: volumesnapshotcontent/snapcontent-1 is deleted but snap-0abc is not, and remains in the storage backend with no record of it.";

type Row = readonly [what: string, found: () => readonly string[], expected: readonly string[]];

const rows: readonly Row[] = [
  ["a volume that stays", () => losses([disk], []), []],
  ["a volume that goes by itself", () => losses([disk], [disk]), [leak]],
  ["a volume with policy Retain that goes", () => losses([kept], [kept]), []],
  ["a volume of which no handle is known", () => losses([volume()], [volume()]), []],
  ["a content that goes by itself", () => losses([snapshot], [snapshot]), [snapshotLeak]],
  ["a content that stays", () => losses([snapshot], []), []],
  ["a content with policy Retain", () => losses([content({ policy: "Retain" })], [snapshot]), []],
  ["a content without a handle", () => losses([{ ...snapshot, status: {} }], [snapshot]), []],
  ["a content without a status", () => losses([{ ...snapshot, status: undefined }], [snapshot]), []],
  ["a content without a spec", () => losses([{ ...snapshot, spec: undefined }], [snapshot]), []],
  ["a claim that goes", () => losses([claim()], [claim()]), []],
  [
    "a volume whose disk is destroyed, and goes",
    () => losses([disk], [disk], [destroy(disk, "vol-0abc")]),
    [
      "DataDestroyed: pv-controller then has ebs.csi.aws.com delete disk vol-0abc of pv/pv-data, with all data on it. To keep the data, set the volume to Retain first: kubectl pvguard fix pv/pv-data --remedy set-retain",
    ],
  ],
  [
    "a snapshot that is destroyed, and its content goes",
    () => losses([snapshot], [snapshot], [destroy(snapshot, "snap-0abc")]),
    [
      "SnapshotDestroyed: pv-controller then has ebs.csi.aws.com delete snapshot snap-0abc of volumesnapshotcontent/snapcontent-1, with all data on it. To keep the data, set the content to Retain first: kubectl pvguard fix volumesnapshotcontent/snapcontent-1 --remedy retain-snapshot",
    ],
  ],
  [
    "the disk of another volume is destroyed",
    () => losses([disk], [disk], [destroy(volume({ name: "pv-b" }), "vol-b")]),
    [
      "DataDestroyed: pv-controller then has ebs.csi.aws.com delete disk vol-b of pv/pv-b, with all data on it. To keep the data, set the volume to Retain first: kubectl pvguard fix pv/pv-b --remedy set-retain",
      leak,
    ],
  ],
  [
    "a disk that goes only when a machine is there again",
    () => losses([disk], [], [destroy(disk, "/mnt/a")], words("when node/a exists again")),
    [
      "DataDestroyed: Then, when node/a exists again, pv-controller has ebs.csi.aws.com delete disk /mnt/a of pv/pv-data, with all data on it. To keep the data, set the volume to Retain first: kubectl pvguard fix pv/pv-data --remedy set-retain",
    ],
  ],
  [
    "another action on the volume",
    () => losses([disk], [disk], [{ do: "delete", object: refOf(disk) }]),
    [leak],
  ],
  [
    "a claimRef that goes whole",
    () => losses([disk], [], [{ do: "clear-claim-ref", object: refOf(disk), part: "whole" }]),
    ["DataExposed: pv/pv-data becomes available with its data, and any claim can bind to it."],
  ],
  [
    "a claimRef whose uid goes",
    () => losses([disk], [], [{ do: "clear-claim-ref", object: refOf(disk), part: "uid" }]),
    [],
  ],
];

for (const [what, found, expected] of rows) {
  test(`${what}: ${expected.length === 0 ? "nothing" : expected.map((line) => line.split(":")[0])}`, () =>
    assert.deepEqual(found(), expected));
}
