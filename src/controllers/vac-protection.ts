import { defineController, everywhere, refOf } from "../model/index.ts";
import { act, unknown, waitForAll } from "./decision.ts";
import { vacProtection as finalizer } from "./finalizer-names.ts";
import { claimsByAttributesClass, volumesByAttributesClass } from "./indexes/index.ts";
import { protect, removeFinalizer } from "./protection.ts";

export const vacProtectionController = defineController({
  name: "vac-protection-controller",
  on: "storage.k8s.io/v1/volumeattributesclasses",
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/vacprotection/vac_protection_controller.go processVAC, isBeingUsed, 1.36",
  ],
  decide: (attributesClass, cluster) =>
    protect(attributesClass, finalizer, () => {
      const { name } = attributesClass.metadata;
      const volumes = cluster.lookup(volumesByAttributesClass, name, everywhere);
      if (!volumes.read) return unknown(volumes);
      const claims = cluster.lookup(claimsByAttributesClass, name, everywhere);
      if (!claims.read) return unknown(claims);
      const users = [...volumes.items, ...claims.items];
      if (users.length > 0) return waitForAll(users.map(refOf));
      return act(removeFinalizer(attributesClass, finalizer));
    }),
});
