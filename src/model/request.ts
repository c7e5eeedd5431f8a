import { apiVersionOf, pluralOf } from "./kinds/define.ts";
import { kindOf, type Resource } from "./kinds/index.ts";
import type { ObjectRef } from "./object.ts";
import type { Edit, Target, Test, Write } from "./plan.ts";

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
        body: JSON.stringify([...write.tests.map(testOf), ...write.edits.flatMap(editOf)]),
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

/** Where one value stands in a JSON text: `from` its first character, `to` behind its last. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * The JSON text of an object less one element of `metadata.finalizers`; every other character stays, so that numbers
 * beyond 2^53 and unknown fields survive. Throws an `Error` when the list does not hold the finalizer exactly once.
 */
export function withoutFinalizer(text: string, finalizer: string): string {
  const list = valueAt(text, ["metadata", "finalizers"]);
  const elements = list === undefined ? [] : elementsOf(text, list);
  const matching = elements.filter(({ from, to }) => JSON.parse(text.slice(from, to)) === finalizer);
  const [found] = matching;
  if (found === undefined || matching.length > 1)
    throw new Error("the list of finalizers does not hold this finalizer exactly once");
  const at = elements.indexOf(found);
  const [before, after] = [elements[at - 1], elements[at + 1]];
  const gap =
    after !== undefined
      ? { from: found.from, to: after.from }
      : { from: before?.to ?? found.from, to: found.to };
  return text.slice(0, gap.from) + text.slice(gap.to);
}

function valueAt(text: string, path: readonly string[]): Span | undefined {
  let span: Span | undefined = { from: skipSpace(text, 0), to: text.length };
  for (const field of path) {
    const found: readonly Span[] = span === undefined ? [] : membersOf(text, span, field);
    if (found.length > 1) throw new Error(`the field ${field} is there twice`);
    span = found[0];
  }
  return span;
}

function membersOf(text: string, object: Span, field: string): readonly Span[] {
  const found: Span[] = [];
  if (text[object.from] !== "{") return found;
  for (let at = skipSpace(text, object.from + 1); text[at] !== "}"; ) {
    const nameEnd = endOf(text, at);
    const from = skipSpace(text, skipSpace(text, nameEnd) + 1);
    const to = endOf(text, from);
    if (JSON.parse(text.slice(at, nameEnd)) === field) found.push({ from, to });
    at = afterComma(text, to);
  }
  return found;
}

function elementsOf(text: string, list: Span): readonly Span[] {
  const found: Span[] = [];
  if (text[list.from] !== "[") return found;
  for (let at = skipSpace(text, list.from + 1); text[at] !== "]"; ) {
    const to = endOf(text, at);
    found.push({ from: at, to });
    at = afterComma(text, to);
  }
  return found;
}

function afterComma(text: string, at: number): number {
  const next = skipSpace(text, at);
  return text[next] === "," ? skipSpace(text, next + 1) : next;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (" \t\r\n".includes(text[at] ?? "x")) at++;
  return at;
}

/** Behind the value that begins here. Brackets are counted, strings are passed over whole. */
function endOf(text: string, from: number): number {
  if (text[from] === '"') return endOfString(text, from);
  if (text[from] !== "{" && text[from] !== "[") {
    const rest = /[,\]}\s]/g;
    rest.lastIndex = from;
    return rest.exec(text)?.index ?? text.length;
  }
  let depth = 0;
  for (let at = from; at < text.length; ) {
    const letter = text.charAt(at);
    if (letter === '"') {
      at = endOfString(text, at);
      continue;
    }
    if ("{[".includes(letter)) depth++;
    if ("}]".includes(letter)) depth--;
    at++;
    if (depth === 0) return at;
  }
  throw new Error("the JSON text ends too early");
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at + 1;
  }
  throw new Error("the JSON text ends too early");
}
