import type { Scope } from "../../cluster/index.ts";
import type { Query } from "../../connection/http/client.ts";
import { AccessError } from "../../connection/kubeconfig/index.ts";
import type { Resource } from "../../kubernetes/index.ts";
import { pluralOf, say } from "../../kubernetes/index.ts";

export interface Address {
  readonly path: string;
  readonly query: Query;
}

/** Where the API server keeps what a scope names. `apiVersion` is the version to read, which can be an older one. */
export function addressOf(resource: Resource, apiVersion: string, scope: Scope): Address {
  const root = rootOf(apiVersion);
  const plural = pluralOf(resource);
  switch (scope.of) {
    case "cluster":
      return { path: `${root}/${plural}`, query: {} };
    case "namespace":
      return { path: `${root}${folder(scope.namespace)}/${plural}`, query: {} };
    case "object":
      return { path: `${root}${folder(scope.namespace)}/${plural}/${segment(scope.name)}`, query: {} };
    case "about":
      return {
        path: `${root}${folder(scope.namespace)}/${plural}`,
        query: {
          fieldSelector: `involvedObject.kind=${selectorValue(scope.kind)},involvedObject.name=${selectorValue(scope.name)}`,
        },
      };
  }
}

/** Where the API server keeps the kinds of a version, and says which ones they are. */
export function rootOf(apiVersion: string): string {
  return apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
}

function folder(namespace: string | undefined): string {
  return namespace === undefined ? "" : `/namespaces/${segment(namespace)}`;
}

export function segment(name: string): string {
  if (!isSegment(name)) throw new AccessError("rejected", say`error: ${name} is not a valid object name`);
  return encodeURIComponent(name);
}

/** Whether there can be objects in this scope at all: names come from references and flags, which can hold anything. */
export function isPossible(scope: Scope): boolean {
  const namespace = scope.of === "cluster" ? undefined : scope.namespace;
  const names = scope.of === "object" ? [scope.name] : [];
  return [...names, ...(namespace === undefined ? [] : [namespace])].every(isSegment);
}

/** Mirrors kubernetes/apimachinery pkg/api/validation/path/name.go `IsValidPathSegmentName` (v1.36). */
function isSegment(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !/[/%]/.test(name);
}

/** Mirrors kubernetes/apimachinery pkg/fields/selector.go `EscapeValue`. */
export function selectorValue(value: string): string {
  return value.replace(/[\\,=]/g, "\\$&");
}
