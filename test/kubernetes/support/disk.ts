import assert from "node:assert/strict";
import { writeFor } from "../../../src/changes/index.ts";
import type { RawObject } from "../../../src/kubernetes/index.ts";
import { flatten, rawObject } from "../../../src/kubernetes/index.ts";
import type { Act } from "../../../src/report/index.ts";

export const volumes = "v1/persistentvolumes";
export const on = { apiVersion: "v1", kind: "PersistentVolume", name: "disk", uid: "u1" };

export function read(metadata: object = {}, others: object = {}): RawObject {
  const found = rawObject(
    JSON.stringify({
      apiVersion: "v1",
      kind: "PersistentVolume",
      metadata: {
        name: "disk",
        uid: "u1",
        resourceVersion: "7",
        deletionTimestamp: "2026-11-20T11:00:00Z",
        finalizers: ["a/b"],
        ...metadata,
      },
      ...others,
    }),
  );
  assert.ok(found);
  return found;
}

export const living = { deletionTimestamp: undefined };

/** The reason why there is nothing to send, with its words; or what there is to send. */
export function outcome(act: Act, found: RawObject | "absent" = read()): string {
  const step = writeFor(act, found, volumes);
  return "do" in step ? step.do : `${step.reason}: ${flatten(step.message, (data) => data)}`;
}
