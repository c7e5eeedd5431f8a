import type { Phrase, RawObject } from "../kubernetes/index.ts";
import { fieldsOf, isSameJson, nameOf, own, recordIn, say } from "../kubernetes/index.ts";
import type { Act } from "../report/index.ts";
import type { Manifest } from "./manifests.ts";
import { mark } from "./mark.ts";

/** What is done about one policy or binding. `not ours`: another tool or person made it. */
type Change =
  | { readonly is: "change"; readonly act: Act }
  | { readonly is: "so already" }
  | { readonly is: "not ours"; readonly because: Phrase };

/** What makes an object on the server as its manifest says. Labels and annotations that others added are kept. */
export function changeOf(manifest: Manifest, found: RawObject | "absent"): Change {
  const { apiVersion, kind, metadata, spec } = manifest;
  if (found === "absent") {
    const on = { apiVersion, kind, name: metadata.name };
    return { is: "change", act: { do: "create", on, manifest: JSON.stringify(manifest) } };
  }
  if (!isOurs(found)) return notOurs(found);
  const was = own(recordOf(found), "spec");
  if (isSameJson(was, spec)) return { is: "so already" };
  return {
    is: "change",
    act: { do: "edit", on: found.ref, edits: [{ op: "replace", path: "/spec", value: spec, was }] },
  };
}

/** What removes it again. */
export function removalOf(found: RawObject | "absent"): Change {
  if (found === "absent") return { is: "so already" };
  return isOurs(found) ? { is: "change", act: { do: "delete", on: found.ref } } : notOurs(found);
}

function recordOf(found: RawObject): { readonly [field: string]: unknown } {
  return recordIn({ object: fieldsOf(found).value }, "object");
}

function isOurs(found: RawObject): boolean {
  const labels = recordIn(recordIn(recordOf(found), "metadata"), "labels");
  return Object.entries(mark.labels).every(([key, value]) => own(labels, key) === value);
}

function notOurs({ ref }: RawObject): Change {
  const [[key = "", value = ""] = []] = Object.entries(mark.labels);
  return {
    is: "not ours",
    because: say`${nameOf(ref)} has this name, but not the label ${key}=${value}: pvguard did not install it.`,
  };
}
