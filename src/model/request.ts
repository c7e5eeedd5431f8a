import type { Edit } from "./act.ts";
import { withoutFinalizer } from "./finalizer-text.ts";
import { apiVersionOf, pluralOf } from "./kinds/define.ts";
import { kindOf, type Resource } from "./kinds/index.ts";
import type { ObjectRef } from "./object.ts";
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
