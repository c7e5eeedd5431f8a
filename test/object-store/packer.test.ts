import assert from "node:assert/strict";
import { test } from "node:test";
import { generate } from "../../bench/generator/cluster.ts";
import { encoded } from "../../bench/store/encoded.ts";
import { letGoOfPacker, PackedItems } from "../../src/object-store/index.ts";
import { thePacker } from "../../src/object-store/packer.ts";
import { addAll, addMessage } from "../support/add-message.ts";
import { encode, envelope } from "../support/protobuf/encode.ts";
import { readList } from "../support/protobuf/list-reader.ts";

const messages = [...generate({ pods: 60 }).items]
  .filter(({ resource }) => resource === "v1/persistentvolumeclaims")
  .map((item) => encoded(item).protobuf);
const page = readList(envelope("v1", "PersistentVolumeClaimList", Buffer.concat(messages))).items;

function claims(): PackedItems<"v1/persistentvolumeclaims"> {
  return new PackedItems("v1/persistentvolumeclaims", { apiVersion: "v1", kind: "PersistentVolumeClaim" });
}

test("a list that is still open goes on when the packer is let go of, and one that begins then is no part of it", () => {
  const whole = claims();
  for (let count = 0; count < 3; count++) addAll(whole, page.bytes);
  whole.settle();
  const open = claims();
  addAll(open, page.bytes);
  letGoOfPacker();
  const later = claims();
  addAll(later, page.bytes);
  addAll(open, page.bytes);
  addAll(later, page.bytes);
  letGoOfPacker();
  addAll(open, page.bytes);
  addAll(later, page.bytes);
  for (const list of [open, later]) {
    list.settle();
    assert.deepEqual([...list], [...whole]);
  }
});

test("what the volumes of nodes take while nodes are packed is no memory of the packer of other lists", () => {
  letGoOfPacker();
  addAll(claims(), page.bytes);
  const before = thePacker().bytes;
  const nodes = new PackedItems("v1/nodes", { apiVersion: "v1", kind: "Node" });
  const volumesInUse = Array.from({ length: 20_000 }, (_, at) => `kubernetes.io/csi/example.com^vol-${at}`);
  addMessage(
    nodes,
    encode("v1/nodes", { metadata: { name: "node", uid: "node" }, status: { volumesInUse } }),
  );
  assert.equal(thePacker().bytes, before);
  nodes.settle();
  assert.deepEqual(nodes.at(0)?.status?.volumesInUse, volumesInUse);
});
