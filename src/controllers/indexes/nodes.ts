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
