import { type Count, type Flag, text, toggle } from "./flag.ts";

export const allNamespaces = toggle(
  "all-namespaces",
  "If present, list the requested object(s) across all namespaces. Namespace in current context is ignored even if specified with --namespace.",
  { short: "A" },
);

export const selector = text(
  "selector",
  "Selector (label query) to filter on, supports '=', '==', '!=', 'in', 'notin'.(e.g. -l key1=value1,key2=value2,key3 in (value3)). Matching objects must satisfy all of the specified label constraints.",
  { short: "l" },
);

export const fieldSelector = text(
  "field-selector",
  "Selector (field query) to filter on, supports '=', '==', and '!='.(e.g. --field-selector key1=value1,key2=value2). The server only supports a limited number of field queries per type.",
);

export const chunkSize: Count = {
  takes: "number",
  name: "chunk-size",
  default: 500,
  help: "Return large lists in chunks rather than all at once. Pass 0 to disable.",
};

export const maxInFlight: Count = {
  takes: "number",
  name: "max-inflight",
  default: 4,
  help: "The maximum number of requests to the server at the same time. It is halved when the server asks to wait.",
};

export const ignoreNotFound = toggle(
  "ignore-not-found",
  "If the requested object does not exist the command will return exit code 0.",
);

export const selectionFlags: readonly Flag[] = [
  allNamespaces,
  selector,
  fieldSelector,
  chunkSize,
  maxInFlight,
  ignoreNotFound,
];
