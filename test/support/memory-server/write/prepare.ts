import type { ApiObject } from "../objects/api-object.ts";
import { finalizersOf, withFinalizers } from "../objects/api-object.ts";
import type { JsonObject } from "../objects/json.ts";
import { objectIn, without } from "../objects/json.ts";
import type { ServedKind } from "../objects/kinds.ts";
import { protectedFrom } from "./protection.ts";

const firstStatus: Readonly<Record<string, JsonObject>> = {
  persistentvolumes: { phase: "Pending" },
  persistentvolumeclaims: { phase: "Pending" },
  pods: { phase: "Pending" },
  namespaces: { phase: "Active" },
};

/** What each kind's strategy and admission make of an object that is to be created. */
export function prepareNew(object: ApiObject, kind: ServedKind): ApiObject {
  const held = withFinalizers(object, protectedFrom(kind.kind, finalizersOf(object)));
  if (kind.subresources.length === 0) return held;
  const status = kind.group === "" ? firstStatus[kind.plural] : undefined;
  const reset = { ...without(held, "status"), ...(status === undefined ? {} : { status }) } as ApiObject;
  return kind.plural === "namespaces" ? namespaceFrom(reset) : reset;
}

function namespaceFrom(object: ApiObject): ApiObject {
  const { metadata } = object;
  const labels = { ...metadata.labels, "kubernetes.io/metadata.name": metadata.name };
  const spec = { ...objectIn(object, "spec"), finalizers: ["kubernetes"] };
  return { ...object, metadata: { ...metadata, labels }, spec };
}

/** The main resource keeps the status that there is, and `/status` everything else but metadata. */
export function prepareUpdate(
  old: ApiObject,
  object: ApiObject,
  kind: ServedKind,
  part: "main" | "status",
): ApiObject {
  const metadata = metadataFrom(old, object);
  if (part === "status") return withStatusOf(object, { ...old, metadata });
  return kind.subresources.length === 0
    ? { ...object, metadata }
    : withStatusOf(old, { ...object, metadata });
}

function withStatusOf(source: ApiObject, object: ApiObject): ApiObject {
  const { status: _, ...others } = object;
  return { ...others, ...("status" in source ? { status: source.status } : {}) };
}

/** The server's own fields stay. Compare kubernetes/apiserver pkg/registry/rest/update.go `BeforeUpdate` (v1.36). */
function metadataFrom(old: ApiObject, { metadata }: ApiObject): ApiObject["metadata"] {
  const { deletionTimestamp: _, deletionGracePeriodSeconds: __, ...sent } = metadata;
  const { deletionTimestamp, deletionGracePeriodSeconds } = old.metadata;
  return {
    ...sent,
    uid: sent.uid === "" ? old.metadata.uid : sent.uid,
    resourceVersion: old.metadata.resourceVersion ?? "",
    creationTimestamp: old.metadata.creationTimestamp,
    ...(old.metadata.namespace === undefined ? {} : { namespace: old.metadata.namespace }),
    ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }),
    ...(deletionGracePeriodSeconds === undefined ? {} : { deletionGracePeriodSeconds }),
  };
}
