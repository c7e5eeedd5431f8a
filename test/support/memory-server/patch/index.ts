import type { ApiRequest } from "../http/exchange.ts";
import type { ApiObject } from "../objects/api-object.ts";
import type { JsonObject } from "../objects/json.ts";
import { isObject } from "../objects/json.ts";
import type { ServedKind } from "../objects/kinds.ts";
import { anonymous, badRequest, unsupportedMediaType } from "../objects/refusal.ts";
import { bodyOf, parsed } from "../write/body.ts";
import { sentObject } from "../write/sent-object.ts";
import { applied } from "./apply.ts";
import { PatchFailure } from "./failure.ts";
import { jsonPatch, operationsIn } from "./json-patch.ts";
import { mergePatch } from "./merge-patch.ts";
import { strategicMergePatch } from "./strategic-merge-patch.ts";

/** What a PATCH makes of the object that there is. */
export function patchIn(request: ApiRequest, kind: ServedKind): (existing: ApiObject) => ApiObject {
  const change = changeIn(request, kind);
  return (existing) => {
    const patched = change(existing);
    if (!isObject(patched)) throw badRequest("the patch leaves no object");
    return sentObject(patched, kind);
  };
}

function changeIn(request: ApiRequest, kind: ServedKind): (existing: JsonObject) => unknown {
  switch (request.contentType) {
    case "application/json-patch+json":
      return operationsOf(request);
    case "application/merge-patch+json": {
      const patch = bodyOf(request);
      return (existing) => mergePatch(existing, patch);
    }
    case "application/strategic-merge-patch+json": {
      if (kind.origin === "custom") throw unsupportedMediaType();
      const patch = bodyOf(request);
      return (existing) => strategicMergePatch(existing, patch);
    }
    case "application/apply-patch+yaml": {
      const patch = bodyOf(request);
      return (existing) => applied(existing, patch);
    }
  }
  throw unsupportedMediaType();
}

function operationsOf(request: ApiRequest): (existing: JsonObject) => unknown {
  const operations = operationsIn(parsed(request.body));
  if (operations === undefined)
    throw badRequest("error decoding patch: json: cannot unmarshal into []handlers.jsonPatchOp");
  return (existing) => {
    try {
      return jsonPatch(existing, operations);
    } catch (problem) {
      if (problem instanceof PatchFailure) throw anonymous();
      throw problem;
    }
  };
}
