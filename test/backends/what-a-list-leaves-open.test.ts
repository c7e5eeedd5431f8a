/** What a row does not say for certain counts as unknown. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { cinder } from "../../src/backends/cinder.ts";
import { hetzner } from "../../src/backends/hetzner.ts";

test("Hetzner: a label that was cut, and lost the separators at its start, is no name of a claim", () => {
  const claimOf = (name: string) => {
    const labels = { "managed-by": "csi-driver", "pvc-namespace": "shop", "pvc-name": name };
    return hetzner.listing([{ id: 1, name: "vol", server: null, linux_device: "", labels }]).disks[0]?.claim;
  };
  assert.equal(claimOf("data-db-0")?.name, "data-db-0");
  // Of a name of 64 characters, the driver keeps the last 63; a dash at their start goes too.
  for (const length of [63, 62, 60]) assert.equal(claimOf("a".repeat(length))?.name, undefined, `${length}`);
});

test("Cinder: what is attached to a host has no server, and the list does not say to what it is attached", () => {
  const [disk] = cinder.listing([
    {
      ID: "7a11c0de-0001-41f0-9a00-000000000001",
      Size: 1,
      Status: "in-use",
      "Attached to": [{ server_id: null, host_name: "baremetal-1" }],
    },
  ]).disks;
  assert.deepEqual([disk?.attachedTo, disk?.attachments], [[], undefined]);
});
