import type { KnownErrors } from "./known.ts";

/** OpenEBS Mayastor. */
export const mayastor: KnownErrors = {
  drivers: ["io.openebs.csi-mayastor"],
  source: "openebs/mayastor-control-plane (of 2024-10-23)",
  errors: [
    {
      says: /No available online nodes/,
      subject: "no Mayastor node",
      cause: "is online",
      mends: { who: "cluster", how: "check the io-engine pods" },
      retry: "after",
      where: "control-plane/agents/src/common/errors.rs NoNodes",
    },
    {
      says: /Node '\S+' is not online/,
      subject: "a Mayastor node",
      cause: "is not online; that says nothing about the data",
      mends: { who: "cluster", how: "check the io-engine pod of that node" },
      retry: "after",
      where: "control-plane/agents/src/common/errors.rs NodeNotOnline",
    },
    {
      says: /is still being created/,
      subject: "the volume",
      cause: "is still being created",
      retry: "alone",
      where: "control-plane/agents/src/common/errors.rs PendingCreation",
    },
    {
      says: /Resource id \S+ still in use/,
      subject: "the volume",
      cause: "is still in use in Mayastor",
      mends: { who: "backend", how: "unpublish it there, if nothing uses it" },
      retry: "after",
      where: "control-plane/agents/src/common/errors.rs InUse",
    },
  ],
};
