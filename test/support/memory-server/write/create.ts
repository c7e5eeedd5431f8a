import { randomUUID } from "node:crypto";
import { admit } from "../access/webhooks.ts";
import type { ApiAnswer } from "../http/exchange.ts";
import type { ApiObject } from "../objects/api-object.ts";
import type { JsonObject } from "../objects/json.ts";
import { alreadyExists, badRequest, notFound, refusal } from "../objects/refusal.ts";
import { keyOf } from "../objects/store.ts";
import { timestamp } from "../objects/timestamp.ts";
import type { WriteContext } from "./context.ts";
import { keyIn } from "./context.ts";
import { prepareNew } from "./prepare.ts";
import { sentObject } from "./sent-object.ts";
import { validateNew } from "./validate.ts";

const namespaces = { group: "", plural: "namespaces" };

export async function create(context: WriteContext, body: JsonObject): Promise<ApiAnswer> {
  const { store, kind } = context;
  const sent = sentObject(body, kind);
  if ((sent.metadata.resourceVersion ?? "") !== "")
    throw refusal(500, undefined, "resourceVersion should not be set on objects to be created");
  const object = prepareNew(named(context, sent), kind);
  validateNew(object, kind);
  const { name } = object.metadata;
  requireNamespace(context);
  await admit(store, {
    operation: "CREATE",
    kind,
    object,
    oldObject: undefined,
    place: { name, namespace: context.namespace },
    dryRun: context.dryRun === "all",
  });
  await context.interleave("before-write", object);
  const key = keyIn(context, name);
  if (store.get(key) !== undefined) throw alreadyExists(kind, name);
  return { code: 201, body: context.dryRun === "all" ? object : store.put(key, object) };
}

function named({ namespace, now }: WriteContext, { metadata, ...others }: ApiObject): ApiObject {
  const { resourceVersion: _, deletionTimestamp: __, namespace: asked, ...sent } = metadata;
  if (namespace !== undefined && asked !== undefined && asked !== namespace)
    throw badRequest("the namespace of the provided object does not match the namespace sent on the request");
  const generated = sent.name === "" && sent.generateName ? sent.generateName + suffix() : sent.name;
  return {
    ...others,
    metadata: {
      ...sent,
      name: generated,
      ...(namespace === undefined ? {} : { namespace }),
      uid: randomUUID(),
      creationTimestamp: timestamp(now()),
    },
  };
}

/** Five characters, as kubernetes/apiserver pkg/storage/names/generate.go adds. */
function suffix(): string {
  return randomUUID().slice(0, 5);
}

function requireNamespace({ store, namespace }: WriteContext): void {
  if (namespace === undefined || store.get(keyOf(namespaces, { name: namespace })) !== undefined) return;
  throw notFound(namespaces, namespace);
}
