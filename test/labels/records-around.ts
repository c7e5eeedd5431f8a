import { recordsOf } from "../../src/analysis/disks/records.ts";
import type { Sandbox } from "../../src/analysis/timeline/sandbox.ts";
import type { ObjectRef } from "../../src/kubernetes/index.ts";
import { refOf } from "../../src/kubernetes/index.ts";

/** The object with all that record the same disk. */
export function recordsAround(ref: ObjectRef, { find, cluster }: Sandbox): readonly ObjectRef[] {
  const object = find(ref);
  return object === undefined ? [ref] : recordsOf(object, cluster).objects.map(refOf);
}
