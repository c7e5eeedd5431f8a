import type { ObjectRef, Resource } from "../kubernetes/index.ts";
import { apiVersionOf, kindOf, pluralOf } from "../kubernetes/index.ts";
import type { Edit } from "./act.ts";
import type { Target, Test, Write } from "./plan.ts";

/** A request that changes something, whole: what is printed is this, and what is sent is this. */
interface WriteRequest {
  readonly method: "PUT" | "PATCH" | "POST" | "DELETE";
  /** Percent-encoded, without the prefix that the server's URL may have. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  readonly contentType: string;
  readonly body: string;
}

/** `preview`: the server does everything but store it (`dryRun=All`). */
type RequestMode = "apply" | "preview";

/**
 * The one translation of a write to HTTP. A finalizer is removed by PUT, which carries uid and version also to the
 * deletion that follows when it was the last one; a patch would not.
 * kubernetes/kubernetes staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go `Update`,
 * `deleteWithoutFinalizers`; pkg/endpoints/handlers/patch.go (v1.36).
 */
export function toRequest(write: Write, mode: RequestMode): WriteRequest {
  const query = mode === "preview" ? "dryRun=All&fieldManager=pvguard" : "fieldManager=pvguard";
  switch (write.do) {
    case "replace":
      return {
        method: "PUT",
        path: pathOf(write.target.resource, write.target.ref),
        query,
        contentType: "application/json",
        body: withoutFinalizer(write.read, write.without),
      };
    case "patch":
      return {
        method: "PATCH",
        path: pathOf(write.target.resource, write.target.ref),
        query,
        contentType: "application/json-patch+json",
        body: asGoWrites([...write.tests.map(testOf), ...write.edits.flatMap(editOf)]),
      };
    case "delete":
      return {
        method: "DELETE",
        path: pathOf(write.target.resource, write.target.ref),
        query: "",
        contentType: "application/json",
        body: JSON.stringify(deleteOptions(write.target, mode)),
      };
    case "create":
      return {
        method: "POST",
        path: folderOf(write.resource, write.ref.apiVersion, write.ref.namespace),
        query,
        contentType: "application/json",
        body: write.manifest,
      };
  }
}

/** Where the API server keeps an object, in the version of the API that its reference names. */
export function pathOf(resource: Resource, ref: ObjectRef): string {
  return `${folderOf(resource, ref.apiVersion, ref.namespace)}/${encodeURIComponent(ref.name)}`;
}

function folderOf(resource: Resource, apiVersion: string, namespace: string | undefined): string {
  const version = apiVersion === "" ? apiVersionOf(resource) : apiVersion;
  const root = version.includes("/") ? `/apis/${version}` : `/api/${version}`;
  const folder =
    kindOf(resource).namespaced && namespace !== undefined
      ? `/namespaces/${encodeURIComponent(namespace)}`
      : "";
  return `${root}${folder}/${pluralOf(resource)}`;
}

/** In the body, since the server does not look at the query when a DELETE has one. */
function deleteOptions({ ref, resourceVersion }: Target, mode: RequestMode): object {
  return {
    kind: "DeleteOptions",
    apiVersion: "v1",
    preconditions: { uid: ref.uid, resourceVersion },
    ...(mode === "preview" ? { dryRun: ["All"] } : {}),
  };
}

/**
 * JSON in which a text has the bytes that the server's own JSON has: a test of a patch compares those, and would fail at every
 * `&`, `<` and `>`. evanphx/json-patch v4 patch.go `lazyNode.equal`; Go's encoding/json `HTMLEscape`.
 */
function asGoWrites(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[&<>\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function testOf({ path, value }: Test): object {
  return { op: "test", path, value };
}

function editOf(edit: Edit): readonly object[] {
  switch (edit.op) {
    case "add":
      return [{ op: "add", path: edit.path, value: edit.value }];
    case "replace":
      return [
        testOf({ path: edit.path, value: edit.was }),
        { op: "replace", path: edit.path, value: edit.value },
      ];
    case "remove":
      return [testOf({ path: edit.path, value: edit.was }), { op: "remove", path: edit.path }];
  }
}

/**
 * The JSON text of an object less one element of `metadata.finalizers`; every other character stays, so that numbers
 * beyond 2^53 and unknown fields survive. Throws an `Error` when the list does not hold the finalizer exactly once.
 */
export function withoutFinalizer(text: string, finalizer: string): string {
  const [found, ...more] = finalizersIn(text).filter(({ value }) => value === finalizer);
  if (found === undefined || more.length > 0)
    throw new Error("the list of finalizers does not hold this finalizer exactly once");
  const [before, after] = [text.slice(0, found.from), text.slice(found.to)];
  const comma = /^\s*,\s*/;
  return comma.test(after) ? before + after.replace(comma, "") : before.replace(/\s*,\s*$/, "") + after;
}

/** A text in a JSON text: `from` its first character, `to` behind its last. */
interface Element {
  readonly value: string;
  readonly from: number;
  readonly to: number;
}

/** What a JSON text is made of: brackets and the like have a meaning outside of strings only. */
const pieces = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+/g;

function finalizersIn(text: string): readonly Element[] {
  const found: Element[] = [];
  /** The brackets that are open, each with the field that it is the value of; an element of a list has none. */
  const path: string[] = [];
  const isIn = (...wanted: readonly string[]) =>
    path.length === wanted.length && wanted.every((each, at) => each === path[at]);
  const ways = new Set<string>();
  let field = "";
  let last = "";
  for (const { 0: piece, index } of text.matchAll(pieces)) {
    switch (piece) {
      case "{":
      case "[":
        path.push(piece + field);
        field = "";
        break;
      case "}":
      case "]":
        path.pop();
        break;
      case ":":
        field = JSON.parse(last);
        if ((field === "metadata" && isIn("{")) || (field === "finalizers" && isIn("{", "{metadata"))) {
          if (ways.has(field)) throw new Error(`the field ${field} is there twice`);
          ways.add(field);
        }
        break;
      case ",":
        field = "";
        break;
      default:
        last = piece;
        if (piece.startsWith('"') && isIn("{", "{metadata", "[finalizers"))
          found.push({ value: JSON.parse(piece), from: index, to: index + piece.length });
    }
  }
  if (path.length > 0) throw new Error("the JSON text ends too early");
  return found;
}
