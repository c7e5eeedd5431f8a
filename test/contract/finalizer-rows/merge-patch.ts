import { mergePatch } from "../subject.ts";
import type { Request, Row } from "./row.ts";
import { a, b, modified, protection } from "./row.ts";

function patch(metadata: object, query = ""): Request {
  return { method: "PATCH", type: mergePatch, body: { metadata }, query };
}

function forbidden(...added: readonly string[]) {
  const list = added.map((finalizer) => `"${finalizer}"`).join(", ");
  return {
    code: 422,
    reason: "Invalid",
    cause: {
      reason: "FieldValueForbidden",
      message: `Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`,
      field: "metadata.finalizers",
    },
    leaves: "unchanged",
  } as const;
}

export const mergePatchRows: readonly Row[] = [
  {
    name: "merge patch: an old version is a conflict",
    request: () => patch({ resourceVersion: "1", finalizers: [a] }),
    code: 409,
    reason: "Conflict",
    message: modified,
    leaves: "unchanged",
  },
  {
    name: "merge patch: another uid is refused, since it cannot change",
    request: () => patch({ uid: "another", finalizers: [a] }),
    code: 422,
    reason: "Invalid",
    message: /metadata\.uid: Invalid value: "another": field is immutable$/,
    leaves: "unchanged",
  },
  {
    name: "merge patch: a shorter list replaces the list",
    request: () => patch({ finalizers: [a, protection] }),
    code: 200,
    leaves: [a, protection],
  },
  {
    name: "merge patch: no finalizer can be added to what is being deleted",
    request: () => patch({ finalizers: [a, b, protection, "example.com/c"] }),
    ...forbidden("example.com/c"),
  },
  {
    name: "merge patch: an old list that would bring back a finalizer is refused",
    request: () => patch({ finalizers: [a, protection] }),
    meanwhile: () => patch({ finalizers: [b, protection] }),
    ...forbidden(a),
  },
  {
    name: "merge patch: a change that changes nothing leaves the version",
    request: () => patch({ finalizers: [a, b, protection] }),
    code: 200,
    returns: [a, b, protection],
    leaves: "unchanged",
  },
  {
    name: "merge patch: taking all finalizers deletes the volume and returns it with its old version",
    request: () => patch({ finalizers: null }),
    code: 200,
    returns: [],
    leaves: "gone",
  },
  {
    name: "merge patch: a dry run of taking all finalizers leaves everything",
    request: () => patch({ finalizers: null }, "?dryRun=All"),
    code: 200,
    returns: [],
    leaves: "unchanged",
  },
  {
    name: "merge patch: another kind of dry run than All is refused",
    request: () => patch({ finalizers: null }, "?dryRun=Some"),
    code: 422,
    reason: "Invalid",
    message: /dryRun: Unsupported value: .*"Some".*: supported values: "All"$/,
    leaves: "unchanged",
  },
  {
    name: "a patch of an unknown media type is refused",
    request: () => ({ method: "PATCH", type: "text/plain", body: "{}" }),
    code: 415,
    reason: "UnsupportedMediaType",
    leaves: "unchanged",
  },
];
