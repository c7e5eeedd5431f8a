import { applyPatch, strategicPatch } from "../subject.ts";
import type { Request, Row } from "./row.ts";
import { a, b, modified, protection } from "./row.ts";

const all = [a, b, protection];
const nothing = { code: 200, returns: all, leaves: "unchanged" } as const;

function patch(metadata: object): Request {
  return { method: "PATCH", type: strategicPatch, body: { metadata } };
}

export const strategicRows: readonly Row[] = [
  {
    name: "strategic merge patch: an old version is a conflict",
    request: () => patch({ resourceVersion: "1", labels: { tier: "db" } }),
    code: 409,
    reason: "Conflict",
    message: modified,
    leaves: "unchanged",
  },
  {
    name: "strategic merge patch: an empty list of finalizers does nothing",
    request: () => patch({ finalizers: [] }),
    ...nothing,
  },
  {
    name: "strategic merge patch: a shorter list of finalizers does nothing",
    request: () => patch({ finalizers: [a] }),
    ...nothing,
  },
  {
    name: "strategic merge patch: deleting a finalizer that is not there does nothing",
    request: () => patch({ "$deleteFromPrimitiveList/finalizers": ["example.com/c"] }),
    ...nothing,
  },
  {
    name: "strategic merge patch: deleting a finalizer by its name",
    request: () => patch({ "$deleteFromPrimitiveList/finalizers": [b] }),
    code: 200,
    leaves: [a, protection],
  },
  {
    name: "apply: an empty list of finalizers does nothing, also by force",
    request: ({ metadata }) => ({
      method: "PATCH",
      type: applyPatch,
      query: "?fieldManager=contract&force=true",
      body: {
        apiVersion: "v1",
        kind: "PersistentVolume",
        metadata: { name: metadata.name, finalizers: [] },
      },
    }),
    code: 200,
    leaves: "unchanged",
  },
];
