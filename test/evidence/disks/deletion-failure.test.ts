import assert from "node:assert/strict";
import { test } from "node:test";
import type { DeletionFailure } from "../../../src/evidence/index.ts";
import { deletionFailure } from "../../../src/evidence/index.ts";

/** Texts of real threads, each with what it is taken for. */
const rows: readonly (readonly [message: string, failure: DeletionFailure])[] = [
  ["persistentvolume pvc-1 is still attached to node n1", "attached"],
  ["CSI driver does not support dynamic provisioning", "unsupported"],
  ['persistentvolumes "pvc-1" is forbidden: User "x" cannot patch resource', "finalizer-forbidden"],
  ["failed to remove finalizer: forbidden", "finalizer-forbidden"],
  ['error getting secret smb-creds in namespace a: secrets "smb-creds" not found', "secret"],
  ["failed to get provisioner secret", "secret"],
  ["volume vol-1 has dependent snapshots", "has-snapshots"],
  ["rbd: image has snapshots - these must be deleted", "has-snapshots"],
  ["The resource 'volume' is in use.", "in-use"],
  ["rbd csi-vol-1 is still being used: image has watchers", "in-use"],
  ["VolumeInUse: Volume vol-1 is currently attached to i-1", "in-use"],
  ["target is busy", "in-use"],
  ["UnauthorizedOperation: You are not authorized to perform: ec2:DeleteVolume", "access-denied"],
  ["rados: ret=-1, Operation not permitted: Permission denied", "access-denied"],
  ["failed to delete volume: unlinkat /srv/vol-1/a: operation not permitted", "file-denied"],
  ["rm: can't remove '/srv/vol-1/a/.locked': Permission denied", "file-denied"],
  ['pods is forbidden: User "s" cannot create resource "pods"', "rights-in-kubernetes"],
  ["AuthorizationFailed: the client does not have authorization, 403", "access-denied"],
  ['node "n9" not found', "node-gone"],
  ["InvalidVolume.NotFound: The volume 'vol-1' does not exist.", "not-found"],
  ["rpc error: code = DeadlineExceeded desc = context deadline exceeded", "other"],
  ["InvalidVolume.NotFound: The volume 'vol-2' does not exist.", "other-not-found"],
  ["backend pool ssd-1 not found in the configuration of array A7", "other-not-found"],
  ["", "other"],
];

for (const [message, failure] of rows) {
  test(`${failure}: ${message || "no words at all"}`, () =>
    assert.equal(deletionFailure(message, ["vol-1"]), failure));
}

test("a long text of another's making is read in no time", () => {
  assert.equal(deletionFailure(`finalizer ${"x ".repeat(200_000)}`, ["vol-1"]), "other");
});
