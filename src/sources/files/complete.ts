import type { kindNamed } from "../../model/index.ts";
import { isRecord, own } from "../decode/index.ts";

type Definition = NonNullable<ReturnType<typeof kindNamed>>;

/** A hand-made object with what a cluster would have given it: a namespace and a uid that others can refer to. */
export function completed(definition: Definition, value: unknown): unknown {
  if (!isRecord(value)) return value;
  const metadata = own(value, "metadata");
  if (!isRecord(metadata)) return value;
  const namespace = definition.namespaced ? { namespace: own(metadata, "namespace") ?? "default" } : {};
  const parts = [definition.kind, namespace.namespace, own(metadata, "name")];
  const uid = own(metadata, "uid") ?? parts.filter(isText).join("-").toLowerCase();
  return { ...value, metadata: { ...metadata, ...namespace, uid } };
}

function isText(part: unknown): part is string {
  return typeof part === "string";
}
