import type { CSIDriver, CSINode, Event, ObjectRef } from "../../src/kubernetes/index.ts";
import { metadataOf } from "./objects.ts";

/** A driver that is registered, and that `node-a` runs. */
export function installed(driver = "ebs.csi.aws.com"): readonly [CSIDriver, CSINode] {
  return [
    { apiVersion: "storage.k8s.io/v1", kind: "CSIDriver", metadata: metadataOf({}, driver) },
    {
      apiVersion: "storage.k8s.io/v1",
      kind: "CSINode",
      metadata: metadataOf({}, "node-a"),
      spec: { drivers: [{ name: driver, nodeID: "i-1" }] },
    },
  ];
}

/** An event about an object, seen last two minutes before noon unless said. */
export function event(
  about: ObjectRef,
  reason: string,
  message: string,
  lastTimestamp = "2026-11-20T11:58:00Z",
): Event {
  const { kind, name, namespace } = about;
  return {
    apiVersion: "v1",
    kind: "Event",
    metadata: metadataOf({}, `${name}.${reason}`, namespace ?? "default"),
    involvedObject: { kind, name, ...(namespace === undefined ? {} : { namespace }) },
    reason,
    message,
    lastTimestamp,
  };
}
