/**
 * kubernetes/kubernetes pkg/controller/volume/pvcprotection/pvc_protection_controller_test.go
 * TestPVCProtectionController, 1.36, row by row: what becomes of the finalizer.
 */
import { finalizerRows } from "./finalizer-rows.ts";
import { runTable } from "./rows.ts";

runTable("pvc-protection: TestPVCProtectionController", finalizerRows);
