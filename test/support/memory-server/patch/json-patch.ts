import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../objects/json.ts";
import { isObject, textIn } from "../objects/json.ts";
import { PatchFailure } from "./failure.ts";
import { memberAt, withAdded, withRemoved, withReplaced } from "./pointer.ts";

interface Operation {
  readonly op: string;
  readonly path: readonly string[];
  readonly from: readonly string[];
  readonly value: unknown;
}

/** `undefined` for what is not a JSON Patch. */
export function operationsIn(patch: unknown): readonly Operation[] | undefined {
  if (!Array.isArray(patch) || !patch.every(isObject)) return undefined;
  return patch.map((operation) => ({
    op: textIn(operation, "op") ?? "",
    path: pointer(textIn(operation, "path") ?? ""),
    from: pointer(textIn(operation, "from") ?? ""),
    value: operation.value,
  }));
}

/** RFC 6902, with negative indices, as kubernetes/apiserver pkg/endpoints/handlers/patch.go applies it (v1.36). */
export function jsonPatch(target: JsonObject, operations: readonly Operation[]): unknown {
  return operations.reduce<unknown>(applied, target);
}

function applied(document: unknown, { op, path, from, value }: Operation): unknown {
  switch (op) {
    case "test":
      if (!isDeepStrictEqual(memberAt(document, path), value)) throw new PatchFailure("test failed");
      return document;
    case "add":
      return withAdded(document, path, value);
    case "remove":
      return withRemoved(document, path);
    case "replace":
      return withReplaced(document, path, value);
    case "copy":
      return withAdded(document, path, memberAt(document, from));
    case "move":
      return withAdded(withRemoved(document, from), path, memberAt(document, from));
  }
  throw new PatchFailure(`unexpected kind: ${op}`);
}

function pointer(text: string): readonly string[] {
  return text
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}
