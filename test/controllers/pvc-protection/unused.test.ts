/**
 * kubernetes/kubernetes pkg/controller/volume/pvcprotection/pvc_protection_controller_test.go
 * TestPVCProtectionController, 1.36, row by row: the condition Unused.
 */

import { runTable } from "./rows.ts";
import { unusedRows } from "./unused-rows.ts";

runTable("pvc-protection: TestPVCProtectionController, the condition Unused", unusedRows);
