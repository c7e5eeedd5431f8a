import type { Lease } from "../../kubernetes/index.ts";
import { instant } from "../../kubernetes/index.ts";

/**
 * The names of the leases that the sidecars of a driver renew while they lead: `ebs-csi-aws-com` for ebs.csi.aws.com.
 * kubernetes-csi/external-provisioner, external-attacher, external-snapshotter and external-resizer cmd/<program>/main.go
 * `lockName`, v5, v4, v8 and v2; kubernetes-csi/csi-lib-utils leaderelection/leader_election.go sanitizeName, for all of them. The
 * attacher makes a label of the driver's name; for that, see `attacherLease`.
 */
export const leases = {
  provisioner: (driver: string) => sanitized(driver),
  attacher: (label: string) => `external-attacher-leader-${label}`.toLowerCase(),
  snapshotter: (driver: string) => sanitized(`external-snapshotter-leader-${driver}`),
  resizer: (driver: string) => sanitized(`external-resizer-${driver}`),
} as const;

function sanitized(name: string): string {
  const clean = name.replaceAll(/[^a-zA-Z0-9-]/g, "-");
  return clean.endsWith("-") ? `${clean}X` : clean;
}

/** A leader that has not renewed for so long after the end of its lease is gone, in seconds. */
const grace = 60;

/** Is its leader alive at this moment? */
export function isRenewed({ spec }: Lease, now: number): boolean {
  const renewed = instant(spec?.renewTime);
  if (renewed === undefined || (spec?.holderIdentity ?? "") === "") return false;
  return now - renewed <= ((spec?.leaseDurationSeconds ?? 15) + grace) * 1000;
}
