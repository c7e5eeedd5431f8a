import type { ServerResponse } from "node:http";
import { reviewAccess, reviewPath } from "../access/review.ts";
import type { Attempt, User } from "../access/users.ts";
import { forbidden, may } from "../access/users.ts";
import type { ServedKind } from "../objects/kinds.ts";
import { methodNotAllowed, notFound, pageNotFound, resourceNotFound } from "../objects/refusal.ts";
import type { Store } from "../objects/store.ts";
import { keyOf } from "../objects/store.ts";
import { patchIn } from "../patch/index.ts";
import { discover } from "../read/discovery.ts";
import { list } from "../read/list.ts";
import { watch } from "../read/watch.ts";
import { bodyOf } from "../write/body.ts";
import type { Interleave, WriteContext } from "../write/context.ts";
import { create } from "../write/create.ts";
import { remove } from "../write/delete.ts";
import { dryRunOf } from "../write/dry-run.ts";
import { deleteOptions } from "../write/options.ts";
import { sentObject } from "../write/sent-object.ts";
import { update } from "../write/update.ts";
import type { ApiAnswer, ApiRequest } from "./exchange.ts";
import type { ResourceTarget } from "./target.ts";
import { targetOf } from "./target.ts";

export interface World {
  readonly store: Store;
  readonly kinds: readonly ServedKind[];
  readonly now: () => number;
  readonly interleave: Interleave;
}

/** `undefined` when the answer is a stream that has begun. */
export async function serve(
  world: World,
  user: User,
  request: ApiRequest,
  response: ServerResponse,
): Promise<ApiAnswer | undefined> {
  const { path } = request;
  if (path === reviewPath && request.method === "POST") return reviewAccess(request, user);
  const target = targetOf(path);
  switch (target.is) {
    case "discovery":
      return discover(path, world.kinds);
    case "nothing":
      throw pageNotFound();
    case "resource": {
      const attempt = attemptOf(request, target);
      if (!may(user, attempt)) throw forbidden(user, attempt);
      const kind = kindFor(world.kinds, target);
      if (attempt.verb !== "watch") return await answer(world, kind, target, request);
      watch(world.store, kind, target.namespace, request.query, response);
      return undefined;
    }
  }
}

function attemptOf({ method, query }: ApiRequest, target: ResourceTarget): Attempt {
  const isWatch = ["1", "true"].includes(query.get("watch") ?? "");
  const read = target.name !== undefined ? "get" : isWatch ? "watch" : "list";
  const verbs: Readonly<Record<string, string>> = {
    GET: read,
    POST: "create",
    PUT: "update",
    PATCH: "patch",
    DELETE: target.name === undefined ? "deletecollection" : "delete",
  };
  const { group, plural: resource, subresource, namespace, name } = target;
  return { verb: verbs[method] ?? method.toLowerCase(), group, resource, subresource, namespace, name };
}

function kindFor(
  kinds: readonly ServedKind[],
  { apiVersion, plural, subresource }: ResourceTarget,
): ServedKind {
  const served = kinds.filter((kind) => kind.apiVersion === apiVersion);
  if (served.length === 0) throw pageNotFound();
  const kind = served.find((each) => each.plural === plural);
  const hasPart = subresource === undefined || kind?.subresources.some((part) => part === subresource);
  if (kind === undefined || !hasPart) throw resourceNotFound();
  return kind;
}

async function answer(
  world: World,
  kind: ServedKind,
  { namespace, name, subresource }: ResourceTarget,
  request: ApiRequest,
): Promise<ApiAnswer> {
  const context = (options: string, asked = {}): WriteContext => ({
    ...world,
    kind,
    namespace,
    dryRun: dryRunOf(request.query, options, asked),
  });
  if (name === undefined) {
    if (request.method === "GET") return list(world.store, kind, namespace, request.query);
    if (request.method === "POST") return await create(context("CreateOptions"), bodyOf(request));
    throw methodNotAllowed();
  }
  const part = subresource === undefined ? "main" : "status";
  switch (request.method) {
    case "GET": {
      const found = world.store.get(keyOf(kind, { name, namespace }));
      if (found === undefined) throw notFound(kind, name);
      return { code: 200, body: found };
    }
    case "PUT": {
      const sent = sentObject(bodyOf(request), kind);
      const { uid } = sent.metadata;
      const preconditions = uid === "" ? {} : { uid };
      return await update(context("UpdateOptions"), { name, part, preconditions, change: () => sent });
    }
    case "PATCH": {
      const change = patchIn(request, kind);
      return await update(context("PatchOptions"), { name, part, preconditions: {}, change });
    }
    case "DELETE": {
      const options = deleteOptions(request);
      return await remove(context("DeleteOptions", options), name, options);
    }
  }
  throw methodNotAllowed();
}
