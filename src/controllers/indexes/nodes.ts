import { type Index, labelOf } from "../../model/index.ts";

/** Key: the label `kubernetes.io/hostname`, by which local volumes name their node. */
export const nodesByHostname: Index<"v1/nodes"> = {
  name: "nodes-by-hostname",
  on: "v1/nodes",
  keys: (node) => {
    const hostname = labelOf(node, "kubernetes.io/hostname");
    return hostname === undefined ? [] : [hostname];
  },
};

export function labelKey(key: string, value: string): string {
  return `${key}=${value}`;
}

/** Each node by each of its labels. */
export const nodesByLabel: Index<"v1/nodes"> = {
  name: "nodes-by-label",
  on: "v1/nodes",
  keys: ({ metadata }) =>
    Object.entries(metadata.labels ?? {}).map(([key, value = ""]) => labelKey(key, value)),
};
