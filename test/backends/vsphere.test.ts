/** What a list of CNS says of volumes, and of which volumes it says nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { vsphere } from "../../src/backends/vsphere.ts";
import { volume } from "../support/objects.ts";

test("a volume of the former plugin, which is named by its path, is never called missing", () => {
  const handle = "3c0f0b0c-1111-4111-8111-000000000001";
  const driver = "csi.vsphere.vmware.com";
  const own = volume({ spec: { csi: { driver, volumeHandle: handle } } });
  assert.equal(vsphere.placeOf?.(own), "");
  const former = volume({ spec: { vsphereVolume: { volumePath: "[ds1] kubevols/pvc-1.vmdk" } } });
  assert.equal(vsphere.placeOf?.(former), undefined);
});
