/** Of a type, only unhealthy objects are shown: data that only predictions for the others need is not called unread. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inputSource } from "../../src/commands/index.ts";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { snapshotOf } from "../support/snapshot.ts";
import type { Change } from "./support/application.ts";
import { application } from "./support/application.ts";
import { runCommand } from "./support/run-command.ts";

const attachments = "storage.k8s.io/v1/volumeattachments";

/** No attacher has set its finalizer. */
const neverAttached: Change = (volume) => {
  volume.metadata = { ...volume.metadata, finalizers: ["kubernetes.io/pv-protection"] };
};

/** What could not be read for a report as JSON, where attachments may not be. */
async function unread(line: string, claim: Change = () => {}): Promise<readonly string[]> {
  const changed = application({ PersistentVolume: neverAttached, PersistentVolumeClaim: claim });
  const source = inputSource(snapshotOf(changed as unknown as readonly KubeObject[], [attachments]));
  const { out } = await runCommand([...line.split(" "), "-n", "app", "-o", "json"], source);
  const report = JSON.parse(out) as { readonly unread: readonly { readonly resource: string }[] };
  return report.unread.map(({ resource }) => resource);
}

test("who names a claim that is well is told what could not be seen of its future, who names a type is not", async () => {
  assert.deepEqual(await unread("why pvc/data"), [attachments]);
  for (const line of ["why pvc", "why pvc --if-deleted"]) assert.deepEqual(await unread(line), []);
});

test("of a claim that is shown everyone is told", async () => {
  const deleted: Change = (claim) => {
    claim.metadata = { ...claim.metadata, deletionTimestamp: "2026-11-20T11:00:00Z" };
  };
  for (const line of ["why pvc/data", "why pvc"])
    assert.deepEqual(await unread(line, deleted), [attachments]);
});
