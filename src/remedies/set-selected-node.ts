import type { Fact } from "../cluster/index.ts";
import { everywhere } from "../cluster/index.ts";
import { annotationNames } from "../controllers/index.ts";
import { defineRemedy } from "../define/index.ts";
import { isTerminating, nameOf, say, seenRefOf } from "../kubernetes/index.ts";
import { annotationEdit } from "./shared/acts.ts";

/** By its name. */
const firstNode: Fact<string | undefined> = {
  name: "first-node",
  from: ["v1/nodes"],
  workOut(_, cluster) {
    const nodes = cluster.walkAll("v1/nodes", everywhere);
    let first: string | undefined;
    if (nodes.read)
      for (const { metadata } of nodes.objects)
        if (first === undefined || metadata.name < first) first = metadata.name;
    return first;
  },
};

export const setSelectedNode = defineRemedy({
  name: "set-selected-node",
  summary: "Set a node for a deleted claim, so that its populator continues and cleans up",
  on: ["v1/persistentvolumeclaims"],
  needs: ["v1/persistentvolumeclaims", "v1/nodes"],
  make(on, _using, cluster) {
    const found = cluster.get("v1/persistentvolumeclaims", on.name, on.namespace);
    if (found.state !== "found" || !isTerminating(found.object)) return undefined;
    const node = cluster.fact(firstNode, "");
    if (node === undefined) return undefined;
    return {
      title: say`Set a node for ${nameOf(on)}`,
      because: say`Any node works. The claim is being deleted, so no volume is created there: the populator only deletes what it has created, and releases the claim.`,
      does: [
        {
          do: "edit",
          on: seenRefOf(found.object),
          edits: [annotationEdit(found.object, annotationNames.selectedNode, node)],
        },
      ],
    };
  },
});
