import type { KubeObject, PersistentVolumeClaim, Pod } from "../../../src/kubernetes/index.ts";
import { diagnosisOf, textOf } from "../../support/diagnose.ts";
import { claim, pod, storageClass } from "../../support/objects.ts";
import { hour } from "./rows.ts";

/** A class that waits for the first pod. */
export const delayed = storageClass({ volumeBindingMode: "WaitForFirstConsumer", creationTimestamp: hour });

export function pending(name = "data", storageClassName = "gp3"): PersistentVolumeClaim {
  return claim({ name, uid: `uid-${name}`, phase: "Pending", creationTimestamp: hour, storageClassName });
}

/** A pod that the scheduler has refused with these words. */
export function refusedPod(
  message: string,
  claims: readonly string[] = ["data"],
  ephemeral: readonly string[] = [],
): Pod {
  const conditions = [{ type: "PodScheduled", status: "False", reason: "Unschedulable", message }];
  return pod({
    phase: "Pending",
    nodeName: "",
    claims,
    ephemeral,
    creationTimestamp: hour,
    status: { conditions },
  });
}

/** Each part of a phrase stands apart in `textOf`. */
export function closed(value: unknown): string {
  return textOf(value)
    .replaceAll(/ +(?=[:/),=])|(?<=[/(=]) +/g, "")
    .replaceAll(/ +/g, " ");
}

/** The words of the verdict on the first object. */
export function saidOf(objects: readonly [KubeObject, ...KubeObject[]]): string {
  return closed(diagnosisOf(objects).verdict);
}
