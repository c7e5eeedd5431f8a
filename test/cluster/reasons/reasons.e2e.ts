/** Why things really go: what pvguard says before, what the real controllers then do, and what it says after. */
import { after, before, test } from "node:test";
import type { Csi } from "../csi/csi.ts";
import { startCsi } from "../csi/csi.ts";
import { nodeCleanupIs } from "../local/node-cleanup.ts";
import { testKubeconfig } from "../support/e2e.ts";
import type { Program } from "../why/support/program.ts";
import { buildProgram } from "../why/support/program.ts";
import { clonePending, contentGoesWithItsSnapshot, snapshotFinalizerOrphaned } from "./copies.ts";
import type { Ground } from "./ground.ts";
import { newGround } from "./ground.ts";
import { deletedByNodeCleanup } from "./node-cleanup.ts";
import { destroyedAfterDetach, freedByPodDeletion } from "./pods.ts";
import {
  destroyedAsAnotherVolume,
  destroyedUnderAForeignFinalizer,
  freedByRetain,
  keptAsAnotherVolume,
  leakedByDeletingTheVolumeFirst,
} from "./volumes.ts";

const reasons: Readonly<Record<string, (ground: Ground) => Promise<void>>> = {
  "PVC freed by pod deletion": freedByPodDeletion,
  "CSI volume destroyed by external-provisioner after detach": destroyedAfterDetach,
  "disk leaked by deleting the PV first without the finalizer": leakedByDeletingTheVolumeFirst,
  "Retain switch freeing a PV": freedByRetain,
  "disk destroyed under a finalizer of somebody else": destroyedUnderAForeignFinalizer,
  "disk destroyed as that of another volume": destroyedAsAnotherVolume,
  "disk kept as that of another volume": keptAsAnotherVolume,
  "snapshot finalizer orphaned": snapshotFinalizerOrphaned,
  "snapshot content going with its snapshot": contentGoesWithItsSnapshot,
  "clone pending": clonePending,
  [`node-cleanup deleting a local claim after the delay${nodeCleanupIs === "real" ? "" : " (a stand-in deletes it: that the real controller would is not proved)"}`]:
    deletedByNodeCleanup,
};

let program: Program;
let csi: Csi;
before(async () => {
  program = await buildProgram();
  csi = await startCsi(testKubeconfig(), [
    "csi-provisioner",
    "csi-attacher",
    "csi-snapshotter",
    "snapshot-controller",
  ]);
});
after(async () => {
  await csi?.stop();
  program?.remove();
});

for (const [name, play] of Object.entries(reasons)) {
  test(name, async (context) => play(await newGround(context, program, csi)));
}
