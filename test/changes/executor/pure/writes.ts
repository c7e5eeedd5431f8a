import type { RawObject } from "../../../../src/kubernetes/index.ts";
import { volume } from "../support/objects.ts";
import { raw } from "../support/plans.ts";

export function disk(finalizers: readonly string[], metadata: object = {}, others: object = {}): RawObject {
  return raw(volume(finalizers, { metadata: { resourceVersion: "7", ...metadata }, ...others }));
}

const ref = { apiVersion: "v1", kind: "PersistentVolume", name: "disk", uid: "u1" };
export const target = { resource: "v1/persistentvolumes", ref, resourceVersion: "7" } as const;
export const before = disk(["a/b"]);
export const replace = { do: "replace", target, without: "a/b", read: before.text } as const;
export const remove = { do: "delete", target } as const;

export const patch = {
  do: "patch",
  target,
  tests: [
    { path: "/metadata/uid", value: "u1" },
    { path: "/metadata/resourceVersion", value: "7" },
  ],
  edits: [{ op: "replace", path: "/spec/x", value: "new", was: "old" }],
} as const;

export const create = {
  do: "create",
  resource: "v1/persistentvolumes",
  ref,
  manifest: '{"spec":{"x":1}}',
} as const;

export const spec = (x: string) => ({ spec: { x } });
export const name = "pv/disk";
