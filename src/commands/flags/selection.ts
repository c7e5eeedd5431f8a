import type { Count, Flag } from "./flag.ts";
import { text, toggle } from "./flag.ts";

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
