import type { Row } from "./row.ts";
import { a, b, modified, protection, put } from "./row.ts";

export const putRows: readonly Row[] = [
  {
    name: "PUT: an old version is a conflict",
    request: (volume) => put(volume, { resourceVersion: "1", finalizers: [a] }),
    code: 409,
    reason: "Conflict",
    message: modified,
    leaves: "unchanged",
  },
  {
    name: "PUT: somebody was faster: a conflict",
    request: (volume) => put(volume, { finalizers: [a, protection] }),
    meanwhile: (volume) => put(volume, { labels: { tier: "db" } }),
    code: 409,
    reason: "Conflict",
    message: modified,
    leaves: "unchanged",
  },
  {
    name: "PUT: another uid is a conflict",
    request: (volume) => put(volume, { uid: "another", finalizers: [a] }),
    code: 409,
    reason: "Conflict",
    message:
      /^Operation cannot be fulfilled on persistentvolumes "volume-[0-9a-f]+": StorageError: invalid object, Code: 4, Key: \/registry\/persistentvolumes\/volume-[0-9a-f]+, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: another, UID in object meta: [0-9a-f-]{36}$/,
    leaves: "unchanged",
  },
  {
    name: "PUT: one finalizer less",
    request: (volume) => put(volume, { finalizers: [a, protection] }),
    code: 200,
    leaves: [a, protection],
  },
  {
    name: "PUT: without uid and version it is not guarded",
    request: (volume) => {
      const { uid: _, resourceVersion: __, ...metadata } = volume.metadata;
      return { method: "PUT", body: { ...volume, metadata: { ...metadata, finalizers: [a] } } };
    },
    meanwhile: (volume) => put(volume, { labels: { tier: "db" } }),
    code: 200,
    leaves: [a],
  },
  {
    name: "PUT: the same again leaves the version",
    request: (volume) => put(volume, {}),
    code: 200,
    returns: [a, b, protection],
    leaves: "unchanged",
  },
  {
    name: "PUT: taking the last finalizers deletes the volume and returns it with its old version",
    request: (volume) => put(volume, { finalizers: [] }),
    code: 200,
    returns: [],
    leaves: "gone",
  },
  {
    name: "PUT: deletionTimestamp cannot be taken back",
    request: (volume) => {
      const { deletionTimestamp: _, deletionGracePeriodSeconds: __, ...metadata } = volume.metadata;
      return { method: "PUT", body: { ...volume, metadata } };
    },
    code: 200,
    leaves: "unchanged",
  },
  {
    name: "PUT: another name than that of the path is a bad request",
    request: (volume) => put(volume, { name: "another" }),
    code: 400,
    reason: "BadRequest",
    message: /^the name of the object \(another\) does not match the name on the URL/,
    leaves: "unchanged",
  },
];
