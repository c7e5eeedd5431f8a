import assert from "node:assert/strict";
import { test } from "node:test";
import { bytesOf, bytesOfAll } from "../../src/report/index.ts";

const claim = { disks: [{ volume: "pv-1", bytes: 10 }] };
const volume = { disks: [{ volume: "pv-1", bytes: 12 }] };
const set = {
  disks: [
    { volume: "pv-1", bytes: 10 },
    { volume: "pv-2", bytes: 5 },
  ],
};

test("a claim and its volume are one disk, as large as the larger says", () => {
  assert.equal(bytesOfAll([claim, volume]), 12);
  assert.equal(bytesOfAll([volume, set, claim, {}]), 17);
  assert.equal(bytesOfAll([]), 0);
});

test("what takes up nothing, or is not known, has no size", () => {
  assert.equal(bytesOf({}), undefined);
  assert.equal(bytesOf(set), 15);
});

test("two volumes that stand for one disk take it up once, and so do their claims", () => {
  const other = { disks: [{ volume: "pv-3", key: "nfs/share", bytes: 7 }] };
  const copy = { disks: [{ volume: "pv-1", key: "nfs/share", bytes: 7 }] };
  assert.equal(bytesOfAll([claim, other]), 17);
  assert.equal(bytesOfAll([claim, other, copy]), 10);
});
