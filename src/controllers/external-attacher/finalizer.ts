import { attacherPrefix } from "../finalizer-names.ts";

/**
 * The finalizer that the attacher of a driver puts on volumes and attachments.
 * kubernetes-csi/external-attacher pkg/controller/util.go GetFinalizerName, SanitizeDriverName, v4.12.
 */
export function attacherFinalizer(driver: string): string {
  const name = driver.replaceAll(/[^a-zA-Z0-9-]/g, "-");
  return `${attacherPrefix}${name.endsWith("-") ? `${name}X` : name}`;
}

export function isAttacherFinalizer(finalizer: string): boolean {
  return finalizer.startsWith(attacherPrefix);
}
