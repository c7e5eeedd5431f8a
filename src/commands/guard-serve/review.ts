import { unlocks } from "../../guard/index.ts";
import type { ObjectRef } from "../../kubernetes/index.ts";
import { isRecord, own, parsedJson, recordIn, textIn } from "../../kubernetes/index.ts";

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
  const review = parsedJson(text);
  if (!isRecord(review)) return undefined;
  if (textIn(review, "apiVersion") !== "admission.k8s.io/v1") return undefined;
  if (textIn(review, "kind") !== "AdmissionReview") return undefined;
  const request = recordIn(review, "request");
  const id = textIn(request, "uid");
  if (id === undefined) return undefined;
  const metadata = recordIn(recordIn(request, "oldObject"), "metadata");
  const kind = recordIn(request, "kind");
  const kindName = textIn(kind, "kind") ?? "";
  const name = textIn(metadata, "name") ?? textIn(request, "name") ?? "";
  const namespace = textIn(metadata, "namespace") ?? namespaceOf(request, kindName);
  const uid = textIn(metadata, "uid");
  const group = textIn(kind, "group");
  const version = textIn(kind, "version") ?? "";
  const user = recordIn(request, "userInfo");
  const groups = own(user, "groups");
  return {
    id,
    operation: textIn(request, "operation") ?? "",
    user: {
      username: textIn(user, "username") ?? "",
      groups: Array.isArray(groups) ? groups.filter((each) => typeof each === "string") : [],
    },
    object: {
      apiVersion: group === undefined ? version : `${group}/${version}`,
      kind: kindName,
      name,
      ...(namespace === undefined ? {} : { namespace }),
      ...(uid === undefined ? {} : { uid }),
    },
    deletion: textIn(metadata, "deletionTimestamp") === undefined ? "asked for" : "under way",
    unlock: textIn(recordIn(metadata, "annotations"), unlocks.DELETE),
    dependents: isOrphaning(recordIn(request, "options")) ? "orphaned" : "deleted",
  };
}

/** Of a namespace, the request names the namespace as the one that it lies in. */
function namespaceOf(request: Fields, kind: string): string | undefined {
  return kind === "Namespace" ? undefined : textIn(request, "namespace");
}

function isOrphaning(options: Fields): boolean {
  return textIn(options, "propagationPolicy") === "Orphan" || own(options, "orphanDependents") === true;
}
