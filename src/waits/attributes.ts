import type { Cluster } from "../cluster/index.ts";
import type { FoundHold } from "../define/index.ts";
import { blocked, defineWait, waiting } from "../define/index.ts";
import type { PersistentVolumeClaim, Phrase } from "../kubernetes/index.ts";
import { isTerminating, say } from "../kubernetes/index.ts";
import type { Evidence } from "../report/index.ts";
import { proof } from "../report/index.ts";

const change =
  'A person must name a class that the driver takes: `kubectl patch pvc NAME -n NAMESPACE --type=merge -p \'{"spec":{"volumeAttributesClassName":"CLASS"}}\'`.';

const reasons = {
  AttributesRefused: blocked("The driver refuses the VolumeAttributesClass of the claim", {
    what: "The claim's status says that the change to its VolumeAttributesClass is Infeasible: the driver does not accept its parameters.",
    why: "A value in the class is unknown to the driver or not possible for this volume. The volume is unchanged, and pods keep running.",
    whatToDo: change,
  }),
  AttributesClassPending: blocked("The VolumeAttributesClass of the claim cannot be applied yet", {
    what: "The claim's status says that the change to its VolumeAttributesClass is Pending: something that it needs is missing, most often the class itself.",
    why: "The name is mistyped, or the class was deleted. The volume is unchanged, and pods keep running.",
    whatToDo: `Compare with the classes that exist: \`kubectl get volumeattributesclasses\`. ${change}`,
  }),
  AttributesFail: blocked("The driver fails to change the volume's attributes", {
    what: "The last attempt to apply the claim's VolumeAttributesClass failed, and the driver retries.",
    why: "The driver's error says why. Pods keep running meanwhile.",
    whatToDo: `A person must remove the cause: \`kubectl describe pvc NAME -n NAMESPACE\`. Or go back to the former class: ${change}`,
  }),
  AttributesInProgress: waiting("The volume's attributes are being changed", {
    what: "The driver is applying the claim's VolumeAttributesClass.",
    why: "Some storage backends take hours for that. Pods keep running meanwhile.",
    whatToDo: "No action is needed. Run `kubectl pvguard why` again later.",
  }),
};

type AttributesReason = keyof typeof reasons;

export default defineWait({
  wait: "attributes",
  on: ["v1/persistentvolumeclaims"],
  needs: ["storage.k8s.io/v1/volumeattributesclasses"],
  sources: [
    "kubernetes-csi/external-resizer pkg/modifycontroller/modify_status.go markControllerModifyVolumeStatus, v1.12 to v2.2",
    "kubernetes-csi/external-resizer pkg/modifycontroller/modify_volume.go modify, rolledBack, v1.12 to v2.2",
    "kubernetes-csi/external-resizer#487",
  ],
  reasons,
  holds(claim, cluster) {
    const modify = claim.status?.modifyVolumeStatus;
    if (modify === undefined || claim.status?.phase !== "Bound" || isTerminating(claim)) return [];
    return holdFor(claim, modify.status ?? "", cluster);
  },
});

/** No state: the change is done. A state that is not known yet says nothing either. */
function holdFor(
  claim: PersistentVolumeClaim,
  status: string,
  cluster: Cluster,
): FoundHold<AttributesReason> | undefined {
  const wanted = claim.spec?.volumeAttributesClassName ?? "";
  const target = claim.status?.modifyVolumeStatus?.targetVolumeAttributesClassName ?? wanted;
  if (status !== "InProgress" && isTakenBack(claim, wanted, target)) return undefined;
  const evidence = [proof(claim, "status.modifyVolumeStatus.status", status)];
  const said = failureOf(claim, status);
  const goesOn = say`; the volume is unchanged, and pods can use it`;
  switch (status) {
    case "Infeasible":
      if (target !== wanted) {
        return {
          reason: "AttributesInProgress",
          holder: { controller: "external-resizer" },
          message: say`the VolumeAttributesClass ${wanted} is to be applied, after ${target} was refused`,
          evidence,
        };
      }
      return {
        reason: "AttributesRefused",
        holder: { person: "owner" },
        message: say`its driver refuses the VolumeAttributesClass ${target}${goesOn}${said}`,
        evidence,
      };
    case "Pending":
      return {
        reason: "AttributesClassPending",
        holder: { person: "owner" },
        ...classOf(wanted, cluster, said, evidence),
      };
    case "InProgress":
      return said.length === 0
        ? {
            reason: "AttributesInProgress",
            holder: { controller: "external-resizer" },
            message: say`the VolumeAttributesClass ${target} is being applied`,
            evidence,
          }
        : {
            reason: "AttributesFail",
            holder: { controller: "external-resizer" },
            message: say`applying the VolumeAttributesClass ${target} fails${goesOn}${said}`,
            evidence,
          };
    default:
      return undefined;
  }
}

/**
 * The resizer says Pending where it does not find the class, and tries again.
 * kubernetes-csi/external-resizer pkg/modifycontroller/modify_volume.go validateVACAndModifyVolumeWithTarget, v2.2.
 */
function classOf(
  name: string,
  cluster: Cluster,
  said: Phrase,
  evidence: readonly Evidence[],
): Pick<FoundHold<AttributesReason>, "message" | "evidence"> {
  const found = cluster.get("storage.k8s.io/v1/volumeattributesclasses", name);
  const failed = say`the VolumeAttributesClass ${name} cannot be applied`;
  switch (found.state) {
    case "unread":
      return { message: say`${failed}: does it exist?${said}`, evidence };
    case "absent": {
      const ref = { apiVersion: "storage.k8s.io/v1", kind: "VolumeAttributesClass", name } as const;
      return {
        message: say`${failed}: it does not exist; the volume is unchanged, and pods can use it${said}`,
        evidence: [...evidence, proof(ref, "metadata.name", null)],
      };
    }
    case "found":
      return {
        message: say`${failed}, although it exists now: the resizer looks again later${said}`,
        evidence: [...evidence, proof(found.object, "metadata.name", name)],
      };
  }
}

/** The claim requests no class, or the one that it has: the resizer leaves the state as it was, permanently or for a while. */
function isTakenBack({ status }: PersistentVolumeClaim, wanted: string, target: string): boolean {
  return wanted === "" || (wanted !== target && wanted === status?.currentVolumeAttributesClassName);
}

/** Up to v1.13 a refusal is told by the condition that else says that a change is under way. */
function failureOf(claim: PersistentVolumeClaim, status: string): Phrase {
  const types = status === "Infeasible" ? ["ModifyVolumeError", "ModifyingVolume"] : ["ModifyVolumeError"];
  const conditions = (claim.status?.conditions ?? []).filter((condition) => condition.status === "True");
  const error = types
    .map((type) => conditions.find((condition) => condition.type === type))
    .find((condition) => condition?.message !== undefined);
  return error?.message === undefined ? [] : say`: ${error.message}`;
}
