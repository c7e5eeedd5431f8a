import type { ApiAnswer } from "../http/exchange.ts";
import type { ApiObject } from "../objects/api-object.ts";
import { conflict } from "../objects/refusal.ts";
import type { WriteContext } from "./context.ts";
import { keyIn } from "./context.ts";

export interface Preconditions {
  readonly uid?: string;
}

/**
 * The second step of taking the last finalizer: a deletion by name, which knows only the preconditions of the request.
 * The object of that name can be another one by then. Compare kubernetes/apiserver
 * pkg/registry/generic/registry/store.go `deleteWithoutFinalizers` (v1.36).
 */
export async function finish(
  context: WriteContext,
  decided: ApiObject,
  preconditions: Preconditions,
): Promise<ApiAnswer> {
  const { store } = context;
  await context.interleave("before-final-delete", decided);
  const key = keyIn(context, decided.metadata.name);
  const found = store.get(key);
  if (found !== undefined) {
    requireUid(context, found, preconditions);
    if (context.dryRun === "none") store.remove(key);
  }
  return { code: 200, body: decided };
}

/** Compare kubernetes/apiserver pkg/storage/interfaces.go `Preconditions.Check` (v1.36). */
export function requireUid(context: WriteContext, found: ApiObject, { uid }: Preconditions): void {
  const { name, uid: actual } = found.metadata;
  if (uid === undefined || uid === actual) return;
  const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${actual}`;
  const key = keyIn(context, name);
  throw conflict(
    context.kind.plural,
    context.kind.group,
    name,
    `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${why}`,
  );
}
