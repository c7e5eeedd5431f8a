import type { Count, Flag, Text, Texts } from "./flag.ts";
import { text, toggle } from "./flag.ts";

export const from: Texts = {
  takes: "texts",
  name: "from",
  elsewhere: ["f", "filename"],
  completes: "files",
  help: "Read a file, directory, archive or -, not a cluster",
};

export const at: Text = {
  takes: "text",
  name: "at",
  needs: "from",
  help: "When the input was collected, in RFC 3339 (2026-11-20T10:00:00Z). Ages are counted up to then",
};

export const maxInput: Text = {
  takes: "text",
  name: "max-input",
  needs: "from",
  default: "2Gi",
  help: "Refuse input that is larger than this (512Mi, 4Gi)",
};

export const complete: Texts = {
  takes: "texts",
  name: "complete",
  needs: "from",
  bare: "every kind",
  help: "The input has all objects of these types (--complete=pvc,pv), or of every type without a value. What is not in it is taken as absent",
};

export const namespaces: Texts = {
  takes: "texts",
  name: "namespaces",
  needs: "from",
  completes: "namespaces",
  help: "The input has all objects of these namespaces, of the types in it. Separate them by commas, or repeat this flag",
};

export const inputFlags: readonly Flag[] = [from, at, complete, namespaces, maxInput];

export const allNamespaces = toggle("all-namespaces", "Look in all namespaces, whatever --namespace says", {
  short: "A",
});

export const selector = text("selector", "Only objects with these labels (app=web,tier!=cache)", {
  short: "l",
});

export const fieldSelector = text(
  "field-selector",
  "Only objects with these fields (metadata.name!=a); each type has few of them",
);

export const chunkSize: Count = {
  takes: "number",
  name: "chunk-size",
  default: 500,
  help: "Read large lists in chunks of so many objects; 0 reads each at once",
};

export const maxInFlight: Count = {
  takes: "number",
  name: "max-inflight",
  default: 4,
  help: "How many requests may wait for the server at the same time. Halved when the server asks to wait",
};

export const ignoreNotFound = toggle(
  "ignore-not-found",
  "Exit with code 0 if the requested object does not exist",
);

export const selectionFlags: readonly Flag[] = [
  allNamespaces,
  selector,
  fieldSelector,
  chunkSize,
  maxInFlight,
  ignoreNotFound,
];
