/** The manifest that creates a volume for a disk of a list. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createCluster } from "../../src/cluster/index.ts";
import { flatten } from "../../src/kubernetes/index.ts";
import { importDisk } from "../../src/remedies/index.ts";
import { disk } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

function manifestOf(volumeAttributes: Readonly<Record<string, string>>): string | undefined {
  const listed = disk({ name: "disk-1", spec: { volumeAttributes } });
  const cluster = createCluster(snapshotOf([listed]));
  const made = importDisk({ apiVersion: listed.apiVersion, kind: "Disk", name: "disk-1" }).make(cluster);
  return made === undefined ? undefined : flatten((made.first ?? []).flat(), (data) => data);
}

test("it has the attributes without which the driver does not mount the disk", () => {
  const filestore = manifestOf({ ip: "10.0.0.2", volume: "vol1" });
  assert.match(
    filestore ?? "",
    /volumeHandle: "[^"]+", volumeAttributes: \{ip: "10\.0\.0\.2", volume: "vol1"\}\}\}\}/,
  );
  const vsphere = manifestOf({ type: "vSphere CNS Block Volume" });
  assert.match(vsphere ?? "", /volumeAttributes: \{type: "vSphere CNS Block Volume"\}\}\}\}/);
  const bare = manifestOf({});
  assert.match(bare ?? "", /volumeHandle: "[^"]+"\}\}\}/);
  assert.doesNotMatch(bare ?? "", /volumeAttributes/);
});

test("no manifest is made of an attribute that could end its quotes", () => {
  for (const value of ['x"}', "a\nb", "a: {b}", " ", ""])
    assert.equal(manifestOf({ ip: value }), undefined, JSON.stringify(value));
});
