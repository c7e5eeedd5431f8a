import { jsonPatch } from "../subject.ts";
import type { Request, Row } from "./row.ts";
import { a, b, modified, protection } from "./row.ts";

const anonymous = {
  code: 422,
  reason: "Invalid",
  message: /^the server rejected our request due to an error in our request$/,
  leaves: "unchanged",
} as const;

const removeSecond = { op: "remove", path: "/metadata/finalizers/1" };

function patch(...body: readonly object[]): Request {
  return { method: "PATCH", type: jsonPatch, body };
}

export const jsonPatchRows: readonly Row[] = [
  {
    name: "JSON Patch: a failed test of the uid is refused without saying why",
    request: () => patch({ op: "test", path: "/metadata/uid", value: "another" }, removeSecond),
    ...anonymous,
  },
  {
    name: "JSON Patch: a failed test of the version is refused without saying why",
    request: () => patch({ op: "test", path: "/metadata/resourceVersion", value: "1" }, removeSecond),
    ...anonymous,
  },
  {
    name: "JSON Patch: a failed test of the finalizer is refused without saying why",
    request: () => patch({ op: "test", path: "/metadata/finalizers/1", value: a }, removeSecond),
    ...anonymous,
  },
  {
    name: "JSON Patch: an index that is out of range is refused without saying why",
    request: () => patch({ op: "remove", path: "/metadata/finalizers/3" }),
    ...anonymous,
  },
  {
    name: "JSON Patch: index -1 removes the last finalizer",
    request: () => patch({ op: "remove", path: "/metadata/finalizers/-1" }),
    code: 200,
    leaves: [a, b],
  },
  {
    name: "JSON Patch: an index that was right a moment ago removes another finalizer",
    request: () => patch(removeSecond),
    meanwhile: () => patch({ op: "remove", path: "/metadata/finalizers/0" }),
    code: 200,
    leaves: [b],
  },
  {
    name: "JSON Patch: tests that hold guard what is removed",
    request: ({ metadata }) =>
      patch(
        { op: "test", path: "/metadata/uid", value: metadata.uid },
        { op: "test", path: "/metadata/resourceVersion", value: metadata.resourceVersion },
        { op: "test", path: "/metadata/finalizers/1", value: b },
        removeSecond,
      ),
    code: 200,
    leaves: [a, protection],
  },
  {
    name: "JSON Patch: replacing the version by an old one is a conflict",
    request: () => patch({ op: "replace", path: "/metadata/resourceVersion", value: "1" }, removeSecond),
    code: 409,
    reason: "Conflict",
    message: modified,
    leaves: "unchanged",
  },
  {
    name: "JSON Patch: another uid is refused, since it cannot change",
    request: () => patch({ op: "replace", path: "/metadata/uid", value: "another" }, removeSecond),
    code: 422,
    reason: "Invalid",
    cause: {
      reason: "FieldValueInvalid",
      message: 'Invalid value: "another": field is immutable',
      field: "metadata.uid",
    },
    leaves: "unchanged",
  },
  {
    name: "JSON Patch: what is no list of operations is a bad request",
    request: () => ({ method: "PATCH", type: jsonPatch, body: { op: "remove" } }),
    code: 400,
    reason: "BadRequest",
    message: /^error decoding patch: /,
    leaves: "unchanged",
  },
];
