/**
 * kubernetes/kubernetes pkg/controller/volume/pvcprotection/pvc_protection_controller_test.go
 * TestPVCProtectionController, 1.36, row by row: those about the condition Unused, for the finalizer.
 */

import { runTable } from "./rows.ts";
import { unusedRows } from "./unused-rows.ts";

runTable(
  "pvc-protection: TestPVCProtectionController, the finalizer in the rows about the condition Unused",
  unusedRows,
);
