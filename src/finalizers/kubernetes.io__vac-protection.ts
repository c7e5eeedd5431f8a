import { everywhere } from "../cluster/index.ts";
import { claimsByAttributesClass, finalizerNames, volumesByAttributesClass } from "../controllers/index.ts";
import { blocked, couldNotRead, defineFinalizer, notToRemove } from "../define/index.ts";
import type { KubeObject } from "../kubernetes/index.ts";
import { nameOf, refOf, say } from "../kubernetes/index.ts";
import { nudge } from "../remedies/index.ts";
import { proof } from "../report/index.ts";

const finalizer = finalizerNames.vacProtection;

export default defineFinalizer({
  finalizer,
  on: ["storage.k8s.io/v1/volumeattributesclasses"],
  owner: "vac-protection-controller",
  needs: ["v1/persistentvolumes", "v1/persistentvolumeclaims"],
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/vacprotection/vac_protection_controller.go processVAC, isBeingUsed, 1.32 to 1.36",
  ],
  addedWhen:
    "The class is created, or the controller finds a live class without it, where the gate VolumeAttributesClass is on.",
  releasedWhen:
    "No volume and no claim refers to the class, neither as the requested nor as the current nor as the target class.",
  ifForced: "No data is lost. A later change or expansion of the volumes that refer to the class fails.",
  manualRemoval: { safety: "risky", check: "No volume and no claim refers to the class." },
  since: "Kubernetes 1.29 (alpha), on by default from 1.34",
  reasons: {
    AttributesClassInUse: blocked("A volume or a claim still refers to the class", {
      what: "A VolumeAttributesClass is kept until no PersistentVolume and no PersistentVolumeClaim refers to it.",
      why: "The driver needs the class when it changes or expands those volumes.",
      whatToDo:
        'A person must give those claims another class: `kubectl patch pvc NAME -n NAMESPACE --type=merge -p \'{"spec":{"volumeAttributesClassName":"OTHER"}}\'`, or delete what is not needed.',
    }),
  },
  holds(attributesClass, cluster) {
    const { name } = attributesClass.metadata;
    const volumes = cluster.lookup(volumesByAttributesClass, name, everywhere);
    if (!volumes.read) return couldNotRead(volumes.unread);
    const claims = cluster.lookup(claimsByAttributesClass, name, everywhere);
    if (!claims.read) return couldNotRead(claims.unread);
    const users: readonly KubeObject[] = [...volumes.items, ...claims.items];
    return users.map((user) => ({
      reason: "AttributesClassInUse",
      holder: { object: refOf(user) },
      isRoot: true,
      message: say`${nameOf(user)} still refers to the class`,
      evidence: [proof(user, "spec.volumeAttributesClassName", name)],
      avoid: notToRemove(
        finalizer,
        attributesClass,
        say`expanding or changing ${nameOf(user)} would then fail`,
      ),
    }));
  },
  idle: (attributesClass) => [nudge(attributesClass)],
});
