import type { Demand, Reading } from "../../../../src/cluster/index.ts";
import type { Resource } from "../../../../src/kubernetes/index.ts";
import { status } from "../../../support/fault-server/reactions.ts";

export const everywhere = (resource: Resource): Demand => ({ resource, scope: { of: "cluster" } });
export const claims = everywhere("v1/persistentvolumeclaims");
export const volumes = everywhere("v1/persistentvolumes");
export const pods = everywhere("v1/pods");
export const snapshots = everywhere("snapshot.storage.k8s.io/v1/volumesnapshots");

/** Reason and detail of a reading that was not made, or the names in one that was. */
export function told(reading: Reading | undefined): unknown {
  if (reading === undefined) return undefined;
  return reading.read
    ? Array.from(reading.items, ({ metadata }) => metadata.name)
    : [reading.reason, reading.detail];
}

export const forbidden = (what: string) =>
  status(403, "Forbidden", `${what} is forbidden: User "bob" cannot list`);
