import { annotationNames } from "../controllers/index.ts";
import { defineRemedy } from "../define/index.ts";
import { isTerminating, nameOf, say, seenRefOf } from "../kubernetes/index.ts";
import { annotationEdit } from "./shared/acts.ts";

/** `using.provisioner`: whose claim it is. */
export const annotateProvisioner = defineRemedy({
  name: "annotate-provisioner",
  summary: "Set the annotation by which an old provisioner finds its claims",
  on: ["v1/persistentvolumeclaims"],
  needs: ["v1/persistentvolumeclaims"],
  make(on, { provisioner }: { readonly provisioner: string }, cluster) {
    const found = cluster.get("v1/persistentvolumeclaims", on.name, on.namespace);
    if (found.state !== "found" || isTerminating(found.object) || provisioner === "") return undefined;
    return {
      title: say`Set the annotation ${annotationNames.betaStorageProvisioner} of ${nameOf(on)}`,
      because: say`The provisioner then sees the claim and creates the volume.`,
      does: [
        {
          do: "edit",
          on: seenRefOf(found.object),
          edits: [annotationEdit(found.object, annotationNames.betaStorageProvisioner, provisioner)],
        },
      ],
    };
  },
});
