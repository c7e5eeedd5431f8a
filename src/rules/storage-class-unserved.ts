import { everywhere } from "../cluster/index.ts";
import { claimsByClass, nearestNamed } from "../controllers/index.ts";
import type { AuditContext, RuleAnswer, RuleFinding } from "../define/index.ts";
import { defineRule } from "../define/index.ts";
import { classHasProvisioner, holdsUp } from "../evidence/index.ts";
import type { Phrase, StorageClass } from "../kubernetes/index.ts";
import { say } from "../kubernetes/index.ts";
import { hint, proof } from "../report/index.ts";

export default defineRule({
  code: "PVG315",
  name: "storage-class-unserved",
  title: "No provisioner creates volumes for a StorageClass",
  confidence: "likely",
  on: ["storage.k8s.io/v1/storageclasses"],
  needs: [
    "storage.k8s.io/v1/csidrivers",
    "storage.k8s.io/v1/csinodes",
    "v1/persistentvolumes",
    "v1/persistentvolumeclaims",
    "v1/events",
  ],
  what: "No CSI driver has the name of the class's provisioner. No volume says that this provisioner created it, and no event on a Pending claim of the class is from it.",
  why: "The name is mistyped, the driver is not installed, or the in-tree plugin no longer exists. A provisioner with its own code registers nowhere: without other signs of a problem, this is only a note.",
  whatToDo:
    "Install the driver, or create a class with the right name: the provisioner of a class cannot be changed. `kubectl get csidrivers` shows the names.",
  sources: [
    "kubernetes-csi/external-provisioner pkg/controller/controller.go Provision, v6.3",
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go provisionClaim, 1.36",
    "kubernetes-csi/external-provisioner#1437",
  ],
  check(storageClass, context) {
    const provisioner = storageClass.provisioner ?? "";
    if (provisioner === "" || provisioner === "kubernetes.io/no-provisioner") return [];
    const served = classHasProvisioner(storageClass, context.cluster);
    if (served.is === "unread") return { unread: served.unread };
    if (holdsUp(served)) return [];
    return unserved(storageClass, provisioner, context);
  },
});

function unserved(
  storageClass: StorageClass,
  provisioner: string,
  { cluster }: AuditContext,
): RuleAnswer | RuleFinding {
  const claims = cluster.walkWith(claimsByClass, storageClass.metadata.name, everywhere);
  if (!claims.read) return { unread: claims.unread };
  let waiting = 0;
  for (const { status } of claims.objects) if (status?.phase === "Pending") waiting++;
  const nearest = nearestNamed(provisioner, "storage.k8s.io/v1/csidrivers", cluster);
  const isSure = waiting > 0 || nearest !== undefined || provisioner.startsWith("kubernetes.io/");
  return {
    message: say`no CSI driver is named ${provisioner}${hintAt(nearest)}${waitingClaims(waiting)}`,
    severity: isSure ? "warning" : "note",
    storageClass: storageClass.metadata.name,
    evidence: [
      proof(storageClass, "provisioner", provisioner),
      ...(nearest === undefined ? [] : [hint(storageClass, "provisioner", nearest)]),
    ],
  };
}

function hintAt(nearest: string | undefined): Phrase {
  return nearest === undefined ? [] : say`; the closest name is ${nearest}`;
}

function waitingClaims(count: number): Phrase {
  return count === 0 ? [] : say`; ${count} of its claims ${count === 1 ? say`is` : say`are`} Pending`;
}
