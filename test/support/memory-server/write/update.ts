import { isDeepStrictEqual } from "node:util";
import { admit } from "../access/webhooks.ts";
import type { ApiAnswer } from "../http/exchange.ts";
import type { ApiObject } from "../objects/api-object.ts";
import { finalizersOf } from "../objects/api-object.ts";
import { badRequest, conflict, notFound } from "../objects/refusal.ts";
import type { WriteContext } from "./context.ts";
import { keyIn } from "./context.ts";
import type { Preconditions } from "./finish.ts";
import { finish, requireUid } from "./finish.ts";
import { prepareUpdate } from "./prepare.ts";
import { validateUpdate } from "./validate.ts";

interface Update {
  readonly name: string;
  readonly part: "main" | "status";
  /** Of what the storage is to find: a PUT states the uid of its object, a PATCH has no object. */
  readonly preconditions: Preconditions;
  /** The object that is wanted, made from the one that there is. */
  change(existing: ApiObject): ApiObject;
}

/**
 * Reads, decides, and writes if no other client was faster; else begins again. Compare kubernetes/apiserver
 * pkg/registry/generic/registry/store.go `Store.Update` and pkg/storage/etcd3/store.go `GuaranteedUpdate` (v1.36).
 */
export async function update(context: WriteContext, wanted: Update): Promise<ApiAnswer> {
  const { store, kind } = context;
  const key = keyIn(context, wanted.name);
  for (;;) {
    const existing = store.get(key);
    if (existing === undefined) throw notFound(kind, wanted.name);
    requireUid(context, existing, wanted.preconditions);
    const object = decide(context, existing, wanted);
    await admit(store, {
      operation: "UPDATE",
      kind,
      object,
      oldObject: existing,
      place: { name: wanted.name, namespace: context.namespace },
      dryRun: context.dryRun === "all",
    });
    await context.interleave("before-write", object);
    if (store.get(key) !== existing) continue;
    if (isFinished(object)) return await finish(context, object, wanted.preconditions);
    if (isDeepStrictEqual(object, existing)) return { code: 200, body: existing };
    return { code: 200, body: context.dryRun === "all" ? object : store.put(key, object) };
  }
}

function decide({ kind }: WriteContext, existing: ApiObject, { name, part, change }: Update): ApiObject {
  const object = change(existing);
  if (object.metadata.name !== name)
    throw badRequest(
      `the name of the object (${object.metadata.name}) does not match the name on the URL (${name})`,
    );
  const { resourceVersion = "" } = object.metadata;
  if (resourceVersion !== "" && resourceVersion !== existing.metadata.resourceVersion) {
    const why = "the object has been modified; please apply your changes to the latest version and try again";
    throw conflict(kind.plural, kind.group, name, why);
  }
  const prepared = prepareUpdate(existing, object, kind, part);
  validateUpdate(existing, prepared, kind);
  return prepared;
}

/** Compare `ShouldDeleteDuringUpdate` there. */
function isFinished(object: ApiObject): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = object.metadata;
  return (
    deletionTimestamp !== undefined && deletionGracePeriodSeconds === 0 && finalizersOf(object).length === 0
  );
}
