import { attacherPrefix } from "./finalizer-names.ts";

/**
 * A driver's name as it stands in a finalizer. Two drivers can come out the same, so it must never be read backwards:
 * encode the name of the driver, and compare.
 * kubernetes-csi/external-attacher pkg/controller/util.go SanitizeDriverName, v4.12.
 */
function sanitizedDriver(driver: string): string {
  const name = driver.replaceAll(/[^a-zA-Z0-9-]/g, "-");
  return name.endsWith("-") ? `${name}X` : name;
}

/** kubernetes-csi/external-attacher pkg/controller/util.go GetFinalizerName, v4.12. */
export function attacherFinalizer(driver: string): string {
  return `${attacherPrefix}${sanitizedDriver(driver)}`;
}

/** The lease by which the attacher of a driver says that it runs. kubernetes-csi/external-attacher cmd/csi-attacher/main.go, v4.12. */
export function attacherLease(driver: string): string {
  return `external-attacher-leader-${sanitizedDriver(driver)}`.toLowerCase();
}
