import { isDeepStrictEqual } from "node:util";
import { admit } from "../access/webhooks.ts";
import type { ApiAnswer } from "../http/exchange.ts";
import type { ApiObject } from "../objects/api-object.ts";
import { finalizersOf, withFinalizers } from "../objects/api-object.ts";
import type { JsonObject } from "../objects/json.ts";
import { objectIn, textIn } from "../objects/json.ts";
import { conflict, invalid, notFound } from "../objects/refusal.ts";
import { timestamp } from "../objects/timestamp.ts";
import type { WriteContext } from "./context.ts";
import { keyIn } from "./context.ts";
import { gracePeriod } from "./grace.ts";

/** Compare kubernetes/apiserver pkg/registry/generic/registry/store.go `Store.Delete` (v1.36). */
export async function remove(context: WriteContext, name: string, options: JsonObject): Promise<ApiAnswer> {
  const { store, kind } = context;
  const key = keyIn(context, name);
  for (;;) {
    const existing = store.get(key);
    if (existing === undefined) throw notFound(kind, name);
    requirePreconditions(context, existing, options);
    const dying = dyingFrom(context, existing, options);
    await admit(store, {
      operation: "DELETE",
      kind,
      object: undefined,
      oldObject: existing,
      place: { name, namespace: context.namespace },
      dryRun: context.dryRun === "all",
    });
    await context.interleave("before-write", dying);
    if (store.get(key) !== existing) continue;
    if (isHeld(dying)) {
      const isWritten = context.dryRun === "none" && !isDeepStrictEqual(dying, existing);
      return { code: 200, body: isWritten ? store.put(key, dying) : dying };
    }
    if (context.dryRun === "none") store.remove(key);
    return { code: 200, body: context.dryRun === "all" ? existing : deleted(existing, store.revision) };
  }
}

function deleted(object: ApiObject, revision: number): ApiObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } };
}

/** Compare kubernetes/apiserver pkg/registry/rest/delete.go `BeforeDelete` (v1.36). */
function requirePreconditions({ kind }: WriteContext, { metadata }: ApiObject, options: JsonObject): void {
  const asked = objectIn(options, "preconditions");
  const { name, uid, resourceVersion = "" } = metadata;
  const wantedUid = textIn(asked, "uid") ?? uid;
  if (wantedUid !== uid) {
    const why = `the UID in the precondition (${wantedUid}) does not match the UID in record (${uid}). The object might have been deleted and then recreated`;
    throw conflict(kind.kind, kind.group, name, why);
  }
  const wanted = textIn(asked, "resourceVersion") ?? resourceVersion;
  if (wanted !== resourceVersion) {
    const why = `the ResourceVersion in the precondition (${wanted}) does not match the ResourceVersion in record (${resourceVersion}). The object might have been modified`;
    throw conflict(kind.kind, kind.group, name, why);
  }
}

function dyingFrom({ kind, now }: WriteContext, existing: ApiObject, options: JsonObject): ApiObject {
  const object = withFinalizers(existing, finalizersFor(existing, options));
  const { deletionTimestamp, deletionGracePeriodSeconds } = object.metadata;
  const grace = gracePeriod(object, kind, options);
  if (deletionTimestamp !== undefined && grace >= (deletionGracePeriodSeconds ?? 0)) return object;
  const metadata = {
    ...object.metadata,
    deletionTimestamp: timestamp(now() + grace * 1000),
    deletionGracePeriodSeconds: grace,
  };
  if (kind.plural !== "namespaces") return { ...object, metadata };
  return { ...object, metadata, status: { ...objectIn(object, "status"), phase: "Terminating" } };
}

/** Compare `deletionFinalizersForGarbageCollection` there. */
function finalizersFor(object: ApiObject, options: JsonObject): readonly string[] {
  const own = finalizersOf(object);
  const policy = textIn(options, "propagationPolicy");
  const others = own.filter((finalizer) => finalizer !== "orphan" && finalizer !== "foregroundDeletion");
  switch (policy) {
    case undefined:
      return own;
    case "Background":
      return others;
    case "Foreground":
      return [...others, "foregroundDeletion"];
    case "Orphan":
      return [...others, "orphan"];
  }
  const message = `Unsupported value: "${policy}": supported values: "Foreground", "Background", "Orphan", "nil"`;
  throw invalid("DeleteOptions", "meta.k8s.io", "", [
    { reason: "FieldValueNotSupported", message, field: "propagationPolicy" },
  ]);
}

function isHeld(object: ApiObject): boolean {
  const inNamespace = objectIn(object, "spec").finalizers;
  return (
    finalizersOf(object).length > 0 ||
    (object.metadata.deletionGracePeriodSeconds ?? 0) > 0 ||
    (object.kind === "Namespace" && Array.isArray(inNamespace) && inNamespace.length > 0)
  );
}
