import { unlocks } from "../../guard/index.ts";
import type { ObjectRef } from "../../kubernetes/index.ts";
import { isRecord, own } from "../../kubernetes/index.ts";

/** What the API server asks before a deletion. All of it is untrusted: who can connect can ask. */
export interface Review {
  /** Of the request, to be given back. */
  readonly id: string;
  readonly operation: string;
  readonly user: { readonly username: string; readonly groups: readonly string[] };
  readonly object: ObjectRef;
  readonly deletion: "asked for" | "under way";
  /** `pvguard.dev/allow-delete`. */
  readonly unlock: string | undefined;
  readonly dependents: "deleted" | "orphaned";
}

type Fields = { readonly [name: string]: unknown };

/**
 * Reads an AdmissionReview. Only what decides is looked at, and no deeper than it lies. `undefined` where it is none.
 *
 * Of a collection that is deleted, each object is asked about, and the request has no name: the old object has it.
 * kubernetes/kubernetes staging/src/k8s.io/api/admission/v1/types.go AdmissionRequest; staging/src/k8s.io/apiserver/
 * pkg/registry/rest/delete.go AdmissionToValidateObjectDeleteFunc, 1.36.
 */
export function reviewIn(text: string): Review | undefined {
  const review = parsed(text);
  if (textAt(review, "apiVersion") !== "admission.k8s.io/v1") return undefined;
  if (textAt(review, "kind") !== "AdmissionReview") return undefined;
  const request = fieldsAt(review, "request");
  const id = textAt(request, "uid");
  if (id === "") return undefined;
  const metadata = fieldsAt(fieldsAt(request, "oldObject"), "metadata");
  const kind = fieldsAt(request, "kind");
  const name = textAt(metadata, "name") || textAt(request, "name");
  const namespace = textAt(metadata, "namespace") || namespaceOf(request, textAt(kind, "kind"));
  const uid = textAt(metadata, "uid");
  const group = textAt(kind, "group");
  const version = textAt(kind, "version");
  const user = fieldsAt(request, "userInfo");
  const groups = own(user, "groups");
  return {
    id,
    operation: textAt(request, "operation"),
    user: {
      username: textAt(user, "username"),
      groups: Array.isArray(groups) ? groups.filter((each) => typeof each === "string") : [],
    },
    object: {
      apiVersion: group === "" ? version : `${group}/${version}`,
      kind: textAt(kind, "kind"),
      name,
      ...(namespace === "" ? {} : { namespace }),
      ...(uid === "" ? {} : { uid }),
    },
    deletion: textAt(metadata, "deletionTimestamp") === "" ? "asked for" : "under way",
    unlock: textAt(fieldsAt(metadata, "annotations"), unlocks.DELETE) || undefined,
    dependents: isOrphaning(fieldsAt(request, "options")) ? "orphaned" : "deleted",
  };
}

/** Of a namespace, the request names the namespace as the one that it lies in. */
function namespaceOf(request: Fields, kind: string): string {
  return kind === "Namespace" ? "" : textAt(request, "namespace");
}

function isOrphaning(options: Fields): boolean {
  return textAt(options, "propagationPolicy") === "Orphan" || own(options, "orphanDependents") === true;
}

function parsed(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function fieldsAt(value: Fields, field: string): Fields {
  const found = own(value, field);
  return isRecord(found) ? found : {};
}

function textAt(value: Fields, field: string): string {
  const found = own(value, field);
  return typeof found === "string" ? found : "";
}
