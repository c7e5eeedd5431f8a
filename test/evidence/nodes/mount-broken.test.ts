import assert from "node:assert/strict";
import { test } from "node:test";
import { mountBroken } from "../../../src/evidence/index.ts";
import type { Pod } from "../../../src/kubernetes/index.ts";
import { pod } from "../../support/objects.ts";
import { looked } from "../ask.ts";

function waiting(message: string): Pod {
  const state = { waiting: { reason: "CreateContainerError", message } };
  return { ...pod(), status: { phase: "Running", containerStatuses: [{ name: "app", state }] } };
}

const path = "/var/lib/kubelet/pods/65/volumes/kubernetes.io~csi/pv1/mount";

test("for: the container runtime finds a mount that does not answer", () => {
  for (const error of [
    "transport endpoint is not connected",
    "stale NFS file handle",
    "input/output error",
  ]) {
    const answer = looked(mountBroken(waiting(`failed to stat "${path}": stat ${path}: ${error}`)));
    assert.deepEqual([answer.is, answer.volume], ["proven", "pv1"], error);
  }
});

test("a mount point that is no directory any more is one as well", () => {
  const answer = looked(
    mountBroken(waiting(`error while creating mount source path '${path}': mkdir ${path}: file exists`)),
  );
  assert.equal(answer.volume, "pv1");
});

test("against: another path, or another error", () => {
  for (const message of [
    "failed to stat /srv/data: transport endpoint is not connected",
    `failed to stat ${path}: permission denied`,
    'secret "x" not found',
  ])
    assert.equal(mountBroken(waiting(message)).is, "possible", message);
});
